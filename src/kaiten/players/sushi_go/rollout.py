"""Rollouts: the rest of a round, played by the policy at every seat. These kernels are unchecked."""

import math
from typing import NamedTuple

import numpy as np

from kaiten.fast.chance import lower, mixed, next_counter, uniform, upper
from kaiten.fast.jit import inlined, leaf
from kaiten.fast.packed_counts import KINDS, NOTHING, Int, Numbers, Word, Words, held, kth, popcount
from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go.board import Board, pass_left, pass_right, play_cards
from kaiten.fast.sushi_go.constants import CHOPSTICKS_FIELD, NOBODY
from kaiten.players.categorical import sample
from kaiten.players.sushi_go.policy import NO_SECOND, Context, Weights, after_first, write_odds, write_progress
from kaiten.sushi_go import View
from kaiten.sushi_go.cards import WASABI_RULE

START = np.int64(0)
"""Not a literal, for which Numba would compile `sample` once more."""


class Round(NamedTuple):
    """A round: its number from 0, cards of a hand at its start, players, the step from a seat to the one that gets its hand (1 or -1), and
    whether the fewest puddings cost points."""

    number: int
    size: int
    players: int
    step: int
    loss: int


def board_of(view: View, hands: Words | None = None) -> Board:
    """The board of a view, with its known cards as hands unless others are given, a row for each determinization."""
    if hands is None:
        hands = np.array([[codec.word_of(hand.cards) for hand in view.hands]], np.uint64)
    tableaus = [codec.table_of(*each) for each in zip(view.tableaus, view.puddings, strict=True)]
    nigiri = [WASABI_RULE.score(tableau) for tableau in view.tableaus]
    scores = [sum(column) for column in zip(*view.rounds, strict=True)] or [0] * len(view.tableaus)
    return Board(hands, np.array([tableaus], np.uint64), np.array([nigiri], np.int64), np.array([scores], np.int64))


class Scratch(NamedTuple):
    """Scratch arrays of a turn: by seat icons, progress, and first and second card (NOBODY for none); odds by card, last no second card."""

    icons: Numbers
    progress: Words
    cards: Numbers
    odds: Weights
    pairs: Weights


def new_scratch(players: Int) -> Scratch:
    icons, progress, cards = np.zeros(players, np.int64), np.zeros(players, np.uint64), np.zeros((players, 2), np.int64)
    return Scratch(icons, progress, cards, np.zeros(KINDS + 1), np.zeros((KINDS, KINDS)))


allocate_scratch = inlined(new_scratch)
"""The same within a kernel."""


@inlined
def context_of(hands: Words, progress: Words, round_: Round, left: Int, seat: Int) -> Context:
    """The context of a seat's choice. It knows the coming hand once the hand has been around."""
    last = round_.players - 1
    left_seat, right_seat = seat + 1 if seat < last else 0, seat - 1 if seat > 0 else last
    after, before = (left_seat, right_seat) if round_.step > 0 else (right_seat, left_seat)
    coming = hands[0, before] if round_.size - left >= last else NOTHING
    return Context(hands[0, seat], progress[seat], progress[after], coming, left, round_.number)


@inlined
def end_turn(board: Board, cards: Numbers, round_: Round) -> None:
    """All seats play the cards that they have chosen, and pass their hands."""
    for seat in range(round_.players):
        play_cards(board, 0, seat, cards[seat, 0], cards[seat, 1])
    pass_hands(board.hands, round_)


@inlined
def pass_hands(hands: Words, round_: Round) -> None:
    if round_.step < 0:
        pass_right(hands, 0, round_.players)
    else:
        pass_left(hands, 0, round_.players)


@leaf
def rollout(counter: Word, weights: Weights, board: Board, scratch: Scratch, round_: Round, left: Int) -> Word:
    """Play the `left` turns to the end of a round, one at least; returns the next counter."""
    odds, cards = scratch.odds, scratch.cards
    while left > 1:
        write_progress(board.tableaus, scratch.icons, scratch.progress)
        for seat in range(round_.players):
            hand, tableau = board.hands[0, seat], board.tableaus[0, seat]
            some = held(hand, 1)
            cards[seat, 1] = NOBODY
            context = context_of(board.hands, scratch.progress, round_, left, seat)
            total = write_odds(weights, context, odds)
            counter = next_counter(counter)
            bits = mixed(counter)
            first = kth(some, sample(odds, START, popcount(some), total, lower(bits)))
            cards[seat, 0] = first
            if (tableau & CHOPSTICKS_FIELD) == NOTHING:
                continue
            second = after_first(context, tableau, first)
            total, single = write_odds(weights, second, odds), math.exp(weights[NO_SECOND + left])
            if (total + single) * uniform(upper(bits)) >= single:
                counter = next_counter(counter)
                rest = held(second.hand, 1)
                cards[seat, 1] = kth(rest, sample(odds, START, popcount(rest), total, lower(mixed(counter))))
        end_turn(board, cards, round_)
        left -= 1
    for seat in range(round_.players):
        play_cards(board, 0, seat, kth(held(board.hands[0, seat], 1), 0), NOBODY)
    return counter
