"""The chance to win a game of Sushi Roll, from points, puddings, tokens and the rounds that are left.

A softmax over seats of a sum of six: points behind the best, puddings, whether one has the most of them, whether the fewest,
menus, chopsticks. Its weights are fitted to games that the policy has played (`training.fitted`). These kernels are unchecked.
"""

import math

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.jit import part
from kaiten.fast.packed_counts import Float, Int, Numbers, Words
from kaiten.fast.sushi_roll.constants import ROUNDS
from kaiten.fast.sushi_roll.moves import end_game, end_round

Model = NDArray[np.float64]
"""Weights by rounds left; nothing is left to guess with none."""
SEEN = 6
SHAPE = (ROUNDS, SEEN)
_MORE = 64
"""Puddings break ties: nobody has so many."""
POINTS_TOO = 0.002
"""What a point is worth beside the chance to win."""


@part
def chances(
    model: Model,
    scores: Numbers,
    menus: Numbers,
    chopsticks: Numbers,
    puddings: Numbers,
    players: Int,
    left: Int,
    out: Model,
) -> None:
    """Everybody's chance, with so many rounds left."""
    top, most = scores[0, 0], puddings[0, 0]
    fewest = most
    for seat in range(1, players):
        top = max(top, scores[0, seat])
        most = max(most, puddings[0, seat])
        fewest = min(fewest, puddings[0, seat])
    total = 0.0
    for seat in range(players):
        held = puddings[0, seat]
        worth = model[left, 0] * (scores[0, seat] - top) + model[left, 1] * held
        worth += model[left, 2] * (held == most) + model[left, 3] * (held == fewest)
        worth += model[left, 4] * menus[0, seat] + model[left, 5] * chopsticks[0, seat]
        out[seat] = math.exp(worth)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


@part
def shares(scores: Numbers, puddings: Numbers, players: Int, out: Model) -> None:
    """What everybody has of the win, when the game is over, as `kit.ranking.winners`. Compared by test_bots_roll."""
    best, winners = -100_000, 0
    for seat in range(players):
        rank = scores[0, seat] * _MORE + puddings[0, seat]
        if rank > best:
            best, winners = rank, 1
        elif rank == best:
            winners += 1
    for seat in range(players):
        out[seat] = 1.0 / winners if scores[0, seat] * _MORE + puddings[0, seat] == best else 0.0


@part
def value(
    model: Model,
    trays: Words,
    waiting: Numbers,
    nigiri: Numbers,
    scores: Numbers,
    menus: Numbers,
    chopsticks: Numbers,
    puddings: Numbers,
    icons: Numbers,
    number: Int,
    players: Int,
    out: Model,
) -> None:
    """Score a round that has been played, the game with the last one, and write down everybody's chance to win."""
    end_round(trays, waiting, nigiri, scores, icons, 0, players)
    if number < ROUNDS - 1:
        chances(model, scores, menus, chopsticks, puddings, players, ROUNDS - 1 - number, out)
    else:
        end_game(menus, chopsticks, puddings, scores, 0, players)
        shares(scores, puddings, players, out)


@part
def prospects(chances: Model, scores: Numbers, seat: Int, players: Int) -> Float:
    """What a player looks for: the chance to win, and a little for points more than the best of the others."""
    best: Int = -1_000
    for other in range(players):
        if other != seat:
            best = max(best, scores[0, other])
    return float(chances[seat] + POINTS_TOO * (scores[0, seat] - best))
