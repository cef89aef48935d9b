"""A slice of `make lockstep`: both engines agree move for move, in every setup."""

import pytest

from kaiten.fast.sushi_go.batch import Setup
from kaiten.sushi_roll.tables import DICE_EACH
from tests.fast import lock_step_go, lock_step_roll


@pytest.mark.parametrize("setup", lock_step_go.SETUPS, ids=str)
def test_sushi_go(setup: Setup) -> None:
    assert lock_step_go.play(setup, range(20)) == 20 * 3 * setup.size * setup.players


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_sushi_roll(players: int) -> None:
    assert lock_step_roll.play(players, range(10)) > 10 * 3 * DICE_EACH[players] * players
