"""What still matters of the two tables of a round, and what a choice makes of it.

A table is what can still bring points: half sets, dumplings, maki icons, open wasabi, chopsticks. What is certain (whole sets, nigiri,
puddings) is a difference between the two players. The less is told apart, the more ways lead to one position.

These kernels are unchecked.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.compiling import inlined, part
from kaiten.fast.sushi_go.choice import pick, picks, taken
from kaiten.fast.sushi_go.numbers import (
    CHOPSTICKS,
    DIPPED_MORE,
    DUMPLING,
    DUMPLING_POINTS,
    FIRST,
    MAKI_1,
    MAKI_3,
    MAKI_MOST,
    MAKI_SECOND,
    NIGIRI_POINTS,
    OPEN_AT,
    PUDDING,
    PUDDING_MOST,
    SASHIMI,
    SASHIMI_POINTS,
    SECOND,
    TEMPURA,
    TEMPURA_POINTS,
    WASABI,
)
from kaiten.fast.sushi_go.points import maki_icons
from kaiten.fast.words import BITS, Int, Numbers, U, Word, count
from kaiten.players.sushi_go.standing import FEWEST_OF_TWO
from kaiten.sushi_go import tables
from kaiten.sushi_go.cards import MAKI_ICONS, Card

Chances = NDArray[np.float64]

_ICONS = np.array(MAKI_ICONS)
_EVEN = 1 - FEWEST_OF_TWO
"""Where a model has what as many puddings as the other are worth."""
_EGG, _SALMON, _SQUID = Card.EGG.value, Card.SALMON.value, Card.SQUID.value
_MOST_DUMPLINGS = len(tables.DUMPLING_POINTS) - 1
"""More bring no more."""
# Bits of what matters of a table.
_SASHIMI, _DUMPLING, _MAKI, _OPEN, _CHOPSTICKS = 1, 3, 7, 13, 17


class Rest(NamedTuple):
    """The rest of a round as it lies: all that decides how it ends."""

    rounds: Int
    """To come after this one."""
    hand: Word
    other: Word
    mine: Int
    """A table, as here."""
    theirs: Int
    points: Int
    """Ahead, as far as they are certain; those of earlier rounds too."""
    puddings: Int
    """Ahead."""
    left: Int
    """Cards in each hand."""


@inlined
def _bits(table: Int, at: Int, width: Int) -> Int:
    return (table >> at) & ((1 << width) - 1)


def compact(tempura: int, sashimi: int, dumplings: int, icons: int, waiting: int, chopsticks: int) -> int:
    """What matters of a table: half sets, dumplings, maki icons, open wasabi, chopsticks."""
    sets = tempura | sashimi << _SASHIMI | dumplings << _DUMPLING
    return sets | icons << _MAKI | waiting << _OPEN | chopsticks << _CHOPSTICKS


@part
def added(table: Int, card: Int) -> tuple[Int, Int, Int]:
    """What matters of a table with one more card, the points that are certain by it, and puddings."""
    if card == TEMPURA:
        if table & 1:
            return table - 1, TEMPURA_POINTS[2], 0
        return table + 1, 0, 0
    if card == SASHIMI:
        if _bits(table, _SASHIMI, 2) == 2:
            return table - (2 << _SASHIMI), SASHIMI_POINTS[3], 0
        return table + (1 << _SASHIMI), 0, 0
    if card == DUMPLING:
        had = _bits(table, _DUMPLING, 4)
        return table + (1 << _DUMPLING), DUMPLING_POINTS[had + 1] - DUMPLING_POINTS[had], 0
    if MAKI_1 <= card <= MAKI_3:
        return table + (_ICONS[card] << _MAKI), 0, 0
    if card == PUDDING:
        return table, 0, 1
    if card == WASABI:
        return table + (1 << _OPEN), 0, 0
    if card == CHOPSTICKS:
        return table + (1 << _CHOPSTICKS), 0, 0
    worth = NIGIRI_POINTS[card]
    if _bits(table, _OPEN, 4):
        return table - (1 << _OPEN), worth + DIPPED_MORE * worth, 0
    return table, worth, 0


@part
def after(table: Int, move: Int) -> tuple[Int, Int, Int]:
    """The same for a move of one card or two."""
    table, points, puddings = added(table, FIRST[move])
    if SECOND[move] >= 0:
        table, more, too = added(table - (1 << _CHOPSTICKS), SECOND[move])
        points, puddings = points + more, puddings + too
    return table, points, puddings


@inlined
def as_word(table: Int) -> Word:
    """A table's word without its maki, and without sets that are whole."""
    sets = U(_bits(table, 0, 1)) << U(BITS * TEMPURA) | U(_bits(table, _SASHIMI, 2)) << U(BITS * SASHIMI)
    dumplings = U(_bits(table, _DUMPLING, 4)) << U(BITS * DUMPLING)
    chopsticks = U(_bits(table, _CHOPSTICKS, 3)) << U(BITS * CHOPSTICKS)
    return sets | dumplings | chopsticks | (U(_bits(table, _OPEN, 4)) << OPEN_AT)


@inlined
def tempura_of(table: Int) -> Int:
    """Whether there is a tempura that wants another."""
    return table & 1


@inlined
def begun_of(table: Int) -> Int:
    """Sashimi that are no set yet."""
    return _bits(table, _SASHIMI, 2)


@inlined
def dumplings_of(table: Int) -> Int:
    return _bits(table, _DUMPLING, 4)


@inlined
def waiting_of(table: Int) -> Int:
    """Wasabi that waits for a nigiri."""
    return _bits(table, _OPEN, 4)


@inlined
def maki_of(table: Int) -> Int:
    """Maki icons on a table."""
    return _bits(table, _MAKI, 6)


