"""The rest of a round, solved by kernels and by brute force over the rules: another way to the same numbers."""

from itertools import combinations

import numpy as np
import pytest

from kaiten import sushi_go
from kaiten.fast.sushi_go.batch import Setup
from kaiten.kit.errors import OptionError
from kaiten.players.sushi_go.exact import Memory, Solution
from kaiten.players.sushi_go.position import Position, position_of
from kaiten.players.sushi_go.standing import FEWEST_OF_TWO, Standing, between_two
from kaiten.players.sushi_go.trained import standing_of
from kaiten.sushi_go import Options, State
from kaiten.sushi_go.scoring import score_round
from tests.fast.test_sushi_go import stopped

SETUP = Setup(Options(), 2)
MODEL = between_two(standing_of(2))
MEMORY = Memory(MODEL)


def solved(position: Position) -> Solution:
    found = MEMORY.solution(position)
    assert found is not None
    return found


def brute(state: State, number: int, model: Standing) -> float:
    """The chance of seat 0 to win, by the rules move for move, and by trying all supports of every matrix."""
    if state.over:
        outcome = sushi_go.outcome(state)
        assert outcome is not None
        return (0 in outcome.winners) / len(outcome.winners)
    if state.round > number:
        return after_round(state, model)
    return matrix_value(matrix(state, number, model))[0]


def matrix(state: State, number: int, model: Standing) -> np.ndarray:
    rows = []
    for move in sushi_go.legal(state, 0):
        half = sushi_go.choose(state, 0, move)
        rows.append([brute(sushi_go.choose(half, 1, reply), number, model) for reply in sushi_go.legal(state, 1)])
    return np.array(rows)


def after_round(state: State, model: Standing) -> float:
    """The win model, said in another way: a logistic of differences."""
    first, second = (sum(column) for column in zip(*[score_round(tables) for tables in state.past], strict=True))
    left, ahead = 3 - len(state.past), state.puddings[0] - state.puddings[1]
    worth = model[left, 0] * (first - second) + model[left, 1 + ahead - FEWEST_OF_TWO]
    return float(1 / (1 + np.exp(-worth)))


def matrix_value(game: np.ndarray) -> tuple[float, np.ndarray]:
    """The value of a matrix game and the rows' mixture: any equal supports that nobody wants to leave."""
    rows, columns = game.shape
    for size in range(1, min(rows, columns) + 1):
        for some in combinations(range(rows), size):
            for others in combinations(range(columns), size):
                part = game[np.ix_(some, others)]
                found = indifferent(part), indifferent(-part.T)
                if found[0] is None or found[1] is None:
                    continue
                mix, answer = np.zeros(rows), np.zeros(columns)
                mix[list(some)], answer[list(others)] = found[0], found[1]
                value = float(mix @ game @ answer)
                if (game @ answer).max() <= value + 1e-9 and (mix @ game).min() >= value - 1e-9:
                    return value, mix
    raise AssertionError("every matrix game has a solution")


def indifferent(part: np.ndarray) -> np.ndarray | None:
    """The mixture of rows that is worth the same against each column."""
    size = len(part)
    system = np.zeros((size + 1, size + 1))
    system[:size, :size], system[:size, size], system[size, :size] = part.T, -1, 1
    right = np.zeros(size + 1)
    right[size] = 1
    if abs(np.linalg.det(system)) < 1e-12:
        return None
    mix = np.linalg.solve(system, right)[:size]
    return mix if (mix >= -1e-12).all() else None


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("left", [1, 2, 3])
def test_solved_as_by_brute_force(number: int, left: int) -> None:
    for seed in range(8 if left < 3 else 4):
        state = stopped(SETUP, seed, number * SETUP.size - left)
        game = matrix(state, number, MODEL)
        value, _ = matrix_value(game)
        found = solved(position_of(sushi_go.view(state, 0)))
        assert found.value == pytest.approx(value, abs=1e-7)
        # Nothing that either could do against it gets more than the value: it cannot be exploited.
        often = {choice.move: choice.often for choice in found.mine}
        others = {choice.move: choice.often for choice in found.theirs}
        mix = np.array([often[move] for move in sushi_go.legal(state, 0)])
        answer = np.array([others[move] for move in sushi_go.legal(state, 1)])
        assert (mix @ game).min() >= value - 1e-7
        assert (game @ answer).max() <= value + 1e-7
        assert [choice.worth for choice in found.mine] == pytest.approx(
            [(game @ answer)[sushi_go.legal(state, 0).index(choice.move)] for choice in found.mine], abs=1e-7
        )
        turned = solved(position_of(sushi_go.view(state, 1)))
        assert turned.value == pytest.approx(1 - value, abs=1e-7)
        assert max(choice.worth for choice in turned.mine) == pytest.approx(1 - value, abs=1e-7)


def test_some_positions_want_a_mixture() -> None:
    mixed = 0
    for seed in range(12):
        found = solved(position_of(sushi_go.view(stopped(SETUP, seed, SETUP.size + 4), 0)))
        assert sum(choice.often for choice in found.mine) == pytest.approx(1)
        mixed += max(choice.often for choice in found.mine) < 0.99
    assert mixed >= 1


def test_what_takes_too_long_is_given_up() -> None:
    position, memory = position_of(sushi_go.view(stopped(SETUP, 1, 4), 0)), Memory(MODEL)
    assert memory.solution(position, 100) is None
    assert memory.looked_at > 100
    # Whatever was not finished has left nothing wrong behind.
    assert memory.solution(position) == solved(position)


def test_what_cannot_be_solved_is_said() -> None:
    with pytest.raises(OptionError, match="both hands known"):
        position_of(sushi_go.view(stopped(SETUP, 1, 0), 0))
    with pytest.raises(OptionError, match="two players"):
        position_of(sushi_go.view(stopped(Setup(Options(), 3), 1, 5), 0))
