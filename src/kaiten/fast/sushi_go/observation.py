"""What every seat sees, as rows of bytes for learners, and the mask of its legal actions.

An observation is a row of blocks of sixteen bytes: counts of the twelve kinds of card, then four more numbers. Seats are relative:
seat 0 is the observer, seat 1 the next to the left. With P players and T tableaus (the dummy's included) there are P + T blocks:

- the own hand; then the round, the turn, whether hands pass to the left, and the card drawn for the dummy plus one (0: none)
- the known cards of the hand of seat 1, 2, ...; then the number of its hidden cards, whether it controls the dummy, 0, 0
- the tableaus of seat 0, 1, ..., the dummy's last; then the open wasabi, the points of the nigiri, the points of the scored rounds
  plus six (which is never below zero), and 0. Puddings of all rounds are among the counts.

Version 1 has one more block, the last: the cards that lay face up in the scored rounds, on all tableaus together, without puddings,
which stand with the tableaus; then 0, 0, 0, 0. The counts of all blocks together are the cards that the seat has seen and can place.

A mask has a byte for each of the 96 moves. With the dummy it has 96 more for each card that the dummy may get: first a move
alone, for the seat that does not control it, then a move with tempura for the dummy, and so on (`codec.action_of`).
These kernels are unchecked. Compared by test_observation.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from kaiten.fast.errors import IllegalActionError
from kaiten.fast.jit import inlined, leaf, plain_kernel, scalar
from kaiten.fast.packed_counts import NOTHING, Bytes, Int, U, Word, Words, count, held, kth, one, popcount
from kaiten.fast.policies import Masks, first_illegal
from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go import constants as go
from kaiten.fast.sushi_go.batch import Batch
from kaiten.fast.sushi_go.board import passes_left
from kaiten.fast.sushi_go.legal import steps_from
from kaiten.fast.sushi_go.moves import leaves, may_take_two, swapped_pairs
from kaiten.fast.sushi_go.state import Rules, State, in_control
from kaiten.kit.errors import OptionError
from kaiten.sushi_go import format_move

VERSIONS = 0, 1
BLOCK = 16
"""Bytes."""

_MOVE_WORDS = go.MOVES // 8
_CARDS = U(int(go.ONE_OPEN) - 1)
_NO_PUDDING = _CARDS & ~go.PUDDING_FIELD
_32, _40, _48, _56 = (U(bits) for bits in (32, 40, 48, 56))
_A, _B = U(0xFFFFF), U(0xFFFFF00000)
_C, _D = U(0x000003FF000003FF), U(0x000FFC00000FFC00)
_E, _F = U(0x001F001F001F001F), U(0x03E003E003E003E0)
_12, _6, _3 = U(12), U(6), U(3)
_7, _1S, _127S = U(7), U(0x0101010101010101), U(0x7F7F7F7F7F7F7F7F)
_CHOPSTICKS_AT = U(8 * (go.CHOPSTICKS - 8))
"""In the second word of a block."""


class Rows(NamedTuple):
    """The arrays that `observe` fills, by game and seat."""

    observations: Words
    """Eight bytes a word."""
    mask_words: Words
    """The same memory as `masks`."""
    masks: Masks
    spread: Words
    """Scratch: hands and tableaus in bytes, by seat; the lower and upper word of each."""


@scalar
def spread(fields: Word) -> Word:
    """Eight fields of five bits, each in a byte of its own: move halves apart, then quarters, then eighths."""
    fields = (fields & _A) | ((fields & _B) << _12)
    fields = (fields & _C) | ((fields & _D) << _6)
    return (fields & _E) | ((fields & _F) << _3)


@scalar
def in_bytes(cards: Word) -> tuple[Word, Word]:
    """The counts of all kinds, each in a byte of its own: two words."""
    return spread(cards), spread(cards >> _40)


@scalar
def beside(first: Int, second: Int, third: Int) -> Word:
    """The numbers after the counts of a block, in the upper half of a word."""
    return (U(first) << _32) | (U(second) << _40) | (U(third) << _48)


@scalar
def nonzero(counts: Word) -> Word:
    """A one in each byte that is not zero; none is above 127."""
    return ((counts + _127S) >> _7) & _1S


@leaf
def mask_pairs(mask: Masks, game: Int, seat: Int, hand: Word, tableau: Word) -> None:
    """Add the moves of two cards; rare, so a call."""
    kinds = held(hand, 1)
    for k in range(popcount(kinds)):
        high = kth(kinds, k)
        mask[game, seat, go.DOUBLES_FROM + high] = count(hand, high) > 1
        for j in range(k):
            mask[game, seat, go.PAIRS_FROM + high * (high - 1) // 2 + kth(kinds, j)] = 1
    if swapped_pairs(hand, tableau) == 0:
        return
    for high in range(go.NIGIRI):
        has_high = count(hand, go.NIGIRI_FROM + high) > 0
        if tableau >> go.OPEN_AT == NOTHING:
            mask[game, seat, go.SWAPPED_FROM + high] = has_high
        else:
            for low in range(high):
                both = has_high and count(hand, go.NIGIRI_FROM + low) > 0
                mask[game, seat, go.SWAPPED_NIGIRI_FROM + high * (high - 1) // 2 + low] = both


@leaf
def mask_dummy(rows: Rows, game: Int, seat: Int, hand: Word) -> None:
    """Replace the moves alone by each move with each card that it leaves for the dummy."""
    words, kinds = rows.mask_words, held(hand, 1)
    for k in range(popcount(kinds)):
        card = kth(kinds, k)
        for word in range(_MOVE_WORDS):
            words[game, seat, (1 + card) * _MOVE_WORDS + word] = words[game, seat, word]
        for move in range(go.MOVES):
            if not leaves(hand, move, card):
                rows.masks[game, seat, (1 + card) * go.MOVES + move] = 0
    for word in range(_MOVE_WORDS):
        words[game, seat, word] = NOTHING


@inlined
def past_cards(rules: Rules, state: State, game: Int) -> Word:
    """The cards that lay face up in the scored rounds, without puddings."""
    cards = NOTHING
    for number in range(state.scored[game]):
        for seat in range(rules.tableaus):
            cards += state.past[game, number, seat] & _NO_PUDDING
    return cards


@cache
def observe_kernel(players: int, size: int, dummy: int, has_past: int) -> Callable[[Int, State, Rows], None]:
    """The kernel that writes observations and masks; `has_past` adds the cards of scored rounds."""
    tableaus, words = players + dummy, (go.ACTIONS if dummy else go.MOVES) // 8

    @plain_kernel
    def observe(both: Int, state: State, rows: Rows) -> None:
        rules = Rules(players, tableaus, size, dummy, both, 0, go.NOBODY)
        board, seen, masks = state.board, rows.observations, rows.mask_words
        hand_low, hand_high, table_low, table_high = rows.spread[0], rows.spread[1], rows.spread[2], rows.spread[3]
        for game in range(len(state.turns)):
            number, turn, drawn = state.rounds[game], state.turns[game], state.drawn[game]
            control, left = in_control(rules, state, game), passes_left(both, number)
            over = state.scored[game] == go.ROUNDS
            cards_left = 0 if over else size - turn + 1
            past = past_cards(rules, state, game) if has_past else NOTHING
            # Each hand and tableau is spread once for all observers.
            for seat in range(players):
                hand_low[seat], hand_high[seat] = in_bytes(board.hands[game, seat])
            for seat in range(tableaus):
                tableau, score = board.tableaus[game, seat], board.scores[game, seat] + go.PUDDING_FEWEST
                table_low[seat], high = in_bytes(tableau & _CARDS)
                table_high[seat] = high | beside(np.int64(tableau >> go.OPEN_AT), board.nigiri[game, seat], score)
            for seat in range(players):
                controls = seat == control
                seen[game, seat, 0] = hand_low[seat]
                seen[game, seat, 1] = (
                    hand_high[seat] | beside(number, turn, left) | U(drawn + 1 if controls else 0) << _56
                )
                at = 2
                for away in range(1, players):
                    holder = seat + away if seat + away < players else seat + away - players
                    drew = dummy and holder == control and drawn != go.NOBODY
                    if steps_from(seat, holder, players, left) >= turn:
                        # The observer never held this hand, and knows of returned chopsticks only.
                        known = state.returned[game, holder]
                        hidden = beside(cards_left - known + drew, holder == control, 0)
                        seen[game, seat, at], seen[game, seat, at + 1] = NOTHING, (U(known) << _CHOPSTICKS_AT) | hidden
                    elif drew:
                        low, high = in_bytes(board.hands[game, holder] - one(drawn))
                        seen[game, seat, at], seen[game, seat, at + 1] = low, high | beside(1, 1, 0)
                    else:
                        high = hand_high[holder] | beside(0, holder == control, 0)
                        seen[game, seat, at], seen[game, seat, at + 1] = hand_low[holder], high
                    at += 2
                for away in range(tableaus):
                    owner = seat + away if seat + away < players else seat + away - players
                    owner = players if away == players else owner
                    seen[game, seat, at], seen[game, seat, at + 1] = table_low[owner], table_high[owner]
                    at += 2
                if has_past:
                    seen[game, seat, at], seen[game, seat, at + 1] = in_bytes(past)
                masks[game, seat, 0] = nonzero(hand_low[seat])
                masks[game, seat, 1] = nonzero(hand_high[seat])
                for word in range(2, words):
                    masks[game, seat, word] = NOTHING
                if may_take_two(cards_left + controls, board.tableaus[game, seat], controls):
                    mask_pairs(rows.masks, game, seat, board.hands[game, seat], board.tableaus[game, seat])
                if dummy and controls and not over:
                    mask_dummy(rows, game, seat, board.hands[game, seat])

    return observe


class Observer:
    """Observations and masks of a batch, overwritten by each `observe`."""

    def __init__(self, batch: Batch, version: int = 0) -> None:
        if version not in VERSIONS:
            raise OptionError(f"version {version!r}: it is one of {', '.join(map(str, VERSIONS))}")
        setup, seats = batch.setup, (len(batch), batch.setup.players)
        self.observations: Bytes = np.zeros(
            (*seats, (setup.players + setup.rules.tableaus + version) * BLOCK), np.uint8
        )
        self.masks: Masks = np.zeros((*seats, go.ACTIONS if setup.options.dummy else go.MOVES), np.int8)
        spread = np.zeros((4, setup.rules.tableaus), np.uint64)
        self._rows = Rows(self.observations.view(np.uint64), self.masks.view(np.uint64), self.masks, spread)
        self._kernel, self._both = (
            observe_kernel(setup.players, setup.rules.size, setup.rules.dummy, version),
            setup.rules.both,
        )

    def observe(self, batch: Batch) -> None:
        """Write what every seat of every game sees now, and its legal actions."""
        self._kernel(self._both, batch.state, self._rows)

    def check(self, actions: Any) -> None:
        """Check that these are legal actions, by game and seat, for the last observation."""
        place = first_illegal(self.masks, actions, "a row for each game, a column a seat")
        if place < 0:
            return
        game, seat = divmod(place, self.masks.shape[1])
        action, numbers, where = int(actions[game, seat]), self.masks.shape[2], f"game {game}, seat {seat}"
        if not 0 <= action < numbers:
            raise IllegalActionError(f"{where}: {action} is no action: they are the numbers 0 to {numbers - 1}")
        raise IllegalActionError(f"{where}: {action} ({format_move(codec.move_of_action(action))}) is not legal")
