"""Trained bots for two players with the dummy: the policy, and ISMCTS. They get a view and nothing else."""

from itertools import chain

import numpy as np

from kaiten.fast.chance import seeded
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Numbers, U, Word
from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go.board import Board
from kaiten.fast.sushi_go.constants import NOBODY
from kaiten.fast.sushi_go.determinize import guesses
from kaiten.kit.chance import RandomSource
from kaiten.players.categorical import Weights
from kaiten.players.sushi_go.dummy.ismcts import Root, new_tree, search
from kaiten.players.sushi_go.dummy.rollout import Turn, knowledge, new_scratch, sample_move
from kaiten.players.sushi_go.rollout import board_of
from kaiten.players.weights import load_trained
from kaiten.sushi_go import DECK, NAME, Card, Move, View
from kaiten.sushi_go.scoring import pudding_loss

CHAMPIONS_SIMULATIONS = 12_000
"""About fifty milliseconds a move."""
DEALS = 16
"""Determinizations of the opponent's hand in the first turn of a round, when nothing of it is known."""


def policy(view: View, source: RandomSource) -> Move:
    """A move sampled from the policy."""
    seat, counter, factors = view.seat or 0, seeded(source.uniform(1 << 30)), load_trained(NAME, "dummy").factors
    return _move(view, _sample(counter, factors, board_of(view), _turn_of(view), seat)[seat])


def search_move(view: View, source: RandomSource, simulations: int) -> Move:
    """The most visited move of an ISMCTS; the same view, source and number of simulations give the same."""
    if len(view.legal) == 1:
        return view.legal[0]
    seat, control, seed = view.seat or 0, view.in_control or 0, source.uniform(1 << 30)
    deals = guesses(view, np.random.default_rng(seed), DEALS if view.turn == 1 else 1)
    if control != seat:
        # Each simulation draws the opponent's card for the dummy anew.
        known = codec.word_of(view.hands[control].cards)
        for hands in deals:
            hands[control] -= U(codec.word_of(codec.cards_of(int(hands[control]) - known)[:1]))
    played = [*chain(*view.tableaus, *chain(*view.past)), *[Card.PUDDING] * sum(view.puddings)]
    unseen = codec.word_of(DECK) - codec.word_of(played)
    piles = np.array([codec.cards_of(unseen - sum(map(int, hands))) for hands in deals], np.uint8)
    root = Root(board_of(view, deals), piles, _turn_of(view), seat, int(pudding_loss(view.options, 2)))
    learned, tree = load_trained(NAME, "dummy"), new_tree(simulations)
    return _move(view, search(seeded(seed), learned.factors, learned.model, root, simulations, tree))


def _move(view: View, picks: Numbers) -> Move:
    """A move of the rules from its picks."""
    own, second, given = (None if card == NOBODY else Card(int(card)) for card in picks)
    move = Move(tuple([card for card in (own, second) if card is not None]), given)
    # Two cards whose order does not matter are legal in one order only.
    return move if move in view.legal else Move(move.cards[::-1], given)


def _turn_of(view: View) -> Turn:
    drawn = NOBODY if view.drawn is None else int(view.drawn)
    return Turn(view.turns - view.turn + 1, view.round - 1, view.in_control or 0, drawn, 0)


@kernel
def _sample(counter: Word, factors: Weights, board: Board, turn: Turn, seat: int) -> Numbers:
    """The picks of a move sampled from the policy."""
    scratch = new_scratch()
    sample_move(counter, factors, scratch, knowledge(board, seat, turn), None)
    return scratch.moves
