"""Win probabilities after a round, for both games: a softmax over seats of a weighted sum of features, four of them shared.

Once the game is over `win_shares` divides the win. These kernels are unchecked.
"""

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.jit import part
from kaiten.fast.packed_counts import Float, Int, Numbers

Model = NDArray[np.float64]
"""Weights by rounds left, and by feature."""
STANDING = 4
"""Number of shared features: points behind the leader, puddings, and whether they are the most and the fewest."""
POINT_VALUE = 0.002
"""Value of a point more than the best opponent, added to the win probability in search."""
_TIE_BREAK = 64
"""Puddings break ties (SG-17, SR-14): more than anyone can have."""


@part
def write_logits(model: Model, left: Int, points: Numbers, puddings: Numbers, players: Int, out: Model) -> None:
    """Write each seat's logit with `left` rounds left."""
    top, most, fewest = points[0], puddings[0], puddings[0]
    for seat in range(1, players):
        top = max(top, points[seat])
        most = max(most, puddings[seat])
        fewest = min(fewest, puddings[seat])
    for seat in range(players):
        held = puddings[seat]
        logit = model[left, 0] * (points[seat] - top) + model[left, 1] * held
        out[seat] = logit + (model[left, 2] * (held == most) + model[left, 3] * (held == fewest))


@part
def win_shares(points: Numbers, puddings: Numbers, players: Int, out: Model) -> None:
    """Each seat's share of the win when the game is over, as `kit.ranking.winners`. Compared by test_bots_go and test_bots_roll."""
    best, winners = -100_000, 0
    for seat in range(players):
        rank = points[seat] * _TIE_BREAK + puddings[seat]
        if rank > best:
            best, winners = rank, 1
        elif rank == best:
            winners += 1
    for seat in range(players):
        out[seat] = 1.0 / winners if points[seat] * _TIE_BREAK + puddings[seat] == best else 0.0


@part
def points_ahead(points: Numbers, seat: Int, players: Int) -> Int:
    """The points of a seat more than its best opponent."""
    ahead: Int = 1_000
    for other in range(players):
        if other != seat:
            ahead = min(ahead, points[seat] - points[other])
    return ahead


@part
def payoff(chances: Model, points: Numbers, seat: Int, players: Int) -> Float:
    """What a search maximizes for a seat: its win probability, and a little for each point more than the best opponent."""
    return float(chances[seat] + POINT_VALUE * points_ahead(points, seat, players))
