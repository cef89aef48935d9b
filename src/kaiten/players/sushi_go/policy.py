"""What a player leans to: how much each card of a hand is wanted, out of tables of learned weights.

The weight of a card is a sum of five entries, looked up by what the player can see: how many cards are left in the hand; how far
their own set of it has come, how much more of it is here and is coming, and how late it is; the same by round; how far the next
player has come, who gets what is left; and that by how much of it is left to them. A softmax over the sums is a policy.

These kernels are unchecked.
"""

import math

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.jit import inlined, part
from kaiten.fast.packed_counts import BITS, KINDS, Int, Numbers, U, Word, Words, count, held, kth, popcount
from kaiten.fast.sushi_go.constants import (
    CHOPSTICKS,
    DUMPLING,
    MAKI_1,
    MAKI_2,
    MAKI_3,
    OPEN_AT,
    PUDDING,
    SASHIMI,
    TEMPURA,
    WASABI,
)
from kaiten.fast.sushi_go.moves import put_down
from kaiten.fast.sushi_go.scoring import maki_icons
from kaiten.sushi_go.cards import MAKI_ICONS, Card

Weights = NDArray[np.float64]

EGG, SALMON, SQUID = Card.EGG.value, Card.SALMON.value, Card.SQUID.value
STEPS, ENOUGH, PHASES, ROUNDS, MOST_CARDS = 8, 3, 3, 3, 10
"""Steps of a set; none, one or more; early, middle and late."""

# A block of weights for each card, and what is in it from where.
SITUATION = MOST_CARDS + 1
BY_ROUND = SITUATION + STEPS * ENOUGH * ENOUGH * PHASES
FOR_NEXT = BY_ROUND + STEPS * ROUNDS
LEFT_TO_NEXT = FOR_NEXT + STEPS * PHASES
BLOCK = LEFT_TO_NEXT + STEPS * ENOUGH
ONE_IS_ENOUGH = KINDS * BLOCK
"""After the blocks: how much somebody with chopsticks wants no second card, by the cards left."""
WEIGHTS = ONE_IS_ENOUGH + MOST_CARDS + 1

_PHASE = np.array([2, 2, 2, 2, 1, 1, 1, 0, 0, 0, 0])
_OF_THREE = np.arange(16) % 3
_ICONS = np.array(MAKI_ICONS)


@inlined
def lead(own: Int, best: Int) -> Int:
    """How far ahead of the best of the others, as a step."""
    return min(max(own - best + STEPS // 2, 0), STEPS - 1)


@inlined
def _field(step: Int, kind: Int) -> Word:
    return U(step) << U(BITS * kind)


@inlined
def progress(table: Word, maki: Int, pudding: Int) -> Word:
    """How far a table has come with each card, as a word of steps; `maki` and `pudding` are leads."""
    waiting = min(np.int64(table >> OPEN_AT), 2)
    sets = _field(count(table, TEMPURA) & 1, TEMPURA) | _field(_OF_THREE[count(table, SASHIMI)], SASHIMI)
    sets |= _field(min(count(table, DUMPLING), STEPS - 1), DUMPLING)
    races = _field(maki, MAKI_1) | _field(maki, MAKI_2) | _field(maki, MAKI_3) | _field(pudding, PUDDING)
    nigiri = _field(waiting, EGG) | _field(waiting, SALMON) | _field(waiting, SQUID) | _field(waiting, WASABI)
    return sets | races | nigiri | _field(min(count(table, CHOPSTICKS), 2), CHOPSTICKS)


@part
def progresses(tables: Words, icons: Numbers, out: Words, players: Int) -> None:
    """How far everybody has come. `icons` is room for a number each."""
    for seat in range(players):
        icons[seat] = maki_icons(tables[0, seat])
    for seat in range(players):
        most = puddings = 0
        for other in range(players):
            if other != seat:
                most = max(most, icons[other])
                puddings = max(puddings, count(tables[0, other], PUDDING))
        ahead = lead(count(tables[0, seat], PUDDING), puddings)
        out[seat] = progress(tables[0, seat], lead(icons[seat], most), ahead)


@part
def after_first(table: Word, mine: Word, first: Int) -> Word:
    """How far somebody has come with the first of two cards on the table; the races are left as they were."""
    table, _ = put_down(table, 0, first)
    return progress(table, count(mine, MAKI_1), count(mine, PUDDING))


@inlined
def _more(hand: Word, kind: Int, taken: Int) -> Int:
    """How much of what goes with a card is in a hand, from none to enough, once so many of it are taken from there."""
    number = count(hand, kind) - taken
    if kind == WASABI:
        number = 2 * count(hand, SQUID) + count(hand, SALMON)
    elif MAKI_1 <= kind <= MAKI_3:
        number = (maki_icons(hand) - taken * _ICONS[kind] + 1) // 2
    elif EGG <= kind <= SQUID:
        number += count(hand, WASABI)
    return min(number, ENOUGH - 1)


@inlined
def places(
    kind: Int, hand: Word, mine: Word, theirs: Word, coming: Word, left: Int, number: Int
) -> tuple[Int, Int, Int, Int, Int]:
    """Where the five weights of a card are.

    `mine` and `theirs` are how far the player and the next one have come, `coming` is the hand that the player gets next (nothing
    where it is not known), `left` the cards in the hand, and `number` the round from 0.
    """
    block, phase = kind * BLOCK, _PHASE[left]
    step, other, here = count(mine, kind), count(theirs, kind), _more(hand, kind, 1)
    situation = ((step * ENOUGH + here) * ENOUGH + _more(coming, kind, 0)) * PHASES + phase
    return (
        block + left,
        block + SITUATION + situation,
        block + BY_ROUND + ROUNDS * step + number,
        block + FOR_NEXT + PHASES * other + phase,
        block + LEFT_TO_NEXT + ENOUGH * other + here,
    )


@part
def lean(
    weights: Weights,
    wanted: Weights,
    hand: Word,
    mine: Word,
    theirs: Word,
    coming: Word,
    left: Int,
    number: Int,
) -> Int:
    """Write down how much each card of a hand is wanted, by kind, and return the sum."""
    some = held(hand, 1)
    total = 0.0
    for k in range(popcount(some)):
        kind = kth(some, k)
        a, b, c, d, e = places(kind, hand, mine, theirs, coming, left, number)
        want = math.exp(weights[a] + weights[b] + weights[c] + weights[d] + weights[e])
        wanted[kind] = want
        total += want
    return total


@part
def any_wanted(wanted: Weights, hand: Word, total: Int, bits: Word) -> Int:
    """A card of a hand, each as likely as it is wanted, by 32 random bits."""
    some = held(hand, 1)
    rest = total * (np.float64(bits) / 4294967296.0)
    last = popcount(some) - 1
    for k in range(last):
        kind = kth(some, k)
        rest -= wanted[kind]
        if rest < 0:
            return kind
    return kth(some, last)
