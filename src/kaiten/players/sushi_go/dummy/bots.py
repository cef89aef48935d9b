"""The trained players for two with the dummy. They see a view and nothing else."""

from collections import Counter

import numpy as np

from kaiten.fast.chance import seeded
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import KINDS, Int, Numbers, Word, Words
from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go.constants import NOBODY
from kaiten.fast.sushi_go.determinize import guess
from kaiten.kit.chance import RandomSource
from kaiten.players.sushi_go.dummy.ismcts import search
from kaiten.players.sushi_go.dummy.rollout import decide
from kaiten.players.sushi_go.policy import Weights
from kaiten.players.win_model import Model
from kaiten.sushi_go import DECK, Move, View
from kaiten.sushi_go.cards import DIP, Card
from kaiten.sushi_go.scoring import pudding_loss

CHAMPIONS_SIMULATIONS = 12_000
"""About fifty milliseconds a move."""
CURIOSITY, OPENNESS = 0.4, 0.5
"""How much a choice that the policy likes is looked at before its value is known; and how much of its likes is taken over: with 1
all of it, with 0 all choices are liked as much. The policy is surer of itself than a search should be."""
GUESSES = 16
"""Deals of the other's hand, before it has been seen."""


def leaned(view: View, source: RandomSource, factors: Weights) -> Move:
    """A choice, as likely as the policy leans to it."""
    seat = view.seat or 0
    tables, _, _ = _laid(view)
    # In the first turn nothing is known of the other's hand; later all but the card that was drawn for the dummy.
    hand, coming = (np.uint64(codec.word_of(view.hands[holder].cards)) for holder in (seat, 1 - seat))
    made = np.zeros((2, 3), np.int64)
    left, controls = view.turns - view.turn + 1, view.in_control == seat
    _decide(seeded(source.uniform(1 << 30)), factors, seat, controls, hand, tables, coming, left, view.round - 1, made)
    return _move(view, made[seat])


def searched(view: View, source: RandomSource, factors: Weights, model: Model, simulations: int) -> Move:
    """The choice that so many games have tried most; the same view, source and number give the same."""
    if len(view.legal) == 1:
        return view.legal[0]
    seat, control = view.seat or 0, view.in_control or 0
    seed = source.uniform(1 << 30)
    chance = np.random.default_rng(seed)
    deals, piles = [], []
    for _ in range(GUESSES if view.turn == 1 else 1):
        state = guess(view, chance)
        hands = [Counter(hand) for hand in state.hands]
        if control != seat and state.drawn is not None:
            # Even when the rest of the hand has been seen: each game of the search draws this card for itself.
            hands[control][state.drawn] -= 1
        deals.append([codec.word_of(hand.elements()) for hand in hands])
        piles.append(sorted((_unseen(view) - hands[0] - hands[1]).elements()))
    tables, nigiri, scores = _laid(view)
    out, drawn = np.zeros(3, np.int64), NOBODY if view.drawn is None else int(view.drawn)
    search(
        seeded(seed),
        factors,
        model,
        int(pudding_loss(view.options, view.players)),
        seat,
        control,
        drawn,
        view.round - 1,
        view.turns - view.turn + 1,
        np.array(deals, np.uint64),
        np.array(piles, np.uint8),
        tables[0],
        nigiri[0],
        scores[0],
        simulations,
        CURIOSITY,
        OPENNESS,
        out,
    )
    return _move(view, out)


def _move(view: View, parts: Numbers) -> Move:
    """The own card, the second one and the dummy's, as the rules have it."""
    own, second, given = (None if part == NOBODY else Card(int(part)) for part in parts)
    move = Move(tuple([card for card in (own, second) if card is not None]), given)
    # Two cards of which the order makes no difference are one choice, in one order.
    return move if move in view.legal else Move(move.cards[::-1], given)


def _laid(view: View) -> tuple[Words, Numbers, Numbers]:
    """Tables, what nigiri are worth, and points, the dummy's last."""
    words = [codec.table_of(*table) for table in zip(view.tableaus, view.puddings, strict=True)]
    scores = [sum(column) for column in zip(*view.rounds, strict=True)] or [0] * len(words)
    nigiri = [DIP.score(tableau) for tableau in view.tableaus]
    return np.array([words], np.uint64), np.array([nigiri], np.int64), np.array([scores], np.int64)


def _unseen(view: View) -> "Counter[Card]":
    """All cards but those that have been put down."""
    unseen = Counter(DECK)
    unseen[Card.PUDDING] -= sum(view.puddings)
    for tableau in (*view.tableaus, *[tableau for tableaus in view.past for tableau in tableaus]):
        unseen.subtract(tableau)
    return unseen


@kernel
def _decide(
    counter: Word,
    factors: Weights,
    seat: int,
    controls: Int,
    hand: Word,
    tables: Words,
    coming: Word,
    left: int,
    number: int,
    made: Numbers,
) -> Int:
    """One seat's choice as the policy leans, by what it knows."""
    wanted = np.zeros(KINDS)
    return decide(
        counter, factors, wanted, made[0], wanted, False, seat, controls, hand, tables, coming, left, number, made
    )
