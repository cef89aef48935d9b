"""Rollouts with the dummy: moves sampled from the policy, on the board of `fast.sushi_go`, to the end of the round.

Seats are 0 and 1; the dummy's tableau is the third. These kernels are unchecked.
"""

from typing import NamedTuple

import numpy as np

from kaiten.fast.chance import draw, lower, mixed, next_counter, uniform, upper
from kaiten.fast.jit import part
from kaiten.fast.packed_counts import KINDS, NOTHING, Bytes, Int, Numbers, Word, Words, held, kth, one, popcount
from kaiten.fast.sushi_go.board import Board, give_dummy, pass_left, play_cards
from kaiten.fast.sushi_go.constants import NOBODY
from kaiten.fast.sushi_go.moves import may_take_two
from kaiten.players.categorical import Weights, sample
from kaiten.players.sushi_go.dummy import policy
from kaiten.players.sushi_go.dummy.policy import GIVEN, OWN, SECOND, Knowledge, Trace
from kaiten.players.win_model import Model
from kaiten.sushi_go.state import Options, hand_size

SIZE = hand_size(Options(dummy=True), 2)
"""Turns of a round."""


class Turn(NamedTuple):
    """`left` counts the turns of the round, this one included, `round` counts from 0, `drawn` is the dummy's card, NOBODY before it is
    drawn, and `top` the number of cards drawn from the pile."""

    left: Int
    round: Int
    control: Int
    drawn: Int
    top: Int


class Scratch(NamedTuple):
    """Scratch arrays: odds by kind of the hand, cards by seat and pick (NOBODY for none), counts by tableau, win probabilities."""

    odds: Weights
    moves: Numbers
    counts: Numbers
    chances: Model


def new_scratch() -> Scratch:
    return Scratch(np.zeros(KINDS), np.zeros((2, 3), np.int64), np.zeros(3, np.int64), np.zeros(2))


@part
def draw_for_dummy(counter: Word, hands: Words, pile: Bytes, turn: Turn) -> tuple[Word, Turn]:
    """Draw the card of a turn to the hand of the seat in control (SG-19)."""
    counter = next_counter(counter)
    card = draw(lower(mixed(counter)), pile, turn.top)
    hands[0, turn.control] += one(card)
    return counter, Turn(turn.left, turn.round, turn.control, card, turn.top + 1)


@part
def knowledge(hands: Words, tableaus: Words, seat: Int, turn: Turn) -> Knowledge:
    """What a seat knows: of the opponent's hand nothing in the first turn, later all but the card drawn for the dummy."""
    own, coming = tableaus[0, seat], hands[0, 1 - seat]
    if turn.left == SIZE:
        coming = NOTHING
    elif turn.control != seat and turn.drawn != NOBODY:
        coming -= one(turn.drawn)
    two = may_take_two(turn.left, own, 0)
    hand, other, dummy = hands[0, seat], tableaus[0, 1 - seat], tableaus[0, 2]
    return Knowledge(seat, seat == turn.control, two, hand, own, other, dummy, coming, turn.left, turn.round)


@part
def sample_move(
    counter: Word, factors: Weights, odds: Weights, moves: Numbers, known: Knowledge, trace: Trace | None
) -> Word:
    """Sample a seat's move from the policy, and add its gradient to a trace; returns the next counter."""
    seat = known.seat
    for pick in range(3):
        moves[seat, pick] = NOBODY
        if not policy.is_due(known, pick):
            continue
        counter = next_counter(counter)
        bits, kinds = mixed(counter), held(known.hand, 1)
        chosen: Int = 0
        if popcount(kinds) > 1 or pick == SECOND:
            total, none = policy.write_odds(factors, known, pick, odds, trace)
            chosen = sample(odds, 0, popcount(kinds), total - none, lower(bits))
            if uniform(upper(bits)) * total < none:
                chosen = NOBODY
            if trace is not None:
                policy.add_gradient(trace, seat, odds, popcount(kinds), total, none, chosen)
        if chosen != NOBODY:
            moves[seat, pick] = kth(kinds, chosen)
            known = policy.after_pick(known, kth(kinds, chosen))
    return counter


@part
def next_turn(counter: Word, board: Board, moves: Numbers, pile: Bytes, turn: Turn) -> tuple[Word, Turn]:
    """Play both moves, swap the hands, and draw the dummy's next card, if a turn is left (SG-5, SG-6, SG-8, SG-19).

    Compared by test_bots_dummy.
    """
    for seat in range(2):
        play_cards(board, 0, seat, moves[seat, OWN], moves[seat, SECOND])
        if moves[seat, GIVEN] != NOBODY:
            give_dummy(board, 0, seat, moves[seat, GIVEN])
    pass_left(board.hands, 0, 2)
    turn = Turn(turn.left - 1, turn.round, 1 - turn.control, turn.drawn, turn.top)
    if turn.left > 0:
        counter, turn = draw_for_dummy(counter, board.hands, pile, turn)
    return counter, turn


@part
def roll_out(
    counter: Word, factors: Weights, board: Board, scratch: Scratch, pile: Bytes, turn: Turn, trace: Trace | None
) -> Word:
    """Play the rest of a round by the policy, from a turn whose card has been drawn; returns the next counter."""
    (hands, tableaus, _, _), (odds, moves, _, _) = board, scratch
    while turn.left > 0:
        for seat in range(2):
            known = knowledge(hands, tableaus, seat, turn)
            counter = sample_move(counter, factors, odds, moves, known, trace)
        counter, turn = next_turn(counter, board, moves, pile, turn)
    return counter