@inlined
def maki_ahead(icons: Int, others: Int) -> Int:
    """By how many points the maki of a round bring one ahead of the other (SG-14)."""
    if icons > others:
        return MAKI_MOST - (MAKI_SECOND if others else 0)
    return -(MAKI_MOST - (MAKI_SECOND if icons else 0)) if others > icons else 0


@inlined
def takes_two(table: Int, left: Int) -> Int:
    """Whether there are chopsticks, and a second card to take with them."""
    return left > 1 and _bits(table, _CHOPSTICKS, 3) > 0


@inlined
def stake(model: Chances, mine: Int, theirs: Int, points: Int, puddings: Int, rounds: Int) -> Int:
    """What is at stake when the round has been played, so many points and puddings ahead: what the chance to win hangs on."""
    points += maki_ahead(maki_of(mine), maki_of(theirs))
    if rounds:
        return model[rounds, 0] * points + model[rounds, _EVEN + puddings]
    if puddings:
        points += PUDDING_MOST if puddings > 0 else -PUDDING_MOST
    return points * 64.0 + puddings


@inlined
def chance(at_stake: Int, rounds: Int) -> Int:
    """The chance to win by it, with so many rounds left."""
    if rounds:
        return 1.0 / (1.0 + math.exp(-at_stake))
    return 1.0 if at_stake > 0 else (0.0 if at_stake < 0 else 0.5)


@part
def at_end(model: Chances, rest: Rest) -> Int:
    """The chance to win when nothing is left of the round."""
    return chance(stake(model, rest.mine, rest.theirs, rest.points, rest.puddings, rest.rounds), rest.rounds)


@part
def both(rest: Rest, move: Int, reply: Int) -> Rest:
    """What is left after a pair of choices; the hands have been passed."""
    mine, points, puddings = after(rest.mine, move)
    theirs, lost, fewer = after(rest.theirs, reply)
    return Rest(
        rest.rounds,
        taken(rest.other, reply),
        taken(rest.hand, move),
        mine,
        theirs,
        rest.points + points - lost,
        rest.puddings + puddings - fewer,
        rest.left - 1,
    )


@part
def swapped(rest: Rest) -> Rest:
    """The same, as the other sees it."""
    return Rest(rest.rounds, rest.other, rest.hand, rest.theirs, rest.mine, -rest.points, -rest.puddings, rest.left)


@part
def choice(hand: Word, table: Int, left: Int, k: Int) -> Int:
    """The k-th choice of whoever has this hand and this table, as the number of a move."""
    return pick(hand, as_word(table), takes_two(table, left), k)


@part
def choices(hand: Word, table: Int, left: Int) -> Int:
    """How many there are."""
    return picks(hand, as_word(table), takes_two(table, left))


@part
def list_choices(hand: Word, table: Int, left: Int, out: Numbers) -> None:
    """All of them."""
    word, two = as_word(table), takes_two(table, left)
    for k in range(len(out)):
        out[k] = pick(hand, word, two, k)


@inlined
def _still(table: Int, tempura: Int, sashimi: Int, dumplings: Int, nigiri: Int, left: Int) -> Int:
    """A table without what so many cards, and so many turns, can make nothing of any more. Maki are looked at elsewhere."""
    if tempura == 0:
        table &= ~1
    begun = _bits(table, _SASHIMI, 2)
    if begun + sashimi < tables.SASHIMI_SET:
        table -= begun << _SASHIMI
    had = _bits(table, _DUMPLING, 4)
    table -= (had - (min(had, _MOST_DUMPLINGS) if dumplings else 0)) << _DUMPLING
    waiting = _bits(table, _OPEN, 4)
    table -= (waiting - min(waiting, nigiri)) << _OPEN
    sticks = _bits(table, _CHOPSTICKS, 3)
    return table - ((sticks - min(sticks, left - 1)) << _CHOPSTICKS)


@part
def reduced(rest: Rest) -> Rest:
    """The same without what the cards of both hands, which are all there are, cannot change any more.

    The value stays what it was, and so does what may be chosen, but for the order of two cards where it no longer matters.
    """
    rounds, hand, other, mine, theirs, points, puddings, left = rest
    both_hands = hand + other
    tempura, sashimi, dumplings = count(both_hands, TEMPURA), count(both_hands, SASHIMI), count(both_hands, DUMPLING)
    nigiri = count(both_hands, _EGG) + count(both_hands, _SALMON) + count(both_hands, _SQUID)
    mine = _still(mine, tempura, sashimi, dumplings, nigiri, left)
    theirs = _still(theirs, tempura, sashimi, dumplings, nigiri, left)
    icons, others = maki_of(mine), maki_of(theirs)
    mine -= icons << _MAKI
    theirs -= others << _MAKI
    to_come = maki_icons(both_hands)
    if to_come == 0:
        points += maki_ahead(icons, others)
    else:
        # Who cannot be caught is no better off with more; once both have some, it is only who has more.
        icons, others = min(icons, others + to_come + 1), min(others, icons + to_come + 1)
        spare = max(min(icons, others) - 1, 0)
        mine += (icons - spare) << _MAKI
        theirs += (others - spare) << _MAKI
    if rounds == 0:
        decided = count(both_hands, PUDDING) + 1
        puddings = min(max(puddings, -decided), decided)
    return Rest(rounds, hand, other, mine, theirs, points, puddings, left)


@inlined
def promise(table: Int) -> Int:
    """About what is to be had for what lies on a table and has no points yet."""
    sets = 2.0 * (table & 1) + 2.5 * _bits(table, _SASHIMI, 2)
    return sets + _bits(table, _MAKI, 6) + 2.5 * _bits(table, _OPEN, 4) + _bits(table, _CHOPSTICKS, 3)
