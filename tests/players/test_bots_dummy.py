"""Players that have learned, with the dummy: they keep to the rules, find what is best at the end, and can be trained again."""

from pathlib import Path

import numpy as np
import pytest

from kaiten import sushi_go
from kaiten.arena.job import mirrored, played
from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go.batch import Setup
from kaiten.fast.sushi_go.constants import NOBODY
from kaiten.kit.chance import Stream
from kaiten.kit.errors import OptionError
from kaiten.players import bot_named
from kaiten.players.sushi_go import bots, training
from kaiten.players.sushi_go.dummy import rollout, win_model
from kaiten.players.sushi_go.dummy.training import Training, fitted
from kaiten.sushi_go import Move, Options, State, View
from kaiten.sushi_go.cards import DIP
from tests.fast.test_sushi_go import stopped

pytestmark = pytest.mark.compiled("sushi-go-dummy")

SETUP = Setup(Options(dummy=True), 2)
PENALTY = Setup(Options(dummy=True, dummy_pudding_penalty=True), 2)


def states(setup: Setup = SETUP, seeds: int = 3) -> list[State]:
    return [stopped(setup, seed, turns) for seed in range(seeds) for turns in range(3 * setup.size)]


def views(setup: Setup = SETUP) -> list[View]:
    return [sushi_go.view(state, seat) for state in states(setup) for seat in (0, 1)]


def arrays(state: State) -> tuple[list[int], list[int], list[int]]:
    tables = [codec.table_of(*table) for table in zip(state.tableaus, state.puddings, strict=True)]
    return [codec.word_of(hand) for hand in state.hands], tables, [DIP.score(tableau) for tableau in state.tableaus]


def parts(move: Move) -> list[int]:
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


def test_a_turn_is_what_the_rules_say() -> None:
    """Moves of the policy, in both engines; what is drawn after a turn is taken away again."""
    for state in states():
        if state.turn == SETUP.size:
            continue
        moves = [bots.policy(sushi_go.view(state, seat), Stream(b"3" * 32)) for seat in (0, 1)]
        hands, tables, nigiri = (np.array([rows]) for rows in arrays(state))
        words = hands.astype(np.uint64), tables.astype(np.uint64)
        rollout.carry_out(*words, nigiri, np.array([parts(move) for move in moves]))
        after = state
        for seat in (0, 1):
            after = sushi_go.choose(after, seat, moves[seat])
        owed = sushi_go.view(after, sushi_go.view(after, 0).in_control)
        hands_after, tables_after, nigiri_after = arrays(after)
        assert owed.drawn is not None
        hands_after[owed.seat or 0] -= codec.word_of([owed.drawn])
        assert (words[0][0].tolist(), words[1][0].tolist(), nigiri[0].tolist()) == (
            hands_after,
            tables_after,
            nigiri_after,
        )


def test_the_last_choice_is_the_best_there_is() -> None:
    """In control there are two cards left in the last turn, and it is known what comes of either."""
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


def test_the_chance_to_win_is_what_the_rules_say_once_the_game_is_over() -> None:
    for setup in (SETUP, PENALTY):
        for seed in range(20):
            state = stopped(setup, seed, 3 * setup.size)
            outcome = sushi_go.outcome(state)
            assert outcome is not None
            *_, last = state.past
            before = [
                sum(points) for points in zip(*[sushi_go.score_round(rows) for rows in state.past[:-1]], strict=True)
            ]
            tables = np.array([[codec.table_of(*table) for table in zip(last, state.puddings, strict=True)]], np.uint64)
            nigiri, scores, out = np.array([[DIP.score(rows) for rows in last]]), np.array([before]), np.zeros(2)
            win_model.value(
                bots.trained("dummy").model, tables, nigiri, scores, np.zeros(3, int), 2, setup.loss, 0, out
            )
            assert scores[0].tolist() == [*outcome.totals]
            assert tuple(np.flatnonzero(out)) == outcome.winners


def test_a_model_finds_what_games_were_made_of() -> None:
    chance = np.random.default_rng(1)
    log = np.zeros((20_000, 3, 3, 2))
    log[..., 0], log[..., 1] = chance.integers(0, 20, (20_000, 3, 3)), chance.integers(0, 4, (20_000, 3, 3))
    log[:, :2, 2, 0] = chance.integers(0, 2, (20_000, 2))
    worth = 0.2 * (log[:, 1, 0, 0] - log[:, 1, 1, 0]) + 0.5 * (1 - 2 * log[:, 1, 2, 0])
    log[:, 2, 0, 0] = chance.random(20_000) < 1 / (1 + np.exp(-worth))
    model = fitted(log, np.zeros(win_model.SHAPE))
    assert model[1] == pytest.approx([0.2, 0, 0, 0, 0, 0.5], abs=0.15)
    assert model[2] == pytest.approx(np.zeros(6), abs=0.15)


def test_they_have_learned_something() -> None:
    """Grossly: bench and docs say how strong they are."""
    for one, other, deals in (("policy", "greedy", 10), ("search-10", "greedy", 3)):
        jobs = [*mirrored(sushi_go.NAME, SETUP.options, one, other, 2, 1, range(deals))]
        assert sum(played(job).share(job.seating.index(one)) for job in jobs) > 0.6 * len(jobs)


def test_a_training_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
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


def test_shipped_weights_say_where_they_come_from() -> None:
    card = bots.trained("dummy").card
    assert (card["game"], card["players"], card["dummy"], card["version"]) == ("sushi-go", 2, True, 1)
    assert card["games"] >= 1_000_000
