"""Regular's judgement, compiled and in Python: the same numbers."""

import numpy as np
import pytest

from kaiten import sushi_go
from kaiten.fast.compiling import kernel
from kaiten.fast.sushi_go import codec
from kaiten.fast.words import Numbers
from kaiten.players.sushi_go.exact import rest_of
from kaiten.players.sushi_go.leaning import Weights
from kaiten.players.sushi_go.lying import Rest, choice
from kaiten.players.sushi_go.planning import judged
from kaiten.players.sushi_go.position import position_of
from kaiten.players.sushi_go.regular import SPITE, Situation
from tests.fast.test_sushi_go import stopped
from tests.players.test_solving import SETUP


@kernel
def judge(rest: Rest, worth: Weights, moves: Numbers) -> None:
    judged(rest, worth)
    for k in range(len(moves)):
        moves[k] = choice(rest.hand, rest.mine, rest.left, k)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_judged_as_by_regular(number: int) -> None:
    pairs = 0
    for seed in range(12):
        for turn in range(1, SETUP.size - 1):
            view = sushi_go.view(stopped(SETUP, seed, (number - 1) * SETUP.size + turn), 0)
            worth, moves = np.zeros(len(view.legal)), np.zeros(len(view.legal), np.int64)
            judge(rest_of(position_of(view)), worth, moves)
            situation = Situation.of(view, SPITE[2])
            found = {codec.move_of(int(move)): each for move, each in zip(moves, worth)}
            assert found == pytest.approx({move: situation.worth(move) for move in view.legal}, abs=1e-9)
            pairs += sum(len(move.cards) == 2 for move in view.legal)
    assert pairs > 10
