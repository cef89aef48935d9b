"""Log-linear policy for two players with the dummy: features, preferences and their gradient.

There are three sets of weights: for an own card without control, for an own card in control, and for the dummy's card. Each is laid
out as in `sushi_go.policy`, with one more weight for the races for maki and puddings, in which three tableaus take part: the lead over
the opponent and the lead over the dummy. A card for the dummy is valued from the side of the opponent, who would get it next.

The preference for a card is the exponential of a sum of weights. Kernels take the exponentials of the weights, the policy factors:
multiplying them is faster. These kernels are unchecked.
"""

from typing import NamedTuple

import numpy as np

from kaiten.fast.jit import inlined, part
from kaiten.fast.packed_counts import Flag, Float, Int, Numbers, Word, Words, count, held, kth, one, popcount
from kaiten.fast.sushi_go.constants import MAKI_1, MAKI_3, NOBODY, PUDDING
from kaiten.fast.sushi_go.moves import put_down
from kaiten.fast.sushi_go.scoring import maki_icons
from kaiten.players.categorical import Weights
from kaiten.players.sushi_go import policy
from kaiten.players.sushi_go.policy import NO_SECOND, PHASES, STEPS, Context, feature_offsets, progress

OWN, SECOND, GIVEN = 0, 1, 2
"""The picks of a move: the own card, the second one with chopsticks, the dummy's."""

_PAIRS = STEPS * STEPS
_RACES = policy.WEIGHTS
_NO_RACE = _RACES + 4 * _PAIRS * PHASES
"""Offset of the one weight that all other cards have in the place of a race."""
_SET = _NO_RACE + 1
_WITHOUT_CONTROL, _IN_CONTROL, _GIVING = 0, _SET, 2 * _SET
"""Offsets of the three sets."""
WEIGHTS = 3 * _SET
_PHASE = np.array([2, 2, 2, 2, 1, 1, 1, 0, 0, 0])
_MOST_ENTRIES = 2_048
"""More than the gradient of a seat's moves in a round has."""


class Knowledge(NamedTuple):
    """What a seat knows at a pick, beside the other tableaus. `coming` is the known part of the opponent's hand, `left` the turns of
    the round, this one included, and `round` counts from 0."""

    seat: Int
    in_control: Int
    may_take_two: Flag
    hand: Word
    own: Word
    coming: Word
    left: Int
    round: Int


class Trace(NamedTuple):
    """Gradient of the log-likelihood of each seat's moves in a round: sparse entries, and their number, by seat."""

    offsets: Numbers
    slopes: Weights
    lengths: Numbers


def new_trace() -> Trace:
    return Trace(np.zeros((2, _MOST_ENTRIES), np.int64), np.zeros((2, _MOST_ENTRIES)), np.zeros(2, np.int64))


@inlined
def is_due(known: Knowledge, pick: Int) -> Int | Flag:
    """Whether a move has this pick."""
    return pick == OWN or (known.may_take_two if pick == SECOND else known.in_control)


@part
def after_pick(known: Knowledge, card: Int) -> Knowledge:
    """What a seat knows at the next pick."""
    seat, in_control, may_take_two, hand, own, coming, left, number = known
    return Knowledge(seat, in_control, may_take_two, hand - one(card), put_down(own, 0, card)[0], coming, left, number)


@part
def _lead(own: Int, other: Int) -> Int:
    return min(max(own - other + STEPS // 2, 0), STEPS - 1)


@part
def write_preferences(
    factors: Weights, known: Knowledge, pick: Int, tableaus: Words, out: Weights, trace: Trace | None
) -> tuple[Float, Float]:
    """Write the preference for each kind in the hand, and the offsets of its weights to a trace.

    Returns the sum of the preferences, and how much of it is for no second card.
    """
    seat, in_control, _, hand, own, coming, left, number = known
    other, dummy = tableaus[0, 1 - seat], tableaus[0, 2]
    a, b, c = maki_icons(own), maki_icons(other), maki_icons(dummy)
    p, q, r = count(own, PUDDING), count(other, PUDDING), count(dummy, PUDDING)
    mine = progress(own, _lead(a, max(b, c)), _lead(p, max(q, r)))
    theirs = progress(other, _lead(b, max(a, c)), _lead(q, max(p, r)))
    maki = _RACES + (_lead(a, b) * STEPS + _lead(a, c)) * PHASES + _PHASE[left]
    pudding = _RACES + (_lead(p, q) * STEPS + _lead(p, r)) * PHASES + number
    start = _IN_CONTROL if in_control else _WITHOUT_CONTROL
    if pick == GIVEN:
        start, mine, theirs = _GIVING, theirs, mine
    kinds, total = held(hand, 1), 0.0
    for k in range(popcount(kinds)):
        kind = kth(kinds, k)
        race: Int = _NO_RACE
        if kind == PUDDING:
            race = pudding
        elif MAKI_1 <= kind <= MAKI_3:
            race = maki + (1 + kind - MAKI_1) * _PAIRS * PHASES
        offsets = (*feature_offsets(kind, Context(hand, mine, theirs, coming, left, number)), race)
        preference = 1.0
        for weight in range(6):
            preference *= factors[start + offsets[weight]]
            if trace is not None:
                trace.offsets[seat, trace.lengths[seat] + 6 * k + weight] = start + offsets[weight]
        out[k] = preference
        total += preference
    if pick != SECOND:
        return total, 0.0
    last = start + NO_SECOND + left
    if trace is not None:
        trace.offsets[seat, trace.lengths[seat] + 6 * popcount(kinds)] = last
    return total + factors[last], factors[last]


@part
def add_gradient(
    trace: Trace, seat: Int, preferences: Weights, kinds: Int, total: Float, none: Float, chosen: Int
) -> None:
    """Add the gradient of a pick, the `chosen`-th kind of the hand or NOBODY, after `write_preferences`."""
    at = trace.lengths[seat]
    for k in range(kinds):
        slope = (1.0 if k == chosen else 0.0) - preferences[k] / total
        for _ in range(6):
            trace.slopes[seat, at] = slope
            at += 1
    if none > 0.0:
        trace.slopes[seat, at] = (1.0 if chosen == NOBODY else 0.0) - none / total
        at += 1
    trace.lengths[seat] = at
