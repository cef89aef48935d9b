"""Log-linear policy for two players with the dummy: features, odds of cards and their gradient.

There are three sets of weights: for an own card without control, for one in control, and for the dummy's card, valued from the side of
the opponent, who would get it next. Each is laid out as in `sushi_go.policy`, with one more weight for the races for maki and puddings:
the leads over the opponent and over the dummy. Kernels take the policy factors, the exponentials of the weights: multiplying them is
faster. These kernels are unchecked.
"""

from typing import NamedTuple

import numpy as np

from kaiten.fast.jit import inlined, part
from kaiten.fast.packed_counts import Flag, Float, Int, Numbers, Word, count, held, kth, one, popcount
from kaiten.fast.sushi_go.constants import MAKI_1, MAKI_3, NOBODY, PUDDING
from kaiten.fast.sushi_go.moves import put_down
from kaiten.fast.sushi_go.scoring import maki_icons
from kaiten.players.categorical import Weights
from kaiten.players.sushi_go import policy
from kaiten.players.sushi_go.policy import NO_SECOND, PHASES, STEPS, Context, feature_offsets, lead, progress

OWN, SECOND, GIVEN = 0, 1, 2
"""The picks of a move: the own card, the second one with chopsticks, the dummy's."""
_RACES = policy.WEIGHTS
_RACE = STEPS * STEPS * PHASES
"""Weights of the race for puddings, and for each kind of maki."""
_NO_RACE = _RACES + 4 * _RACE
"""Offset of the one weight that all other cards have in the place of a race."""
_SET = _NO_RACE + 1
_WITHOUT_CONTROL, _IN_CONTROL, _GIVING = 0, _SET, 2 * _SET
WEIGHTS = 3 * _SET
_PHASE = np.array([2, 2, 2, 2, 1, 1, 1, 0, 0, 0])
_FEATURES = 6
MOST_ENTRIES = 2_048
"""More than the gradient of a seat's moves in a round has."""


class Knowledge(NamedTuple):
    """What a seat knows at a pick: three tableaus, and as `coming` the known part of the opponent's hand. `left` counts the turns of the
    round, this one included, and `round` counts from 0."""

    seat: Int
    in_control: Int
    may_take_two: Flag
    hand: Word
    own: Word
    other: Word
    dummy: Word
    coming: Word
    left: Int
    round: Int


class Trace(NamedTuple):
    """Gradient of the log-likelihood of each seat's moves in a round: sparse entries, and their number, by seat."""

    offsets: Numbers
    slopes: Weights
    lengths: Numbers


@inlined
def is_due(known: Knowledge, pick: Int) -> Int | Flag:
    """Whether a move has this pick."""
    return pick == OWN or (known.may_take_two if pick == SECOND else known.in_control)


@inlined
def after_pick(known: Knowledge, card: Int) -> Knowledge:
    """What a seat knows at the next pick."""
    seat, in_control, two, hand, own, other, dummy, coming, left, number = known
    own, _ = put_down(own, 0, card)
    return Knowledge(seat, in_control, two, hand - one(card), own, other, dummy, coming, left, number)


@part
def write_odds(factors: Weights, known: Knowledge, pick: Int, out: Weights, trace: Trace | None) -> tuple[Float, Float]:
    """Write the odds of each kind in the hand, and its offsets to a trace; returns their sum, and the part for no second card."""
    seat, in_control, _, hand, own, other, dummy, coming, left, number = known
    a, b, c = maki_icons(own), maki_icons(other), maki_icons(dummy)
    p, q, r = count(own, PUDDING), count(other, PUDDING), count(dummy, PUDDING)
    mine = progress(own, lead(a, max(b, c)), lead(p, max(q, r)))
    theirs = progress(other, lead(b, max(a, c)), lead(q, max(p, r)))
    maki = _RACES + (lead(a, b) * STEPS + lead(a, c)) * PHASES + _PHASE[left]
    pudding = _RACES + (lead(p, q) * STEPS + lead(p, r)) * PHASES + number
    start = _IN_CONTROL if in_control else _WITHOUT_CONTROL
    if pick == GIVEN:
        start, mine, theirs = _GIVING, theirs, mine
    kinds, total = held(hand, 1), 0.0
    for k in range(popcount(kinds)):
        kind = kth(kinds, k)
        race: Int = pudding if kind == PUDDING else _NO_RACE
        if MAKI_1 <= kind <= MAKI_3:
            race = maki + (1 + kind - MAKI_1) * _RACE
        a, b, c, d, e = feature_offsets(kind, Context(hand, mine, theirs, coming, left, number))
        odds = factors[start + a] * factors[start + b] * factors[start + c] * factors[start + d] * factors[start + e]
        out[k] = odds * factors[start + race]
        total += out[k]
        if trace is not None:
            at = trace.lengths[seat] + _FEATURES * k
            for offset in (a, b, c, d, e, race):
                trace.offsets[seat, at] = start + offset
                at += 1
    if pick != SECOND:
        return total, 0.0
    none = start + NO_SECOND + left
    if trace is not None:
        trace.offsets[seat, trace.lengths[seat] + _FEATURES * popcount(kinds)] = none
    return total + factors[none], factors[none]


@part
def add_gradient(trace: Trace, seat: Int, odds: Weights, kinds: Int, total: Float, none: Float, chosen: Int) -> None:
    """Add the gradient of a pick, the `chosen`-th kind of the hand or NOBODY, to the offsets of `write_odds`."""
    at = trace.lengths[seat]
    for k in range(kinds):
        trace.slopes[seat, at : at + _FEATURES] = (1.0 if k == chosen else 0.0) - odds[k] / total
        at += _FEATURES
    if none > 0.0:
        trace.slopes[seat, at] = (1.0 if chosen == NOBODY else 0.0) - none / total
        at += 1
    trace.lengths[seat] = at
