"""The chance to win with the dummy, which takes part in maki and puddings and wins nothing (SG-20).

Two people are left: it is a logistic of how they differ in points, in puddings, in having the most and the fewest of them among
three, in how far ahead they are with them, and in who controls the dummy first in the next round. These kernels are unchecked.
"""

import math

import numpy as np

from kaiten.fast.jit import part
from kaiten.fast.packed_counts import Int, Numbers, Words, count
from kaiten.fast.sushi_go.constants import PUDDING, ROUNDS
from kaiten.fast.sushi_go.scoring import add_puddings, end_round
from kaiten.players.win_model import Model, win_shares

SHAPE = (ROUNDS, 6)
"""By rounds left; nothing is left to guess with none."""
AHEAD = 3
"""Puddings more than the best of the others, or fewer, that make a difference."""


@part
def first_chance(model: Model, scores: Numbers, tables: Words, control: Int, left: Int) -> Int:
    """The first player's chance, with so many rounds left, the next of them begun by one in control."""
    mine, theirs, dummy = count(tables[0, 0], PUDDING), count(tables[0, 1], PUDDING), count(tables[0, 2], PUDDING)
    most, fewest = max(mine, theirs, dummy), min(mine, theirs, dummy)
    lead = min(max(mine - max(theirs, dummy), -AHEAD), AHEAD) - min(max(theirs - max(mine, dummy), -AHEAD), AHEAD)
    worth = model[left, 0] * (scores[0, 0] - scores[0, 1]) + model[left, 1] * (mine - theirs)
    worth += model[left, 2] * (np.int64(mine == most) - np.int64(theirs == most))
    worth += model[left, 3] * (np.int64(mine == fewest) - np.int64(theirs == fewest))
    worth += model[left, 4] * lead + model[left, 5] * (1.0 - 2.0 * control)
    return 1.0 / (1.0 + math.exp(-worth))


@part
def value(
    model: Model,
    tables: Words,
    nigiri: Numbers,
    scores: Numbers,
    icons: Numbers,
    number: Int,
    loss: Int,
    control: Int,
    out: Model,
) -> None:
    """Score a round that has been played, the game with the last one, and write down both players' chance to win.

    `control` is who would have the dummy in the turn after the round.
    """
    end_round(tables, nigiri, scores, icons, 0, 3)
    if number < ROUNDS - 1:
        out[0] = first_chance(model, scores, tables, control, ROUNDS - 1 - number)
        out[1] = 1.0 - out[0]
    else:
        add_puddings(tables, scores, 0, 3, loss)
        for seat in range(2):
            icons[seat] = count(tables[0, seat], PUDDING)
        win_shares(scores[0], icons, 2, out)
