"""A slice of `make kills`: kill -9 in mid-game loses nothing acknowledged and executes nothing twice."""

import pytest

from tests.faults.kills import POINTS, play_one

KILLS = 8
"""Each crash point at least once."""


@pytest.mark.parametrize("game", ["sushi-go", "sushi-roll"])
def test_kill_9_loses_nothing_and_repeats_nothing(game: str) -> None:
    kills, returns = play_one(game, seed=1, most_kills=KILLS)
    assert kills.keys() == set(POINTS)
    assert returns > kills.total() > KILLS / 2
