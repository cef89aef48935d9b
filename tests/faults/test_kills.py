"""A slice of `make kills`: a server that is killed in mid-game loses nothing that was answered, and counts nothing twice."""

import pytest

from tests.faults.kills import POINTS, play_one

KILLS = 8
"""Each point at least once."""


@pytest.mark.parametrize("game", ["sushi-go", "sushi-roll"])
def test_a_killed_server_loses_nothing_and_counts_nothing_twice(game: str) -> None:
    kills, returns = play_one(game, seed=1, most_kills=KILLS)
    assert kills.keys() == set(POINTS)
    assert returns > kills.total() > KILLS / 2
