"""What regular makes of its choices, compiled, for two players who see both hands. It agrees with `regular.Situation.worth`, which is
where the reasons are; test_planning compares the two.

These kernels are unchecked.
"""

import math

import numpy as np

from kaiten.fast.compiling import inlined, part
from kaiten.fast.sushi_go.numbers import (
    CHOPSTICKS,
    DUMPLING,
    DUMPLING_POINTS,
    FIRST,
    MAKI_1,
    MAKI_3,
    MAKI_MOST,
    MAKI_SECOND,
    NIGIRI_POINTS,
    ONE_CHOPSTICKS,
    PUDDING,
    PUDDING_MOST,
    SASHIMI,
    SECOND,
    TEMPURA,
    WASABI,
)
from kaiten.fast.words import Int, Word, count, held, kth, one, popcount
from kaiten.players.sushi_go.leaning import EGG, SALMON, SQUID, Weights
from kaiten.players.sushi_go.lying import (
    Rest,
    added,
    after,
    begun_of,
    choice,
    dumplings_of,
    maki_of,
    tempura_of,
    waiting_of,
)
from kaiten.players.sushi_go.position import HAND
from kaiten.players.sushi_go.regular import SPITE
from kaiten.sushi_go import tables
from kaiten.sushi_go.cards import MAKI_ICONS

_ICONS = np.array(MAKI_ICONS)
_GRIP = 0.75
"""Of one particular card that comes by, with two players."""
_SPITE = SPITE[2]
_MOST_DUMPLINGS = len(tables.DUMPLING_POINTS) - 1
_SASHIMI_SHARES = np.array([1.0, 1.9, 3.0])


@part
def _chance(kind: Int, needed: Int, passed: Word, coming: Word, left: Int, known: Int) -> Int:
    """The chance to get so many more of a card this round. The hand that is passed on comes back, if its cards are `known` to do so."""
    if needed > left:
        return 0.0
    expected = _GRIP * (count(coming, kind) + (0.6 * count(passed, kind) if known else 0.0))
    expected = min(expected, left * 0.9)
    term, below = math.exp(-expected), 0.0
    for times in range(needed):
        below += term
        term *= expected / (times + 1)
    return 1.0 - below


@inlined
def _worth_of_chopsticks(left: Int) -> Int:
    return min(2.0, 0.4 * (left - 2)) if left > 2 else 0.0


@part
def _dip(waiting: Int, passed: Word, coming: Word, left: Int, known: Int) -> Int:
    """What one more wasabi adds."""
    value, missed = 0.0, 1.0
    for kind in (SQUID, SALMON, EGG):
        chance = _chance(kind, waiting, passed, coming, left, known)
        value += missed * chance * NIGIRI_POINTS[kind] * (tables.WASABI_FACTOR - 1)
        missed *= 1.0 - chance
    return 0.8 * value


@part
def _gain(kind: Int, table: Int, passed: Word, coming: Word, left: Int, known: Int) -> Int:
    """What a card will probably add to a table by itself."""
    if kind == TEMPURA:
        if tempura_of(table):
            return float(tables.TEMPURA_POINTS)
        return tables.TEMPURA_POINTS / 2 * _chance(kind, 1, passed, coming, left, known)
    if kind == SASHIMI:
        lacking = tables.SASHIMI_SET - 1 - begun_of(table)
        return tables.SASHIMI_POINTS / _SASHIMI_SHARES[lacking] * _chance(kind, lacking, passed, coming, left, known)
    if kind == DUMPLING:
        had = dumplings_of(table)
        if had >= _MOST_DUMPLINGS:
            return 0.0
        hope = 0.5 * _chance(kind, 1, passed, coming, left, known) if had < _MOST_DUMPLINGS - 1 else 0.0
        return DUMPLING_POINTS[had + 1] - DUMPLING_POINTS[had] + hope
    if EGG <= kind <= SQUID:
        points, waiting = float(NIGIRI_POINTS[kind]), waiting_of(table)
        return tables.WASABI_FACTOR * points - _dip(waiting, passed, coming, left, known) if waiting else points
    if kind == WASABI:
        return _dip(waiting_of(table) + 1, passed, coming, left, known)
    if kind == CHOPSTICKS:
        return _worth_of_chopsticks(left)
    return 0.0


@inlined
def _ahead(difference: Int, spread: Int) -> Int:
    return 1.0 / (1.0 + math.exp(-1.7 * difference / spread))


@part
def _race(icons: Int, others: Int, left: Int) -> Int:
    """Maki: what they will probably bring ahead of the other."""
    first = _ahead(icons - others, 0.4 + 0.9 * math.sqrt(left))
    ease = min(0.95, 0.25 * left)
    mine = (1.0 if icons else ease) * (MAKI_MOST * first + MAKI_SECOND * (1.0 - first))
    return mine - (1.0 if others else ease) * (MAKI_MOST * (1.0 - first) + MAKI_SECOND * first)


@part
def _dessert(ahead: Int, left: Int, rounds: Int) -> Int:
    """Puddings: what so many more than the other has will probably bring ahead of them."""
    spread = 0.3 + 1.1 * math.sqrt(rounds + left / HAND)
    return PUDDING_MOST * (2.0 * _ahead(ahead, spread) - 1.0)


@part
def _gift(passed: Word, table: Int, coming: Word, left: Int) -> Int:
    """What the other could gain from the hand they get."""
    some: Int = held(passed, 1)
    most: Int = -1e9
    for k in range(popcount(some)):
        kind = kth(some, k)
        gain: Int = 2.0  # a pudding
        if MAKI_1 <= kind <= MAKI_3:
            gain = 1.2 * _ICONS[kind]
        elif kind != PUDDING:
            gain = _gain(kind, table, passed, coming, left, False)
        most = max(most, gain)
    return most if popcount(some) else 0.0


@part
def judged(rest: Rest, out: Weights) -> None:
    """What each choice of whoever holds `hand` is worth."""
    rounds, hand, other, mine, theirs, _, puddings, cards = rest
    left = cards - 1
    for k in range(len(out)):
        move = choice(hand, mine, cards, k)
        first, second = FIRST[move], SECOND[move]
        passed = hand - one(first)
        if second >= 0:
            passed -= one(second)
        known = cards - (1 if second < 0 else 2) >= 2
        worth, taken = _gain(first, mine, passed, other, left, known), np.int64(first == PUDDING)
        if second >= 0:
            table, _, _ = added(mine, first)
            worth += _gain(second, table, passed, other, left, known) - _worth_of_chopsticks(left)
            passed += ONE_CHOPSTICKS
            taken += np.int64(second == PUDDING)
        table, _, _ = after(mine, move)
        if maki_of(table) != maki_of(mine):
            worth += _race(maki_of(table), maki_of(theirs), left) - _race(maki_of(mine), maki_of(theirs), left)
        if taken:
            worth += _dessert(puddings + taken, left, rounds) - _dessert(puddings, left, rounds)
        out[k] = worth - _SPITE * _gift(passed, theirs, other, left)
