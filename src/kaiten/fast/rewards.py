"""What an action brought, for learners who play game after game."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.jit import inlined
from kaiten.fast.packed_counts import Int, Numbers

Rewards = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Earned:
    """By game and seat; written over again and again."""

    rewards: Rewards
    """The points that the action brought, less the mean of what it brought to the other players. A dummy earns nothing."""
    ended: Flags
    """Games that ended with it, and have begun anew."""
    final: Numbers
    """Scores of the games that ended, a dummy's last; zeros elsewhere."""
    before: Numbers
    """Points before the next action."""

    @classmethod
    def nothing(cls, games: int, players: int, tables: int) -> "Earned":
        points = np.zeros((games, tables), np.int64)
        return cls(np.zeros((games, players)), np.zeros(games, np.bool_), points, points.copy())


@inlined
def earn(
    scores: Numbers,
    rewards: Rewards,
    ended: Flags,
    final: Numbers,
    before: Numbers,
    game: Int,
    players: Int,
    tables: Int,
    over: Int,
) -> None:
    """Write down what the last action brought to a game. Compared by test_sushi_go_vector."""
    total = 0
    for seat in range(players):
        total += scores[game, seat] - before[game, seat]
    for seat in range(players):
        gained = scores[game, seat] - before[game, seat]
        rewards[game, seat] = gained - (total - gained) / (players - 1)
    ended[game] = over
    for seat in range(tables):
        final[game, seat] = scores[game, seat] if over else 0
        before[game, seat] = 0 if over else scores[game, seat]
