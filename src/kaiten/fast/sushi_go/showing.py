"""What every seat sees, as rows of bytes for learners, and which moves it may make.

An observation is a row of blocks of sixteen bytes: how many there are of each of the twelve kinds, and four more numbers. Seats
are told from one's own: the next to the left is 1. With P players and T tables (the dummy's included) there are P + T blocks:

- one's own hand; then the round, the turn, whether hands go to the left, and the card drawn for the dummy plus one (0: none)
- what one knows of the hand of seat 1, 2, ...; then the cards of it that one does not know, whether it controls the dummy, 0, 0
- one's own table, then that of seat 1, 2, ..., the dummy's last; then the wasabi that wait, what its nigiri are worth, its points
  in scored rounds plus six (which is never below zero), and 0. Puddings of all rounds are counted with the kinds.

A mask has a byte for each of the 96 moves. With the dummy it says which picks there are; the dummy's card is any that is left.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.compiling import inlined, kernel, part
from kaiten.fast.sushi_go.batch import Batch, controller
from kaiten.fast.sushi_go.choice import may_take_two, swapped_pairs
from kaiten.fast.sushi_go.numbers import (
    DOUBLES_FROM,
    MOVES,
    NIGIRI,
    NIGIRI_FROM,
    NIGIRI_GUARDS,
    NOBODY,
    ONE_OPEN,
    OPEN_AT,
    PAIRS_FROM,
    PUDDING_FEWEST,
    ROUNDS,
    SWAPPED_FROM,
    SWAPPED_NIGIRI_FROM,
)
from kaiten.fast.sushi_go.seeing import known_hand, steps_from
from kaiten.fast.words import KINDS, NOTHING, ONES, Bytes, Int, Numbers, U, Word, Words, count, held, popcount
from kaiten.sushi_go.state import Options, hand_size

Masks = NDArray[np.int8]
BLOCK = 16
"""Bytes."""

MASK_WORDS = MOVES // 8

_CARDS = U(int(ONE_OPEN) - 1)
_4, _32, _40, _48, _56 = (U(bits) for bits in (4, 32, 40, 48, 56))
_A, _B = U(0xFFFFF), U(0xFFFFF00000)
_C, _D = U(0x000003FF000003FF), U(0x000FFC00000FFC00)
_E, _F = U(0x001F001F001F001F), U(0x03E003E003E003E0)
_12, _6, _3 = U(12), U(6), U(3)


@inlined
def spread(fields: Word) -> Word:
    """Eight fields of five bits, each in a byte of its own: halves apart, then quarters, then eighths."""
    fields = (fields & _A) | ((fields & _B) << _12)
    fields = (fields & _C) | ((fields & _D) << _6)
    return (fields & _E) | ((fields & _F) << _3)


@inlined
def beside(first: Int, second: Int, third: Int, fourth: Int) -> Word:
    """The four last bytes of a block, in the upper half of a word."""
    return (U(first) << _32) | (U(second) << _40) | (U(third) << _48) | (U(fourth) << _56)


@part
def pairs(mask: Masks, game: Int, seat: Int, hand: Word, table: Word) -> None:
    """The moves of two cards, for the few who may make one."""
    for high in range(KINDS):
        if count(hand, high) == 0:
            continue
        if count(hand, high) > 1:
            mask[game, seat, DOUBLES_FROM + high] = 1
        for low in range(high):
            if count(hand, low) > 0:
                mask[game, seat, PAIRS_FROM + high * (high - 1) // 2 + low] = 1
    if swapped_pairs(hand, table) == 0:
        return
    raw = held(hand, 1) & NIGIRI_GUARDS
    if table >> OPEN_AT == NOTHING:
        for low in range(NIGIRI):
            mask[game, seat, SWAPPED_FROM + low] = count(hand, NIGIRI_FROM + low) > 0
    elif popcount(raw) > 1:
        for high in range(1, NIGIRI):
            for low in range(high):
                both = count(hand, NIGIRI_FROM + high) > 0 and count(hand, NIGIRI_FROM + low) > 0
                mask[game, seat, SWAPPED_NIGIRI_FROM + high * (high - 1) // 2 + low] = both


@cache
def shower(players: int, dummy: int) -> Callable[..., None]:
    """The kernel that writes observations, as words of eight bytes, and masks. Unchecked."""
    size, laid = hand_size(Options(dummy=bool(dummy)), players), players + dummy

    @kernel
    def show(
        both: int,
        hands: Words,
        tables: Words,
        nigiri: Numbers,
        scores: Numbers,
        returned: Numbers,
        rounds: Numbers,
        turns: Numbers,
        scored: Numbers,
        starts: Numbers,
        drawn: Numbers,
        seen: Words,
        masks: Words,
        mask: Masks,
    ) -> None:
        for game in range(len(turns)):
            number, turn = rounds[game], turns[game]
            control = controller(starts[game], number, turn, size) if dummy else NOBODY
            leftward = not (both and number == 2)
            over = scored[game] == ROUNDS
            for seat in range(players):
                hand, table, controls = hands[game, seat], tables[game, seat], seat == control
                left = 0 if over else size - turn + 1
                told = drawn[game] + 1 if controls else 0
                seen[game, seat, 0] = spread(hand)
                seen[game, seat, 1] = spread(hand >> _40) | beside(number, turn, leftward, told)
                at = 2
                for away in range(1, players):
                    holder = seat + away if seat + away < players else seat + away - players
                    steps = steps_from(seat, holder, players, leftward)
                    new = drawn[game] if holder == control else NOBODY
                    known = known_hand(hands[game, holder], steps, turn, new, returned[game, holder])
                    # Of a hand that was here one knows all but the card drawn since; of another the returned chopsticks.
                    hidden = np.int64(new != NOBODY)
                    if steps >= turn:
                        hidden += left - returned[game, holder]
                    seen[game, seat, at] = spread(known)
                    seen[game, seat, at + 1] = spread(known >> _40) | beside(hidden, holder == control, 0, 0)
                    at += 2
                for away in range(laid):
                    owner = seat + away if seat + away < players else seat + away - players
                    if away == players:
                        owner = players
                    other = tables[game, owner]
                    kinds = other & _CARDS
                    seen[game, seat, at] = spread(kinds)
                    seen[game, seat, at + 1] = spread(kinds >> _40) | beside(
                        np.int64(other >> OPEN_AT), nigiri[game, owner], scores[game, owner] + PUDDING_FEWEST, 0
                    )
                    at += 2
                if over:
                    for word in range(MASK_WORDS):
                        masks[game, seat, word] = NOTHING
                    continue
                some = (held(hand, 1) >> _4) & ONES
                masks[game, seat, 0] = spread(some)
                masks[game, seat, 1] = spread(some >> _40)
                for word in range(2, MASK_WORDS):
                    masks[game, seat, word] = NOTHING
                if may_take_two(left + controls, table, controls):
                    pairs(mask, game, seat, hand, table)

    return show


class Shown:
    """Room for what a batch shows, filled by `show` again and again."""

    def __init__(self, batch: Batch) -> None:
        setup = batch.setup
        self.observations: Bytes = np.zeros((len(batch), setup.players, (setup.players + setup.laid) * BLOCK), np.uint8)
        self.masks = np.zeros((len(batch), setup.players, MOVES), np.int8)

    def show(self, batch: Batch) -> None:
        """Write down what every seat of every game sees now, and may do."""
        setup = batch.setup
        shower(*setup.kind)(
            setup.both,
            batch.hands,
            batch.tables,
            batch.nigiri,
            batch.scores,
            batch.returned,
            batch.rounds,
            batch.turns,
            batch.scored,
            batch.starts,
            batch.drawn,
            self.observations.view(np.uint64),
            self.masks.view(np.uint64),
            self.masks,
        )
