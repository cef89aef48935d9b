"""Trained bots of Sushi Roll: their moves are legal, their positions follow the rules, the endgame solver is exact."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from kaiten import sushi_roll
from kaiten.arena.job import Job, mirrored, play_job
from kaiten.fast.sushi_roll import codec
from kaiten.fast.sushi_roll.constants import FACES, NOBODY
from kaiten.kit.chance import Stream
from kaiten.kit.ranking import winners
from kaiten.players import bot_named
from kaiten.players.sushi_roll import bots
from kaiten.players.sushi_roll.policy import MOST_CANDIDATES, MOST_OPTIONS, expected_best, new_scratch, sort_faces
from kaiten.players.sushi_roll.rollout import play_move
from kaiten.players.sushi_roll.training import Training
from kaiten.players.weights import load_trained
from kaiten.players.win_model import POINT_VALUE, win_shares
from kaiten.sushi_roll import Face, Menu, Options, State, Swap, Take, View
from kaiten.sushi_roll import dice as faces
from tests.playing import random_states

pytestmark = pytest.mark.compiled("sushi-roll-bots")

NAMES = ("policy", "search-10", "champion")


def turns(players: int, seed: int) -> Iterator[tuple[State, View]]:
    for state in random_states(("sushi-roll", players, Options()), seed):
        for seat in sushi_roll.actors(state):
            yield state, sushi_roll.view(state, seat)


@pytest.mark.parametrize("players", [2, 5])
def test_considered_moves_are_legal_and_cover_every_face(players: int) -> None:
    for _, view in turns(players, 1):
        seat = view.seat or 0
        belt, legal = view.belts[seat], {codec.number_of(move, seat, players) for move in view.legal}
        options, candidates = bots.rated_moves(view)[0].tolist(), bots.rated_moves(view, for_search=True)[0].tolist()
        for moves in (options, candidates):
            assert {*moves} <= legal
            assert len({*moves}) == len(moves)
            assert sorted([belt[move] for move in moves if move < len(belt)]) == sorted({*belt})
        assert len(options) <= MOST_OPTIONS
        assert len(candidates) <= MOST_CANDIDATES


@pytest.mark.parametrize("players", [2, 5])
def test_moves_in_a_position_follow_the_rules(players: int) -> None:
    for state, view in turns(players, 2):
        seat = view.seat or 0
        for move in {type(move): move for move in view.legal}.values():
            games = bots.positions(view, 1)
            game = games[0]
            play_move(np.uint64(5), game, codec.number_of(move, seat, players))
            then = sushi_roll.choose(state, seat, move)
            assert (game.menus.tolist(), game.chopsticks.tolist()) == ([*then.menus], [*then.chopsticks])
            assert game.puddings.tolist() == [*then.puddings]
            if isinstance(move, Menu):
                was, now = view.belts[seat], codec.belt_of(int(game.belts[seat]), len(view.belts[seat]))
                assert [face.kind for face in was] == [face.kind for face in now]
                assert all(was[die] == now[die] for die in range(len(was)) if die not in move.dice)
            elif isinstance(move, Swap) or then.turns_taken:
                assert codec.differences(games, bots.positions(sushi_roll.view(then, then.acting), 1)) == []


def test_the_expected_best_of_a_roll_is_the_mean_over_all_rolls() -> None:
    chance = np.random.default_rng(3)
    for kept in (NOBODY, Face.SALMON.value):
        scratch = new_scratch()[0]
        scratch.face_logits = logits = chance.normal(size=FACES)
        sort_faces(scratch)
        belt = (Face.TEMPURA, Face.DUMPLING, Face.WASABI, Face.PUDDING_2)
        kinds = sum(1 << 8 * [*faces.Kind].index(face.kind) for face in belt)
        rolls = [[faces.BY_CODE[code].value for code in faces.FACES[face.kind]] for face in belt]
        best = [
            max([logits[face] for face in (*roll, *([kept] if kept != NOBODY else []))]) for roll in product(*rolls)
        ]
        assert expected_best(scratch, np.uint64(kinds), kept, 1) == pytest.approx(np.mean(best))
        assert scratch.best_face[1].sum() == pytest.approx(1)


def test_win_shares_follow_the_rules() -> None:
    chance = np.random.default_rng(1)
    for _ in range(300):
        totals, puddings, out = chance.integers(-6, 4, 4).tolist(), chance.integers(0, 3, 4).tolist(), np.zeros(4)
        win_shares(np.array(totals), np.array(puddings), 4, out)
        assert tuple(np.flatnonzero(out)) == winners(totals, puddings, range(4))
        assert out.sum() == pytest.approx(1)


def payoffs(state: State) -> list[float]:
    """The payoff of each seat when a round has been scored: by the rules at the end of the game, else by the win model."""
    outcome, points = (
        sushi_roll.outcome(state),
        [sum(column) for column in zip(*sushi_roll.view(state, 0).rounds, strict=True)],
    )
    if outcome:
        points = [*outcome.totals]
        chances = [(seat in outcome.winners) / len(outcome.winners) for seat in range(state.players)]
    else:
        points_, puddings, log = np.array(points), np.array(state.puddings), np.zeros((1, state.players, 4))
        log[0] = np.stack([points_, puddings, state.menus, state.chopsticks], axis=1)
        worth = np.exp(
            Training.features(log)[0] @ load_trained(sushi_roll.NAME, state.players).model[3 - len(state.past)]
        )
        chances = (worth / worth.sum()).tolist()
    rest = [max(points[:seat] + points[seat + 1 :]) for seat in range(state.players)]
    return [chances[seat] + POINT_VALUE * (points[seat] - rest[seat]) for seat in range(state.players)]


def solved(state: State, scored: int) -> list[float]:
    """The expected payoff of each seat in an endgame, through the rules alone."""
    if len(state.past) > scored:
        return payoffs(state)
    if state.rerolling:
        sides = faces.FACES[state.belts[state.rerolling.seat][0].kind]
        return [*np.mean([solved(sushi_roll.settle(state, (code,)), scored) for code in sides], axis=0)]
    seat = state.acting or 0
    return max(
        [solved(sushi_roll.choose(state, seat, move), scored) for move in state_moves(state)], key=lambda v: v[seat]
    )


def state_moves(state: State) -> list[Take | Menu | Swap]:
    return [*sushi_roll.legal(state, state.acting or 0)]


@pytest.mark.parametrize("players", [2, 3])
def test_the_endgame_is_exact(players: int) -> None:
    seen = 0
    for seed in range(2):
        for state, _ in turns(players, seed):
            if not sum([len(belt) for belt in state.belts]) <= 2 or len(state.belts[state.acting or 0]) != 1:
                continue
            few = replace(state, menus=(1, 1, 1)[:players], chopsticks=(1, 0, 1)[:players])
            seat, scored = few.acting or 0, len(few.past)
            worth = {move: solved(sushi_roll.choose(few, seat, move), scored)[seat] for move in state_moves(few)}
            move, values = bots.solved(sushi_roll.view(few, seat))
            assert [value for value in values.tolist() if value > -1e6] == pytest.approx(
                [worth[move] for kind in (Take, Menu, Swap) for move in worth if isinstance(move, kind)]
            )
            assert worth[move] == pytest.approx(max(worth.values()))
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("players", [3, 4])
def test_bots_play_whole_games(players: int) -> None:
    seating = ("champion", "policy", "search-10", "regular", "greedy")[:players]
    assert len(play_job(Job(sushi_roll.NAME, Options(), seating, 1, 0)).winners) >= 1


@pytest.mark.parametrize("name", NAMES)
def test_the_same_view_and_source_give_the_same_move(name: str) -> None:
    bot = bot_named(sushi_roll.NAME, name)
    for _, view in [*turns(2, 3)][::15]:
        assert bot(view, Stream(b"1" * 32)) == bot(view, Stream(b"1" * 32))
        assert bot(view, Stream(b"2" * 32)) in view.legal


def test_the_order_of_strength() -> None:
    """A coarse check; bench and docs have the figures."""
    for one, other in (("policy", "greedy"), ("search-10", "policy")):
        jobs = mirrored(sushi_roll.NAME, Options(), one, other, 2, 1, range(6))
        assert sum(play_job(job).share(job.seating.index(one)) for job in jobs) > 6


def test_a_stopped_training_resumes_with_the_same_result(tmp_path: Path) -> None:
    whole, first = Training(2, 2, 7), Training(2, 2, 7)
    whole.advance()
    whole.advance()
    first.advance()
    first.save(tmp_path / "part.npz")
    later = Training.resume(tmp_path / "part.npz", 2, 2, 7)
    later.advance()
    assert np.array_equal(later.weights, whole.weights)
    assert np.array_equal(later.model, whole.model)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_shipped_weights_have_a_model_card(players: int) -> None:
    card = load_trained(sushi_roll.NAME, players).card
    assert (card["game"], card["players"], card["version"]) == ("sushi-roll", players, 1)
    assert card["games"] >= 1_000_000
