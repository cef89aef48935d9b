"""Hope for mistakes, by kernels and by the rules: another way to the same numbers."""

import numpy as np
import pytest

from kaiten import sushi_go
from kaiten.fast.sushi_go import codec
from kaiten.players.sushi_go import exact
from kaiten.players.sushi_go.exact import Memory, Solution
from kaiten.players.sushi_go.hoping import SURE, UNLIKELY
from kaiten.players.sushi_go.position import position_of
from kaiten.players.sushi_go.regular import SPITE, Situation
from kaiten.players.sushi_go.trained import leaned, safe, trained
from kaiten.sushi_go import Move, State
from tests.fast.test_sushi_go import stopped
from tests.players.test_solving import MODEL, SETUP, after_round

MEMORY, WEIGHTS = Memory(MODEL), trained(2).weights


def solved(state: State) -> Solution:
    found = MEMORY.solution(position_of(sushi_go.view(state, 0)), spare=SURE)
    assert found is not None
    return found


def hoped(state: State, number: int) -> float:
    """The chance of seat 0 to win, move for move: it makes safe choices, or mixes; seat 1 plays as the policy or as regular."""
    if state.over or state.round > number:
        return end(state)
    found = solved(state)
    among = [choice.move for choice in safe(found, len(state.hands[0]))]
    if among:
        return max(by(state, move, number) for move in among)
    return sum(choice.often * by(state, choice.move, number) for choice in found.mine if choice.often > 0)


def by(state: State, move: Move, number: int) -> float:
    view = sushi_go.view(state, 1)
    likely, moves = leaned(view)
    replies = [codec.move_of(int(reply)) for reply in moves]
    worth = np.array([Situation.of(view, SPITE[2]).worth(reply) for reply in replies])
    planned = worth > worth.max() - SURE
    likely = (likely / likely.sum() + planned / planned.sum()) / 2
    likely = np.where(likely < UNLIKELY * likely.max(), 0, likely)
    half = sushi_go.choose(state, 0, move)
    after = [hoped(sushi_go.choose(half, 1, reply), number) for reply, some in zip(replies, likely) if some]
    return float(np.average(after, weights=likely[likely > 0]))


def end(state: State) -> float:
    outcome = sushi_go.outcome(state)
    return after_round(state, MODEL) if outcome is None else (0 in outcome.winners) / len(outcome.winners)


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("left", [2, 3, 4])
def test_hoped_for_as_by_the_rules(number: int, left: int) -> None:
    compared = 0
    for seed in range(30):
        state = stopped(SETUP, seed, number * SETUP.size - left)
        found = solved(state)
        among = [choice.move for choice in safe(found, left)]
        if len(among) < 2:
            continue
        hopes = MEMORY.hopes(position_of(sushi_go.view(state, 0)), among, WEIGHTS)
        assert hopes is not None
        assert hopes == pytest.approx({move: by(state, move, number) for move in among}, abs=1e-7)
        # Whatever the other does takes nothing from who plays safe.
        assert min(hopes.values()) > found.value - 1e-7
        compared += 1
        if compared == 3:
            break
    assert compared == 3


def test_there_is_something_to_hope_for() -> None:
    more = 0.0
    for seed in range(12):
        state = stopped(SETUP, seed, SETUP.size - 6)
        found = solved(state)
        among = [choice.move for choice in safe(found, 6)]
        if among:
            hopes = MEMORY.hopes(position_of(sushi_go.view(state, 0)), among, WEIGHTS)
            assert hopes is not None
            more = max(more, max(hopes.values()) - found.value)
    assert more > 0.01


def test_too_much_to_hope_for_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    state = stopped(SETUP, 2, SETUP.size * 3 - 6)
    position, moves = position_of(sushi_go.view(state, 0)), sushi_go.legal(state, 0)
    whole = MEMORY.hopes(position, moves, WEIGHTS)
    monkeypatch.setattr(exact, "MOST_HOPED", 3)
    assert MEMORY.hopes(position, moves, WEIGHTS) is None
    monkeypatch.undo()
    assert Memory(MODEL).hopes(position, moves, WEIGHTS, most=10) is None
    assert MEMORY.hopes(position, moves, WEIGHTS) == whole
