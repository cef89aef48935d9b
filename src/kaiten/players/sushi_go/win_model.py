"""The chance to win a game of Sushi Go!, from the points, the puddings and the rounds that are left.

A softmax over seats of a sum of four: points behind the best, puddings, whether one has the most of them, whether the fewest. Its
weights are fitted to games that the policy has played (`training.fitted`). These kernels are unchecked.
"""

import math

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.jit import part
from kaiten.fast.packed_counts import Int, Numbers, Words, count
from kaiten.fast.sushi_go.constants import PUDDING, ROUNDS
from kaiten.fast.sushi_go.scoring import add_puddings, end_round
from kaiten.players.sushi_go import win_table

Model = NDArray[np.float64]
"""Weights by rounds left; nothing is left to guess with none. One of another shape is a `standing.Standing`."""
SHAPE = (ROUNDS, 4)
_MORE = 16
"""Puddings break ties: nobody has so many."""


@part
def chances(model: Model, scores: Numbers, tables: Words, players: Int, left: Int, out: Model) -> None:
    """Everybody's chance, with so many rounds left."""
    if model.shape[1] != SHAPE[1]:
        win_table.chances(model, scores, tables, players, left, out)
        return
    top = scores[0, 0]
    most = fewest = count(tables[0, 0], PUDDING)
    for seat in range(1, players):
        top = max(top, scores[0, seat])
        most = max(most, count(tables[0, seat], PUDDING))
        fewest = min(fewest, count(tables[0, seat], PUDDING))
    total = 0.0
    for seat in range(players):
        puddings = count(tables[0, seat], PUDDING)
        worth = model[left, 0] * (scores[0, seat] - top) + model[left, 1] * puddings
        worth += model[left, 2] * (puddings == most) + model[left, 3] * (puddings == fewest)
        out[seat] = math.exp(worth)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


@part
def shares(scores: Numbers, tables: Words, players: Int, out: Model) -> None:
    """What everybody has of the win, when the game is over, as `kit.ranking.winners`."""
    best, winners = -1_000, 0
    for seat in range(players):
        rank = scores[0, seat] * _MORE + count(tables[0, seat], PUDDING)
        if rank > best:
            best, winners = rank, 1
        elif rank == best:
            winners += 1
    for seat in range(players):
        out[seat] = 1.0 / winners if scores[0, seat] * _MORE + count(tables[0, seat], PUDDING) == best else 0.0


@part
def value(
    model: Model,
    tables: Words,
    nigiri: Numbers,
    scores: Numbers,
    icons: Numbers,
    number: Int,
    loss: Int,
    players: Int,
    out: Model,
) -> None:
    """Score a round that has been played, the game with the last one, and write down everybody's chance to win."""
    end_round(tables, nigiri, scores, icons, 0, players)
    if number < ROUNDS - 1:
        chances(model, scores, tables, players, ROUNDS - 1 - number, out)
    else:
        add_puddings(tables, scores, 0, players, loss)
        shares(scores, tables, players, out)
