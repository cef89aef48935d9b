"""Rewards for learners: each action's points less the mean of the opponents' points."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.jit import inlined
from kaiten.fast.packed_counts import Int, Numbers

Rewards = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Earned(NamedTuple):
    """What the last action brought, by game and seat; overwritten by each step."""

    rewards: Rewards
    """Points of the action, less the mean of the other players' points. A dummy earns nothing."""
    ended: Flags
    """Games that ended with it, and have been reset."""
    final: Numbers
    """Scores of the games that ended, a dummy's last; zeros elsewhere."""
    before: Numbers
    """Scores before the next action."""

    @classmethod
    def nothing(cls, games: int, players: int, tableaus: Int) -> "Earned":
        points = np.zeros((games, tableaus), np.int64)
        return cls(np.zeros((games, players)), np.zeros(games, np.bool_), points, points.copy())


@inlined
def write_rewards(earned: Earned, scores: Numbers, game: Int, players: Int, tableaus: Int, over: Int) -> None:
    """Write what the last action of a game brought. Compared by test_sushi_go_vector."""
    total = 0
    for seat in range(players):
        total += scores[game, seat] - earned.before[game, seat]
    for seat in range(players):
        gained = scores[game, seat] - earned.before[game, seat]
        others = total - gained
        earned.rewards[game, seat] = gained - (others if players == 2 else others / (players - 1))
    earned.ended[game] = over
    for seat in range(tableaus):
        earned.final[game, seat] = scores[game, seat] if over else 0
        earned.before[game, seat] = 0 if over else scores[game, seat]
