"""A slice of `make lockstep`: both engines agree move for move, in every setup."""

import pytest

from kaiten.fast.sushi_go.batch import Setup
from tests.fast import lock_step_go


@pytest.mark.parametrize("setup", lock_step_go.SETUPS, ids=str)
def test_sushi_go(setup: Setup) -> None:
    assert lock_step_go.play(setup, range(20)) == 20 * 3 * setup.size * setup.players
