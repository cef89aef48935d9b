"""What every seat sees, as rows of bytes for learners, and which moves it may make.

An observation is a row of blocks of sixteen bytes: how many there are of each of the twelve kinds, and four more numbers. Seats
are told from one's own: the next to the left is 1. With P players and T tables (the dummy's included) there are P + T blocks:

- one's own hand; then the round, the turn, whether hands go to the left, and the card drawn for the dummy plus one (0: none)
- what one knows of the hand of seat 1, 2, ...; then the cards of it that one does not know, whether it controls the dummy, 0, 0
- one's own table, then that of seat 1, 2, ..., the dummy's last; then the wasabi that wait, what its nigiri are worth, its points
  in scored rounds plus six (which is never below zero), and 0. Puddings of all rounds are counted with the kinds.

A mask has a byte for each of the 96 moves. With the dummy it has 96 more for each card that the dummy may get: first a move
alone, for whoever does not control it, then a move with tempura for the dummy, and so on (`codec.action_of`).
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.errors import IllegalActionError, check_array
from kaiten.fast.jit import inlined, kernel, part
from kaiten.fast.packed_counts import (
    KINDS,
    NOTHING,
    Bytes,
    Int,
    Numbers,
    U,
    Word,
    Words,
    count,
    held,
    kth,
    one,
    popcount,
)
from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go.batch import Batch, controller
from kaiten.fast.sushi_go.constants import (
    ACTIONS,
    CHOPSTICKS,
    DOUBLES_FROM,
    FIRST,
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
    SECOND,
    SWAPPED_FROM,
    SWAPPED_NIGIRI_FROM,
)
from kaiten.fast.sushi_go.legal import steps_from
from kaiten.fast.sushi_go.moves import may_take_two, swapped_pairs
from kaiten.sushi_go import format_move
from kaiten.sushi_go.state import Options, hand_size

Masks = NDArray[np.int8]
BLOCK = 16
"""Bytes."""

_MOVE_WORDS = MOVES // 8

_CARDS = U(int(ONE_OPEN) - 1)
_32, _40, _48, _56 = (U(bits) for bits in (32, 40, 48, 56))
_A, _B = U(0xFFFFF), U(0xFFFFF00000)
_C, _D = U(0x000003FF000003FF), U(0x000FFC00000FFC00)
_E, _F = U(0x001F001F001F001F), U(0x03E003E003E003E0)
_12, _6, _3 = U(12), U(6), U(3)
_7, _1S, _127S = U(7), U(0x0101010101010101), U(0x7F7F7F7F7F7F7F7F)
_CHOPSTICKS_AT = U(8 * (CHOPSTICKS - 8))
"""In the second word of a block."""


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


@inlined
def some(counts: Word) -> Word:
    """A one in each byte that is not zero; none is above 127."""
    return ((counts + _127S) >> _7) & _1S


@part
def pairs(mask: Masks, game: Int, seat: Int, hand: Word, table: Word) -> None:
    """The moves of two cards, for the few who may make one. Compared by test_observation."""
    kinds = held(hand, 1)
    for k in range(popcount(kinds)):
        high = kth(kinds, k)
        mask[game, seat, DOUBLES_FROM + high] = count(hand, high) > 1
        for j in range(k):
            mask[game, seat, PAIRS_FROM + high * (high - 1) // 2 + kth(kinds, j)] = 1
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


@part
def with_dummy(masks: Words, mask: Masks, game: Int, seat: Int, hand: Word) -> None:
    """Every move with every card that it leaves for the dummy, in the place of the moves alone.

    Compared by test_observation.
    """
    for card in range(KINDS):
        spare = count(hand, card)
        if spare == 0:
            continue
        for word in range(_MOVE_WORDS):
            masks[game, seat, (1 + card) * _MOVE_WORDS + word] = masks[game, seat, word]
        for move in range(MOVES):
            if np.int64(FIRST[move] == card) + np.int64(SECOND[move] == card) >= spare:
                mask[game, seat, (1 + card) * MOVES + move] = 0
    for word in range(_MOVE_WORDS):
        masks[game, seat, word] = NOTHING


@cache
def shower(players: int, dummy: int) -> Callable[..., None]:
    """The kernel that writes observations, as words of eight bytes, and masks. Unchecked; test_observation compares it."""
    size, laid = hand_size(Options(dummy=bool(dummy)), players), players + dummy
    words = (ACTIONS if dummy else MOVES) // 8

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
        hand_low, hand_high = np.zeros(players, np.uint64), np.zeros(players, np.uint64)
        table_low, table_high = np.zeros(laid, np.uint64), np.zeros(laid, np.uint64)
        for game in range(len(turns)):
            number, turn = rounds[game], turns[game]
            control = controller(starts[game], number, turn, size) if dummy else NOBODY
            leftward = not (both and number == 2)
            over = scored[game] == ROUNDS
            left = 0 if over else size - turn + 1
            # Each hand and table is spread once, however many look at it.
            for seat in range(players):
                hand_low[seat] = spread(hands[game, seat])
                hand_high[seat] = spread(hands[game, seat] >> _40)
            for seat in range(laid):
                table = tables[game, seat]
                kinds = table & _CARDS
                table_low[seat] = spread(kinds)
                table_high[seat] = spread(kinds >> _40) | beside(
                    np.int64(table >> OPEN_AT), nigiri[game, seat], scores[game, seat] + PUDDING_FEWEST, 0
                )
            for seat in range(players):
                controls = seat == control
                told = drawn[game] + 1 if controls else 0
                low, high = hand_low[seat], hand_high[seat]
                seen[game, seat, 0] = low
                seen[game, seat, 1] = high | beside(number, turn, leftward, told)
                at = 2
                for away in range(1, players):
                    holder = seat + away if seat + away < players else seat + away - players
                    steps = steps_from(seat, holder, players, leftward)
                    if steps >= turn:
                        # A hand that was never here: one knows of returned chopsticks.
                        hidden = left - returned[game, holder] + (dummy and holder == control and drawn[game] != NOBODY)
                        seen[game, seat, at] = NOTHING
                        seen[game, seat, at + 1] = (U(returned[game, holder]) << _CHOPSTICKS_AT) | beside(
                            hidden, holder == control, 0, 0
                        )
                    elif dummy and holder == control and drawn[game] != NOBODY:
                        known = hands[game, holder] - one(drawn[game])
                        seen[game, seat, at] = spread(known)
                        seen[game, seat, at + 1] = spread(known >> _40) | beside(1, 1, 0, 0)
                    else:
                        seen[game, seat, at] = hand_low[holder]
                        seen[game, seat, at + 1] = hand_high[holder] | beside(0, holder == control, 0, 0)
                    at += 2
                for away in range(players):
                    owner = seat + away if seat + away < players else seat + away - players
                    seen[game, seat, at] = table_low[owner]
                    seen[game, seat, at + 1] = table_high[owner]
                    at += 2
                if dummy:
                    seen[game, seat, at] = table_low[players]
                    seen[game, seat, at + 1] = table_high[players]
                masks[game, seat, 0] = some(low)
                masks[game, seat, 1] = some(high)
                for word in range(2, words):
                    masks[game, seat, word] = NOTHING
                if may_take_two(left + controls, tables[game, seat], controls):
                    pairs(mask, game, seat, hands[game, seat], tables[game, seat])
                if controls and not over:
                    with_dummy(masks, mask, game, seat, hands[game, seat])

    return show


@kernel
def first_illegal(masks: Masks, actions: Numbers) -> Int:
    """The first action, row by row, that is none of a mask's or not legal; -1 if all are. As `legal` of the rules says."""
    number = masks.shape[2]
    for game in range(len(actions)):
        for seat in range(actions.shape[1]):
            action = actions[game, seat]
            if action < 0 or action >= number or masks[game, seat, action] == 0:
                return game * actions.shape[1] + seat
    return -1


class Shown:
    """Room for what a batch shows, filled by `show` again and again."""

    def __init__(self, batch: Batch) -> None:
        setup = batch.setup
        self.observations: Bytes = np.zeros((len(batch), setup.players, (setup.players + setup.laid) * BLOCK), np.uint8)
        self.masks = np.zeros((len(batch), setup.players, ACTIONS if setup.dummy else MOVES), np.int8)

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

    def check(self, actions: Any) -> None:
        """See that these are legal actions, by game and seat, for what was shown last."""
        games, seats, numbers = self.masks.shape
        check_array("actions", actions, (games, seats), "a row for each game, a column a seat")
        place = first_illegal(self.masks, actions)
        if place < 0:
            return
        game, seat = divmod(place, seats)
        action = int(actions[game, seat])
        if not 0 <= action < numbers:
            raise IllegalActionError(
                f"game {game}, seat {seat}: {action} is no action: they are the numbers 0 to {numbers - 1}"
            )
        move = format_move(codec.move_of_action(action))
        raise IllegalActionError(f"game {game}, seat {seat}: {action} ({move}) is not legal")
