"""Legal moves of a seat: their count, the k-th of them, and their effect. Moves are counted and indexed, never listed.

These kernels are unchecked: they need a hand, a tableau and a legal move. Compared by test_lock_step and test_sushi_go.
"""

import numpy as np

from kaiten.fast.chance import below, lower, mixed, next_counter, upper
from kaiten.fast.jit import scalar
from kaiten.fast.packed_counts import NOTHING, Flag, Int, U, Word, count, held, kth, one, popcount
from kaiten.fast.sushi_go import constants as go

_ONE = U(1)


@scalar
def may_take_two(hand_size: Int, tableau: Word, in_control: Int) -> Flag:
    """Whether chopsticks may be used, as `moves.may_use_chopsticks` (SG-9, SG-21)."""
    return hand_size > 1 + in_control and (tableau & go.CHOPSTICKS_FIELD) != NOTHING


@scalar
def put_down(tableau: Word, nigiri: Int, card: Int) -> tuple[Word, Int]:
    """A tableau with one more card, and the running sum of its nigiri points, as `WasabiRule.score` (SG-13)."""
    points = go.NIGIRI_POINTS[card]
    dips = np.int64(points != 0) & np.int64(tableau >= go.ONE_OPEN)
    return tableau + go.ADDED[card] - (U(dips) << go.OPEN_AT), nigiri + points + go.DIPPED_MORE * points * dips


@scalar
def swapped_pairs(hand: Word, tableau: Word) -> Int:
    """The number of pairs that are also legal in the other order, as `moves._order_matters` (SG-12)."""
    waiting = tableau >> go.OPEN_AT
    raw = popcount(held(hand, 1) & go.NIGIRI_GUARDS)
    if waiting == NOTHING:
        return raw if count(hand, go.WASABI) else 0
    return raw * (raw - 1) // 2 if waiting == _ONE else 0


@scalar
def picks(hand: Word, tableau: Word, two: Flag) -> Int:
    """The number of moves, without the dummy's card, as `len(moves.choices(...))`."""
    kinds = popcount(held(hand, 1))
    if not two:
        return kinds
    return kinds + kinds * (kinds - 1) // 2 + popcount(held(hand, 2)) + swapped_pairs(hand, tableau)


@scalar
def pick(hand: Word, tableau: Word, two: Flag, k: Int) -> Int:
    """The number of the k-th move (`constants.FIRST`, `SECOND`)."""
    some = held(hand, 1)
    kinds = popcount(some)
    if not two or k < kinds:
        return kth(some, k)
    k -= kinds
    pairs = kinds * (kinds - 1) // 2
    if k < pairs:
        low, high = kth(some, go.LOW[k]), kth(some, go.HIGH[k])
        return go.PAIRS_FROM + high * (high - 1) // 2 + low
    k -= pairs
    twice = held(hand, 2)
    doubles = popcount(twice)
    if k < doubles:
        return go.DOUBLES_FROM + kth(twice, k)
    k -= doubles
    raw = some & go.NIGIRI_GUARDS
    if tableau >> go.OPEN_AT == NOTHING:
        return go.SWAPPED_FROM + kth(raw, k) - go.NIGIRI_FROM
    low, high = kth(raw, go.LOW[k]) - go.NIGIRI_FROM, kth(raw, go.HIGH[k]) - go.NIGIRI_FROM
    return go.SWAPPED_NIGIRI_FROM + high * (high - 1) // 2 + low


@scalar
def leaves(hand: Word, move: Int, card: Int) -> Flag:
    """Whether a hand has this card left for the dummy after a move."""
    return count(hand, card) > np.int64(go.FIRST[move] == card) + np.int64(go.SECOND[move] == card)


@scalar
def sample_with_dummy(counter: Word, hand: Word, tableau: Word, two: Flag) -> tuple[Word, Int, Int]:
    """Rejection sampling of a move and a card for the dummy: the counter, the move, the card."""
    among, some = picks(hand, tableau, two), held(hand, 1)
    kinds = popcount(some)
    while True:
        counter = next_counter(counter)
        bits = mixed(counter)
        move = pick(hand, tableau, two, below(lower(bits), among))
        card = kth(some, below(upper(bits), kinds))
        if leaves(hand, move, card):
            break
    return counter, move, card


@scalar
def taken(hand: Word, move: Int) -> Word:
    """A hand after a move, with the returned chopsticks (SG-8)."""
    second = go.SECOND[move]
    hand -= one(go.FIRST[move])
    return hand if second < 0 else hand + go.ONE_CHOPSTICKS - one(second)
