"""A player's choice: how many there are, the k-th of them, and what it does. Legal moves are counted, never listed.

These kernels are unchecked: what they are given has to be a hand, a table and a legal move.
"""

import numpy as np

from kaiten.fast.chance import below
from kaiten.fast.jit import inlined, part
from kaiten.fast.packed_counts import NOTHING, Int, U, Word, count, held, kth, one, popcount
from kaiten.fast.sushi_go.constants import (
    ADDED,
    CHOPSTICKS_FIELD,
    DIPPED_MORE,
    DOUBLES_FROM,
    FIRST,
    HIGH,
    LOW,
    NIGIRI_FROM,
    NIGIRI_GUARDS,
    NIGIRI_POINTS,
    ONE_CHOPSTICKS,
    ONE_OPEN,
    OPEN_AT,
    PAIRS_FROM,
    SECOND,
    SWAPPED_FROM,
    SWAPPED_NIGIRI_FROM,
    WASABI,
)

_ONE = U(1)


@inlined
def may_take_two(hand_size: Int, table: Word, in_control: Int) -> Int:
    """As `moves.may_use_chopsticks` (SG-9, SG-21). Compared by test_lock_step."""
    return hand_size > 1 + in_control and (table & CHOPSTICKS_FIELD) != NOTHING


@inlined
def put_down(table: Word, nigiri: Int, card: Int) -> tuple[Word, Int]:
    """A table with one more card, and what its nigiri are worth then, as `Dip.score` (SG-13).

    The points of nigiri are the one running sum there is. tests/fast/test_lock_step.py answers for it.
    """
    worth = NIGIRI_POINTS[card]
    dips = np.int64(worth != 0) & np.int64(table >= ONE_OPEN)
    return table + ADDED[card] - (U(dips) << OPEN_AT), nigiri + worth + DIPPED_MORE * worth * dips


@inlined
def swapped_pairs(hand: Word, table: Word) -> Int:
    """How many pairs count the other way round too, as `moves._order_matters` (SG-12). Compared by test_lock_step."""
    waiting = table >> OPEN_AT
    raw = popcount(held(hand, 1) & NIGIRI_GUARDS)
    if waiting == NOTHING:
        return raw if count(hand, WASABI) else 0
    return raw * (raw - 1) // 2 if waiting == _ONE else 0


@inlined
def picks(hand: Word, table: Word, two: Int) -> Int:
    """How many choices there are, a card for the dummy left aside, as `len(moves.choices(...))`.

    Compared by test_lock_step.
    """
    kinds = popcount(held(hand, 1))
    if not two:
        return kinds
    return kinds + kinds * (kinds - 1) // 2 + popcount(held(hand, 2)) + swapped_pairs(hand, table)


@inlined
def pick(hand: Word, table: Word, two: Int, k: Int) -> Int:
    """The k-th of the choices, as the number of a move. Compared by test_lock_step."""
    some = held(hand, 1)
    kinds = popcount(some)
    if not two or k < kinds:
        return kth(some, k)
    k -= kinds
    pairs = kinds * (kinds - 1) // 2
    if k < pairs:
        low, high = kth(some, LOW[k]), kth(some, HIGH[k])
        return PAIRS_FROM + high * (high - 1) // 2 + low
    k -= pairs
    twice = held(hand, 2)
    doubles = popcount(twice)
    if k < doubles:
        return DOUBLES_FROM + kth(twice, k)
    k -= doubles
    raw = some & NIGIRI_GUARDS
    if table >> OPEN_AT == NOTHING:
        return SWAPPED_FROM + kth(raw, k) - NIGIRI_FROM
    low, high = kth(raw, LOW[k]) - NIGIRI_FROM, kth(raw, HIGH[k]) - NIGIRI_FROM
    return SWAPPED_NIGIRI_FROM + high * (high - 1) // 2 + low


@inlined
def taken(hand: Word, move: Int) -> Word:
    """What is left of a hand, the chopsticks that come back for two cards included (SG-8).

    Compared by test_lock_step.
    """
    second = SECOND[move]
    hand -= one(FIRST[move])
    return hand if second < 0 else hand + ONE_CHOPSTICKS - one(second)


@inlined
def laid(table: Word, nigiri: Int, move: Int) -> tuple[Word, Int]:
    """A table after a move, used chopsticks gone (SG-6, SG-8). Compared by test_lock_step."""
    second = SECOND[move]
    table, nigiri = put_down(table, nigiri, FIRST[move])
    if second >= 0:
        table, nigiri = put_down(table - ONE_CHOPSTICKS, nigiri, second)
    return table, nigiri


@part
def any_with_chopsticks(hand: Word, table: Word, nigiri: Int, bits: Word) -> tuple[Word, Word, Int]:
    """Hand, table and nigiri after any of the choices of somebody who may take two, each as likely.

    Compared by test_lock_step.
    """
    move = pick(hand, table, True, below(bits, picks(hand, table, True)))
    table, nigiri = laid(table, nigiri, move)
    return taken(hand, move), table, nigiri
