"""The chance to win a game of Sushi Go! by how everybody stands after a round, as the champion sees it.

Puddings are told in points: what they bring at the end hangs on how many more one has than the best and than the last of the others,
and on how many are out. What is then between one and the best of the others tells the chance. `surveying` learns it from games: it tells
who wins as well as a network does that was taught the same, from which the four weights of `winning` differ by four percentage points
after two rounds (root of the mean square). These kernels are unchecked.
"""

import math

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.jit import part
from kaiten.fast.packed_counts import Int, Numbers, Words, count
from kaiten.fast.sushi_go.constants import PUDDING, ROUNDS

Standing = NDArray[np.float64]
"""Weights by rounds left; nothing is left to guess with none."""

LEADS, GAPS, OUT, AHEAD = 9, 8, 10, 41
"""Puddings more than the best of the others (4 fewer to 4 more) and than the last (2 fewer to 5 more); puddings out; points ahead."""
EVEN_LEAD, EVEN_GAP, LEVEL = 4, 2, 20
PUDDINGS = 1
"""Where what puddings are worth begins; what a point is worth, against the best of all, is before it."""
BENDS = PUDDINGS + OUT * LEADS * GAPS
"""Where it begins how much more or less being so far ahead of the best of the others is worth."""
SHAPE = (ROUNDS, BENDS + AHEAD)

FEWEST_OF_TWO, MOST_OF_TWO = -10, 10
BETWEEN_TWO = (ROUNDS, 2 + MOST_OF_TWO - FEWEST_OF_TWO)
"""With two players: what a point is worth, and what so many puddings more than the other are."""


@part
def chances(model: Standing, scores: Numbers, tables: Words, players: Int, left: Int, out: Standing) -> None:
    """Everybody's chance, with so many rounds left."""
    taken = 0
    for seat in range(players):
        taken += count(tables[0, seat], PUDDING)
    # Between two it is only the difference that the solver of rounds knows of.
    taken = min(taken, OUT - 1) if players > 2 else 0
    first, second, best = -1_000.0, -1_000.0, 0
    for seat in range(players):
        puddings, most, fewest = count(tables[0, seat], PUDDING), 0, 99
        for other in range(players):
            if other != seat:
                most = max(most, count(tables[0, other], PUDDING))
                fewest = min(fewest, count(tables[0, other], PUDDING))
        lead = min(max(puddings - most + EVEN_LEAD, 0), LEADS - 1)
        gap = min(max(puddings - fewest + EVEN_GAP, 0), GAPS - 1)
        points = scores[0, seat] + model[left, PUDDINGS + (taken * LEADS + lead) * GAPS + gap]
        if points > first:
            first, second, best = points, first, seat
        elif points > second:
            second = points
        out[seat] = points
    total = 0.0
    for seat in range(players):
        points = out[seat]
        ahead = min(max(points - (second if seat == best else first) + LEVEL, 0.0), AHEAD - 1.001)
        below = np.int64(ahead)
        part_ = ahead - below
        worth = model[left, 0] * (points - first)
        worth += model[left, BENDS + below] * (1.0 - part_) + model[left, BENDS + below + 1] * part_
        out[seat] = math.exp(worth)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


def between_two(model: Standing) -> Standing:
    """The same for two players without bends, as the solver of rounds looks at it: a logistic of differences."""
    found = np.zeros(BETWEEN_TWO)
    found[:, 0] = model[:, 0]
    worth = model[:, PUDDINGS : PUDDINGS + LEADS * GAPS].reshape(ROUNDS, LEADS, GAPS)
    for more in range(FEWEST_OF_TWO, MOST_OF_TWO + 1):
        mine, theirs = (
            worth[:, min(max(each + EVEN_LEAD, 0), LEADS - 1), min(max(each + EVEN_GAP, 0), GAPS - 1)]
            for each in (more, -more)
        )
        found[:, 1 + more - FEWEST_OF_TWO] = model[:, 0] * (mine - theirs)
    return found
