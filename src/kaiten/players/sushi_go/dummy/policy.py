"""What a player leans to, with the dummy on the table.

There are three sets of weights: for an own card when the other is in control, for an own card in control, and for the card that the
dummy gets. Each is laid out as without the dummy (`sushi_go.leaning`), with one more table for maki and puddings, in which three
take part: how far ahead of the other player, and of the dummy. A card for the dummy is looked at with the other's eyes, who would
get it next.

How much a card is wanted is the exponential of a sum of weights. Kernels are given the exponentials of the weights, as factors:
to multiply them is faster. These kernels are unchecked.
"""

import numpy as np

from kaiten.fast.jit import inlined, part
from kaiten.fast.packed_counts import Int, Numbers, Word, count, held, kth, popcount
from kaiten.fast.sushi_go.constants import MAKI_1, MAKI_3, PUDDING
from kaiten.fast.sushi_go.scoring import maki_icons
from kaiten.players.sushi_go import policy
from kaiten.players.sushi_go.policy import PHASES, STEPS, Context, Weights, feature_offsets, progress

PAIRS = STEPS * STEPS
_RACES = policy.WEIGHTS
NO_RACE = _RACES + 4 * PAIRS * PHASES
"""The one weight that all the other cards have in the place of a race."""
SET = NO_RACE + 1
ALONE, IN_CONTROL, GIVING = 0, SET, 2 * SET
"""Where each set begins."""
WEIGHTS = 3 * SET

NOTED = 2_048
"""More than the weights that a seat's choices of a round ask for."""

_PHASE = np.array([2, 2, 2, 2, 1, 1, 1, 0, 0, 0])


@inlined
def _lead(own: Int, other: Int) -> Int:
    return min(max(own - other + STEPS // 2, 0), STEPS - 1)


@part
def standing(table: Word, other: Word, dummy: Word) -> tuple[Word, Int]:
    """How far a table has come, as a word of steps, and how its races stand with the other and with the dummy."""
    icons, theirs, its = maki_icons(table), maki_icons(other), maki_icons(dummy)
    own, puddings, given = count(table, PUDDING), count(other, PUDDING), count(dummy, PUDDING)
    far = progress(table, _lead(icons, max(theirs, its)), _lead(own, max(puddings, given)))
    maki = _lead(icons, theirs) * STEPS + _lead(icons, its)
    return far, maki * PAIRS + _lead(own, puddings) * STEPS + _lead(own, given)


@inlined
def race(kind: Int, races: Int, left: Int, number: Int) -> Int:
    """Where the sixth weight of a card is."""
    if kind == PUDDING:
        return _RACES + (races % PAIRS) * PHASES + number
    if MAKI_1 <= kind <= MAKI_3:
        return _RACES + ((1 + kind - MAKI_1) * PAIRS + races // PAIRS) * PHASES + _PHASE[left]
    return NO_RACE


@part
def lean(
    factors: Weights,
    set_: Int,
    wanted: Weights,
    hand: Word,
    mine: Word,
    theirs: Word,
    races: Int,
    coming: Word,
    left: Int,
    number: Int,
) -> Int:
    """Write down how much each card of a hand is wanted, by kind, and return the sum. `left` is the turns left, this one too."""
    some = held(hand, 1)
    total = 0.0
    for k in range(popcount(some)):
        kind = kth(some, k)
        a, b, c, d, e = feature_offsets(kind, Context(hand, mine, theirs, coming, left, number))
        want = factors[set_ + a] * factors[set_ + b] * factors[set_ + c] * factors[set_ + d] * factors[set_ + e]
        want *= factors[set_ + race(kind, races, left, number)]
        wanted[kind] = want
        total += want
    return total


@part
def learn(
    places_: Numbers,
    pulls: Weights,
    set_: Int,
    wanted: Weights,
    total: Int,
    chosen: Int,
    hand: Word,
    mine: Word,
    theirs: Word,
    races: Int,
    coming: Word,
    left: Int,
    number: Int,
) -> None:
    """Note which weights have to go which way for a choice to become more likely; `places_` begins with how many there are."""
    some = held(hand, 1)
    at = places_[0]
    for k in range(popcount(some)):
        kind = kth(some, k)
        more = (1.0 if kind == chosen else 0.0) - wanted[kind] / total
        for weight in (
            *feature_offsets(kind, Context(hand, mine, theirs, coming, left, number)),
            race(kind, races, left, number),
        ):
            at += 1
            places_[at], pulls[at] = set_ + weight, more
    places_[0] = at
