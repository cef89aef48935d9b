"""The solver of rounds against brute force over the rules: every support of every matrix game."""

from itertools import combinations

import numpy as np
import pytest

from kaiten import sushi_go
from kaiten.fast.sushi_go.batch import Setup
from kaiten.kit.errors import OptionError
from kaiten.players.sushi_go.bots import load_win_table
from kaiten.players.sushi_go.solver.position import Position, position_of
from kaiten.players.sushi_go.solver.solution import Solution, Solver
from kaiten.players.sushi_go.win_model import FEWEST_OF_TWO, WinTable, between_two
from kaiten.sushi_go import Options, State
from kaiten.sushi_go.scoring import score_round
from tests.fast.test_sushi_go import stopped

pytestmark = pytest.mark.compiled("sushi-go-bots")

SETUP = Setup(Options(), 2)
MODEL = between_two(load_win_table(2))
SOLVER = Solver(MODEL)


def solved(position: Position) -> Solution:
    found = SOLVER.solve(position)
    assert found is not None
    return found


def brute(state: State, number: int, model: WinTable) -> float:
    """The win probability of seat 0, by the rules and by trying all supports of every matrix game."""
    if state.over:
        outcome = sushi_go.outcome(state)
        assert outcome is not None
        return (0 in outcome.winners) / len(outcome.winners)
    if state.round > number:
        return after_round(state, model)
    return matrix_value(matrix(state, number, model))[0]


def matrix(state: State, number: int, model: WinTable) -> np.ndarray:
    rows = []
    for move in sushi_go.legal(state, 0):
        half = sushi_go.choose(state, 0, move)
        rows.append([brute(sushi_go.choose(half, 1, reply), number, model) for reply in sushi_go.legal(state, 1)])
    return np.array(rows)


def after_round(state: State, model: WinTable) -> float:
    """The win model in Python: a logistic of differences."""
    first, second = (sum(column) for column in zip(*[score_round(tables) for tables in state.past], strict=True))
    left, ahead = 3 - len(state.past), state.puddings[0] - state.puddings[1]
    odds = model[left, 0] * (first - second) + model[left, 1 + ahead - FEWEST_OF_TWO]
    return float(1 / (1 + np.exp(-odds)))


def matrix_value(game: np.ndarray) -> tuple[float, np.ndarray]:
    """The value of a matrix game and a strategy of the rows: equal supports that no best response improves on."""
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
    """The mixed strategy of the rows that is worth the same against each column."""
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
def test_solution_equals_brute_force(number: int, left: int) -> None:
    for seed in range(8 if left < 3 else 4):
        state = stopped(SETUP, seed, number * SETUP.size - left)
        game = matrix(state, number, MODEL)
        value, _ = matrix_value(game)
        found = solved(position_of(sushi_go.view(state, 0)))
        assert found.value == pytest.approx(value, abs=1e-7)
        # Exploitability: no best response to either strategy gets more than the value.
        strategies = [{move.move: move.probability for move in side} for side in (found.mine, found.theirs)]
        mix, answer = (
            np.array([strategy[move] for move in sushi_go.legal(state, seat)])
            for seat, strategy in enumerate(strategies)
        )
        assert (mix @ game).min() >= value - 1e-7
        assert (game @ answer).max() <= value + 1e-7
        assert [move.value for move in found.mine] == pytest.approx(
            [(game @ answer)[sushi_go.legal(state, 0).index(move.move)] for move in found.mine], abs=1e-7
        )
        turned = solved(position_of(sushi_go.view(state, 1)))
        assert turned.value == pytest.approx(1 - value, abs=1e-7)
        assert max(move.value for move in turned.mine) == pytest.approx(1 - value, abs=1e-7)


def test_some_positions_need_a_mixed_strategy() -> None:
    mixed = 0
    for seed in range(12):
        found = solved(position_of(sushi_go.view(stopped(SETUP, seed, SETUP.size + 4), 0)))
        assert sum(move.probability for move in found.mine) == pytest.approx(1)
        mixed += max(move.probability for move in found.mine) < 0.99
    assert mixed >= 1


def test_a_query_over_its_limit_is_given_up() -> None:
    position, solver = position_of(sushi_go.view(stopped(SETUP, 1, 4), 0)), Solver(MODEL)
    assert solver.solve(position, 100) is None
    assert solver.visited > 100
    # The transposition table holds nothing wrong afterwards.
    assert solver.solve(position) == solved(position)


def test_a_position_that_cannot_be_solved_is_refused() -> None:
    with pytest.raises(OptionError, match="both hands known"):
        position_of(sushi_go.view(stopped(SETUP, 1, 0), 0))
    with pytest.raises(OptionError, match="two players"):
        position_of(sushi_go.view(stopped(Setup(Options(), 3), 1, 5), 0))
