"""The board of Sushi Go! in packed words, and the operations that change it: play cards, pass hands.

Batches, random games, search, self-play and rollouts all use them. Arrays are by game and seat; the dummy's tableau is the last.
These kernels are unchecked. Compared by test_lock_step.
"""

from typing import NamedTuple

import numpy as np

from kaiten.fast.jit import inlined, scalar
from kaiten.fast.packed_counts import Int, Numbers, Words, one
from kaiten.fast.sushi_go.constants import ONE_CHOPSTICKS
from kaiten.fast.sushi_go.moves import put_down


class Board(NamedTuple):
    """What a turn and the end of a round change."""

    hands: Words
    """Cards by kind, as packed counts."""
    tableaus: Words
    """Cards by kind, puddings of all rounds included, and the open wasabi above them (`constants.OPEN_AT`)."""
    nigiri: Numbers
    """Points of the nigiri of this round, on wasabi or not."""
    scores: Numbers
    """Points of the scored rounds, and of the puddings once the game is over."""


def new_board(players: Int, tableaus: Int) -> Board:
    """An empty board for one game."""
    return Board(
        np.zeros((1, players), np.uint64),
        np.zeros((1, tableaus), np.uint64),
        np.zeros((1, tableaus), np.int64),
        np.zeros((1, tableaus), np.int64),
    )


allocate_board = inlined(new_board)
"""The same within a kernel."""


@inlined
def play_cards(board: Board, game: Int, seat: Int, first: Int, second: Int) -> None:
    """Move one card, or two with chopsticks (`second` >= 0), from a hand to its tableau (SG-6, SG-8)."""
    hand = board.hands[game, seat] - one(first)
    tableau, nigiri = put_down(board.tableaus[game, seat], board.nigiri[game, seat], first)
    if second >= 0:
        hand += ONE_CHOPSTICKS - one(second)
        tableau, nigiri = put_down(tableau - ONE_CHOPSTICKS, nigiri, second)
    board.hands[game, seat] = hand
    board.tableaus[game, seat], board.nigiri[game, seat] = tableau, nigiri


@inlined
def give_dummy(board: Board, game: Int, seat: Int, card: Int) -> None:
    """Move a card from the hand of the seat in control to the dummy's tableau (SG-19)."""
    dummy = board.tableaus.shape[1] - 1
    board.hands[game, seat] -= one(card)
    tableau, nigiri = put_down(board.tableaus[game, dummy], board.nigiri[game, dummy], card)
    board.tableaus[game, dummy], board.nigiri[game, dummy] = tableau, nigiri


@scalar
def passes_left(both: Int, number: Int) -> Int:
    """Whether hands pass to the left in this round, as `state.passes_left` (SG-7, SG-18)."""
    return not (both and number == 2)


@inlined
def pass_left(array: Words | Numbers, game: Int, players: Int) -> None:
    """Move the entry of seat i, a hand or what is known of it, to seat i + 1 (SG-5)."""
    last = array[game, players - 1]
    for seat in range(players - 1, 0, -1):
        array[game, seat] = array[game, seat - 1]
    array[game, 0] = last


@inlined
def pass_right(array: Words | Numbers, game: Int, players: Int) -> None:
    """Move the entry of seat i + 1 to seat i (SG-18)."""
    first = array[game, 0]
    for seat in range(players - 1):
        array[game, seat] = array[game, seat + 1]
    array[game, players - 1] = first
