"""The move values of `regular`, compiled and in Python: the same numbers."""

import numpy as np
import pytest

from kaiten import sushi_go
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Numbers
from kaiten.fast.sushi_go import codec
from kaiten.players.sushi_go.policy import Weights
from kaiten.players.sushi_go.regular import DENIAL, MoveEvaluator
from kaiten.players.sushi_go.solver.position import position_of
from kaiten.players.sushi_go.solver.regular_kernel import evaluate_moves
from kaiten.players.sushi_go.solver.round_state import RoundState, nth_move
from kaiten.players.sushi_go.solver.solution import pack
from tests.fast.test_sushi_go import stopped
from tests.players.test_round_solver import SETUP

pytestmark = pytest.mark.compiled("sushi-go-bots")


@kernel
def evaluate(state: RoundState, values: Weights, moves: Numbers) -> float:
    for k in range(len(moves)):
        moves[k] = nth_move(state.hand, state.tableau, state.cards, k)
    return evaluate_moves(state, values)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_kernel_values_equal_those_of_regular(number: int) -> None:
    pairs = 0
    for seed in range(12):
        for turn in range(1, SETUP.size - 1):
            view = sushi_go.view(stopped(SETUP, seed, (number - 1) * SETUP.size + turn), 0)
            values, moves = np.zeros(len(view.legal)), np.zeros(len(view.legal), np.int64)
            assert evaluate(pack(position_of(view)), values, moves) == values.max()
            evaluator = MoveEvaluator.of(view, DENIAL[2])
            found = {codec.move_of(int(move)): each for move, each in zip(moves, values)}
            assert found == pytest.approx({move: evaluator.value(move) for move in view.legal}, abs=1e-9)
            pairs += sum(len(move.cards) == 2 for move in view.legal)
    assert pairs > 10
