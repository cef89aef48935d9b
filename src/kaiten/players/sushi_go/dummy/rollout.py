"""Rollouts with the dummy: moves sampled from the policy, on the board of `fast.sushi_go`, to the end of the round, and its win model.

Seats are 0 and 1; the dummy's tableau is the third. It takes part in maki and puddings but cannot win (SG-20). The win model is logistic
in the difference between the players: points, puddings, whether they are the most and the fewest of the three, the lead with puddings,
and who controls the dummy first in the next round. These kernels are unchecked.
"""

import math
from typing import NamedTuple

import numpy as np

from kaiten.fast.chance import draw, lower, mixed, next_counter, uniform, upper
from kaiten.fast.jit import inlined, part
from kaiten.fast.packed_counts import KINDS, NOTHING, Bytes, Int, Numbers, Word, Words, count, held, kth, one, popcount
from kaiten.fast.sushi_go.board import Board, give_dummy, pass_left, play_cards
from kaiten.fast.sushi_go.constants import NOBODY, PUDDING, ROUNDS
from kaiten.fast.sushi_go.moves import may_take_two
from kaiten.fast.sushi_go.scoring import add_puddings, end_round
from kaiten.players.categorical import Weights, sample
from kaiten.players.sushi_go.dummy import policy
from kaiten.players.sushi_go.dummy.policy import GIVEN, OWN, SECOND, Knowledge, Trace
from kaiten.players.win_model import Model, win_shares
from kaiten.sushi_go.state import Options, hand_size

SIZE = hand_size(Options(dummy=True), 2)
"""Turns of a round."""
SHAPE = (ROUNDS, 6)
"""Of the win model, by rounds left, and by feature; the row for no round left is unused."""
MOST_LEAD = 3
"""A lead with puddings over the best opponent, or a lag, is cut off here."""


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


@inlined
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
def knowledge(board: Board, seat: Int, turn: Turn) -> Knowledge:
    """What a seat knows: of the opponent's hand nothing in the first turn, later all but the card drawn for the dummy."""
    own, other, dummy = board.tableaus[0, seat], board.tableaus[0, 1 - seat], board.tableaus[0, 2]
    hand, coming, two = board.hands[0, seat], board.hands[0, 1 - seat], may_take_two(turn.left, own, 0)
    if turn.left == SIZE:
        coming = NOTHING
    elif turn.control != seat and turn.drawn != NOBODY:
        coming -= one(turn.drawn)
    return Knowledge(seat, seat == turn.control, two, hand, own, other, dummy, coming, turn.left, turn.round)


@part
def sample_move(counter: Word, factors: Weights, scratch: Scratch, known: Knowledge, trace: Trace | None) -> Word:
    """Sample a seat's move from the policy, and add its gradient to a trace; returns the next counter."""
    odds, moves, seat = scratch.odds, scratch.moves, known.seat
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
    """Play both moves, swap hands, draw the dummy's card if a turn is left (SG-5, SG-6, SG-8, SG-19). Compared by test_bots_dummy."""
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
    while turn.left > 0:
        for seat in range(2):
            counter = sample_move(counter, factors, scratch, knowledge(board, seat, turn), trace)
        counter, turn = next_turn(counter, board, scratch.moves, pile, turn)
    return counter


@part
def score_round(model: Model, board: Board, counts: Numbers, number: Int, loss: Int, control: Int, out: Model) -> None:
    """The win model: score a round, with the last one the game, and write puddings and win probabilities. `control` is that of the next turn."""
    end_round(board.tableaus, board.nigiri, board.scores, counts, 0, 3)
    for seat in range(3):
        counts[seat] = count(board.tableaus[0, seat], PUDDING)
    if number == ROUNDS - 1:
        add_puddings(board.tableaus, board.scores, 0, 3, loss)
        win_shares(board.scores[0], counts, 2, out)
        return
    left, mine, theirs, dummy = ROUNDS - 1 - number, counts[0], counts[1], counts[2]
    most, fewest = max(mine, theirs, dummy), min(mine, theirs, dummy)
    lead = min(max(mine - max(theirs, dummy), -MOST_LEAD), MOST_LEAD)
    lead -= min(max(theirs - max(mine, dummy), -MOST_LEAD), MOST_LEAD)
    logit = model[left, 0] * (board.scores[0, 0] - board.scores[0, 1]) + model[left, 1] * (mine - theirs)
    logit += model[left, 2] * (np.int64(mine == most) - np.int64(theirs == most))
    logit += model[left, 3] * (np.int64(mine == fewest) - np.int64(theirs == fewest))
    logit += model[left, 4] * lead + model[left, 5] * (1.0 - 2.0 * control)
    out[0] = 1.0 / (1.0 + math.exp(-logit))
    out[1] = 1.0 - out[0]
