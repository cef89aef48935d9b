"""Training of the policy by self-play (REINFORCE), and of the win model that serves as its baseline.

The return of a choice is the change of the win probability in its round: the win probability before the round is the baseline.
"""

import math
from typing import NamedTuple

import numpy as np

from kaiten.fast.chance import draw, lower, mixed, next_counter
from kaiten.fast.jit import inlined, kernel, leaf
from kaiten.fast.packed_counts import NOTHING, Bytes, Int, Numbers, Word, Words, count, held, kth, one, popcount
from kaiten.fast.sushi_go.board import Board, allocate_board
from kaiten.fast.sushi_go.constants import DECK, NOBODY, PUDDING, ROUNDS
from kaiten.fast.sushi_go.moves import may_take_two
from kaiten.players import policy_gradient
from kaiten.players.categorical import sample
from kaiten.players.sushi_go import policy
from kaiten.players.sushi_go.policy import NO_SECOND, Context, Weights, feature_offsets, write_odds
from kaiten.players.sushi_go.rollout import START, Round, Scratch, allocate_scratch, context_of, end_turn
from kaiten.players.sushi_go.win_model import evaluate_round
from kaiten.players.win_model import Model, points_ahead
from kaiten.sushi_go import tables

POINT_REWARD = 0.01
"""Reward of a point more than the best opponent beside the win probability, so that lost games teach something too."""
_MOST_OFFSETS = 1 + 2 * 5 * sum(range(policy.MOST_CARDS + 1)) + policy.MOST_CARDS
"""More than a seat's choices of a round have."""
_SIZES = np.array([0, 0, *tables.HAND_SIZE.values()], np.int64)


class Score(NamedTuple):
    """The gradient of the log-probability of each seat's choices in a round: by seat, sums by weight; the number and offsets of nonzero ones."""

    sums: Weights
    offsets: Numbers


@leaf
def _choose(
    counter: Word, weights: Weights, context: Context, tableau: Word, scratch: Scratch, score: Score, seat: Int
) -> Word:
    """Sample a seat's cards, and add the gradient of their log-probability to its score; returns the next counter."""
    odds, cards, sums, offsets = scratch.odds, scratch.cards[seat], score.sums[seat], score.offsets[seat]
    cards[1] = NOBODY
    for second in range(2):
        some = held(context.hand, 1)
        kinds = popcount(some)
        total = write_odds(weights, context, odds)
        if second:
            odds[kinds] = math.exp(weights[NO_SECOND + context.left])
            total += odds[kinds]
        counter = next_counter(counter)
        chosen = sample(odds, START, kinds + second, total, lower(mixed(counter)))
        for k in range(kinds):
            gradient = (1.0 if k == chosen else 0.0) - odds[k] / total
            for offset in feature_offsets(kth(some, k), context):
                offsets[0] += 1
                offsets[offsets[0]] = offset
                sums[offset] += gradient
        if second:
            offsets[0] += 1
            offsets[offsets[0]] = NO_SECOND + context.left
            sums[NO_SECOND + context.left] += (chosen == kinds) - odds[kinds] / total
        if chosen < kinds:
            cards[second] = kth(some, chosen)
        if second or not may_take_two(context.left, tableau, 0):
            break
        context = policy.after_first(context, tableau, cards[0])
    return counter


@leaf
def _play_round(counter: Word, weights: Weights, board: Board, scratch: Scratch, score: Score, round_: Round) -> Word:
    """Play a round that has been dealt; returns the next counter."""
    for left in range(round_.size, 0, -1):
        policy.write_progress(board.tableaus, scratch.icons, scratch.progress)
        for seat in range(round_.players):
            context = context_of(board.hands, scratch.progress, round_, left, seat)
            counter = _choose(counter, weights, context, board.tableaus[0, seat], scratch, score, seat)
        end_turn(board, scratch.cards, round_)
    return counter


@leaf
def _add_gradient(gained: Numbers, advantages: Weights, score: Score, gradient: Weights) -> None:
    """Add each seat's score times its return (the change of its win probability, and points), and clear the score."""
    for seat in range(len(gained)):
        total = advantages[seat] + POINT_REWARD * points_ahead(gained, seat, len(gained))
        sums, offsets = score.sums[seat], score.offsets[seat]
        for k in range(1, offsets[0] + 1):  # an offset may be there twice
            gradient[offsets[k]] += total * sums[offsets[k]]
            sums[offsets[k]] = 0.0
        offsets[0] = 0


@inlined
def deal(counter: Word, hands: Words, deck: Bytes, top: Int, size: Int) -> Word:
    """Deal hands from place `top` of the deck on; returns the next counter."""
    hands[:] = NOTHING
    for card in range(hands.shape[1] * size):
        counter = next_counter(counter)
        hands[0, card // size] += one(draw(lower(mixed(counter)), deck, top + card))
    return counter


@kernel
def selfplay(counter: Word, weights: Weights, model: Model, gradient: Weights, log: Weights) -> Word:
    """Play as many games as `log` has rows, and add up the gradient; returns the next counter. Unchecked.

    `log` gets, by game, round and seat, points and puddings after the first two rounds, and the share of the win after the last.
    """
    players: int = log.shape[2]
    size, loss = _SIZES[players], 1 if players >= tables.PUDDING_LOSS_FROM else 0
    deck, board, scratch = DECK.copy(), allocate_board(players, players), allocate_scratch(players)
    hands, tableaus, gained = board.hands, board.tableaus, np.zeros(players, np.int64)
    before, after = np.zeros(players), np.zeros(players)
    score = Score(np.zeros((players, policy.WEIGHTS)), np.zeros((players, _MOST_OFFSETS), np.int64))
    for game in range(len(log)):
        tableaus[:], board.scores[:], before[:] = NOTHING, 0, 1.0 / players
        dealt = np.int64(0)
        for number in range(ROUNDS):
            gained[:] = board.scores[0]
            counter = deal(counter, hands, deck, dealt, size)
            dealt += players * size
            round_ = Round(number, size, players, 1, loss)
            counter = _play_round(counter, weights, board, scratch, score, round_)
            evaluate_round(model, board, round_, scratch.icons, after)
            for seat in range(players):
                log[game, number, seat, 0] = board.scores[0, seat] if number < ROUNDS - 1 else after[seat]
                log[game, number, seat, 1] = count(tableaus[0, seat], PUDDING)
                before[seat] = after[seat] - before[seat]
                gained[seat] = board.scores[0, seat] - gained[seat]
            _add_gradient(gained, before, score, gradient)
            before[:] = after
    return counter


class Training(policy_gradient.Training):
    """For Sushi Go! without the dummy."""

    WEIGHTS = policy.WEIGHTS
    FIRST_MODEL = np.array([[0, 0, 0, 0], [0.15, 0.25, 0.2, -0.2], [0.1, 0.12, 0.1, -0.1]])
    LOGGED = 2
    SCALE = np.array([0.05, 0.3, 0.3, 0.3])

    def play(self, counter: Word, gradient: Weights, log: Weights) -> Word:
        return selfplay(counter, self.weights, self.model, gradient, log)
