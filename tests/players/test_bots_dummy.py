"""Trained bots with the dummy: legal and reproducible moves, the win model, self-play and training."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kaiten import sushi_go
from kaiten.arena.job import mirrored, play_job
from kaiten.fast.packed_counts import U
from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go.batch import Setup
from kaiten.fast.sushi_go.board import Board
from kaiten.fast.sushi_go.constants import NOBODY
from kaiten.kit.chance import Stream
from kaiten.kit.errors import OptionError
from kaiten.players import bot_named
from kaiten.players.sushi_go import bots, training
from kaiten.players.sushi_go.dummy import rollout
from kaiten.players.sushi_go.dummy.training import Training, fit_win_model
from kaiten.sushi_go import Move, Options, State, View
from kaiten.sushi_go.cards import WASABI_RULE
from tests.fast.test_sushi_go import stopped

pytestmark = pytest.mark.compiled("sushi-go-dummy")

SETUP = Setup(Options(dummy=True), 2)
PENALTY = Setup(Options(dummy=True, dummy_pudding_penalty=True), 2)


def states(setup: Setup = SETUP, seeds: int = 3) -> list[State]:
    return [stopped(setup, seed, turns) for seed in range(seeds) for turns in range(3 * setup.size)]


def views(setup: Setup = SETUP) -> list[View]:
    return [sushi_go.view(state, seat) for state in states(setup) for seat in (0, 1)]


def board_of(state: State) -> Board:
    tableaus = [codec.table_of(*tableau) for tableau in zip(state.tableaus, state.puddings, strict=True)]
    hands, nigiri = (
        [codec.word_of(hand) for hand in state.hands],
        [WASABI_RULE.score(tableau) for tableau in state.tableaus],
    )
    return Board(
        np.array([hands], np.uint64), np.array([tableaus], np.uint64), np.array([nigiri]), np.zeros((1, 3), np.int64)
    )


def picks(move: Move) -> list[int]:
    return [
        move.cards[0],
        move.cards[1] if len(move.cards) > 1 else NOBODY,
        NOBODY if move.dummy is None else move.dummy,
    ]


@pytest.mark.parametrize(("name", "every"), [("policy", 1), ("search-10", 13), ("champion", 61)])
@pytest.mark.parametrize("setup", [SETUP, PENALTY])
def test_the_same_view_and_source_give_the_same_legal_move(name: str, every: int, setup: Setup) -> None:
    bot = bot_named(sushi_go.NAME, name)
    for view in views(setup)[::every]:
        assert bot(view, Stream(b"1" * 32)) == bot(view, Stream(b"1" * 32))
        assert bot(view, Stream(b"2" * 32)) in view.legal


def test_a_turn_of_the_kernel_equals_the_rules() -> None:
    """Moves of the policy, in both engines; the dummy's next card, which the rules have drawn already, is removed."""
    for state in states():
        if state.turn == SETUP.size:
            continue
        moves = [bots.policy(sushi_go.view(state, seat), Stream(b"3" * 32)) for seat in (0, 1)]
        board, turn = board_of(state), rollout.Turn(1, 0, 0, NOBODY, 0)
        rollout.next_turn(U(0), board, np.array([picks(move) for move in moves]), np.zeros(1, np.uint8), turn)
        after = state
        for seat in (0, 1):
            after = sushi_go.choose(after, seat, moves[seat])
        expected, control = board_of(after), sushi_go.view(after, 0).in_control or 0
        drawn = sushi_go.view(after, control).drawn
        assert drawn is not None
        expected.hands[0, control] -= U(codec.word_of([drawn]))
        assert [array.tolist() for array in board] == [array.tolist() for array in expected]


def test_search_finds_the_best_last_move() -> None:
    """In the last turn the seat in control has two cards, and the result of either move is known."""
    tried = 0
    for seed in range(40):
        state = stopped(SETUP, seed, 3 * SETUP.size - 1)
        seat = sushi_go.view(state, 0).in_control or 0
        view = sushi_go.view(state, seat)
        (theirs,) = sushi_go.legal(state, 1 - seat)
        shares = {}
        for move in view.legal:
            outcome = sushi_go.outcome(sushi_go.choose(sushi_go.choose(state, seat, move), 1 - seat, theirs))
            assert outcome is not None
            shares[move] = (seat in outcome.winners) / len(outcome.winners)
        tried += len({*shares.values()}) > 1
        assert shares[bots.search_10(view, Stream(b"4" * 32))] == max(shares.values())
    assert tried > 0


@pytest.mark.parametrize("setup", [SETUP, PENALTY])
def test_win_shares_after_the_last_round_equal_the_rules(setup: Setup) -> None:
    for seed in range(20):
        state = stopped(setup, seed, 3 * setup.size)
        outcome, (*earlier, last) = sushi_go.outcome(state), state.past
        assert outcome is not None
        board = board_of(replace(state, tableaus=last))
        board.scores[0] = np.sum([sushi_go.score_round(rows) for rows in earlier], axis=0)
        out = np.zeros(2)
        rollout.score_round(bots.trained("dummy").model, board, np.zeros(3, np.int64), 2, setup.rules.loss, 0, out)
        assert board.scores[0].tolist() == [*outcome.totals]
        assert tuple(np.flatnonzero(out)) == outcome.winners


def test_fit_recovers_the_weights_of_a_known_model() -> None:
    chance = np.random.default_rng(1)
    log = np.zeros((20_000, 3, 3, 2))
    log[..., 0], log[..., 1] = chance.integers(0, 20, (20_000, 3, 3)), chance.integers(0, 4, (20_000, 3, 3))
    log[:, :2, 2, 0] = chance.integers(0, 2, (20_000, 2))
    worth = 0.2 * (log[:, 1, 0, 0] - log[:, 1, 1, 0]) + 0.5 * (1 - 2 * log[:, 1, 2, 0])
    log[:, 2, 0, 0] = chance.random(20_000) < 1 / (1 + np.exp(-worth))
    model = fit_win_model(log, np.zeros(rollout.SHAPE))
    assert model[1] == pytest.approx([0.2, 0, 0, 0, 0, 0.5], abs=0.15)
    assert model[2] == pytest.approx(np.zeros(6), abs=0.15)


def test_trained_bots_beat_greedy() -> None:
    """A coarse check: bench/strength measures them."""
    for one, other, deals in (("policy", "greedy", 10), ("search-10", "greedy", 3)):
        jobs = [*mirrored(sushi_go.NAME, SETUP.options, one, other, 2, 1, range(deals))]
        assert sum(play_job(job).share(job.seating.index(one)) for job in jobs) > 0.6 * len(jobs)


def test_resumed_training_gives_the_same_weights(tmp_path: Path) -> None:
    whole, first = Training(2, 4, 7), Training(2, 4, 7)
    for _ in range(4):
        whole.advance()
    first.advance()
    first.advance()
    first.save(tmp_path / "part.npz")
    later = Training.resume(tmp_path / "part.npz", 2, 4, 7)
    later.advance()
    later.advance()
    assert np.array_equal(later.weights, whole.weights)
    assert np.array_equal(later.model, whole.model)
    assert np.abs(whole.weights).max() > 0
    with pytest.raises(OptionError, match="another kind: say the same"):
        training.Training.resume(tmp_path / "part.npz", 2, 4, 7)


def test_shipped_weights_have_a_card() -> None:
    card = bots.trained("dummy").card
    assert (card["game"], card["players"], card["dummy"], card["version"]) == ("sushi-go", 2, True, 1)
    assert card["games"] >= 1_000_000
