"""State of a two-player round with both hands known, packed: step, legal moves, reduction and terminal value.

A tableau is a word of counts as in `fast`, without what can score no more: tempura and sashimi of incomplete sets, dumplings, chopsticks, and
unused wasabi from bit `OPEN_AT` on. The fields of MAKI_1 and MAKI_2 together hold the maki icons. Certain points and puddings are kept as
leads over the opponent. The fewer states are told apart, the more transpositions the solver finds.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.jit import inlined, part, scalar
from kaiten.fast.packed_counts import BITS, Int, Prob, U, Word, count, held, kth, one
from kaiten.fast.sushi_go import constants as go
from kaiten.fast.sushi_go.moves import may_take_two, pick, picks, taken
from kaiten.fast.sushi_go.scoring import maki_icons
from kaiten.players.sushi_go.policy import EGG, SALMON, SQUID
from kaiten.players.sushi_go.win_model import FEWEST_OF_TWO
from kaiten.sushi_go import tables
from kaiten.sushi_go.cards import MAKI_ICONS

Matrix = NDArray[np.float64]

MOST_DUMPLINGS = len(tables.DUMPLING_POINTS) - 1
"""Further dumplings score nothing."""
MAKI_AT, _MAKI_MASK = U(BITS * go.MAKI_1), U((1 << 2 * BITS) - 1)
_ADDED, _COUNTED = np.array(MAKI_ICONS, np.uint64) << MAKI_AT, [go.TEMPURA, go.SASHIMI, go.DUMPLING, go.CHOPSTICKS]
_ADDED[_COUNTED], _ADDED[go.WASABI] = go.ADDED[_COUNTED], go.ONE_OPEN
"""What a card that scores later adds to a tableau."""
_EVEN = 1 - FEWEST_OF_TWO
"""Index in the win model of an equal number of puddings."""


class RoundState(NamedTuple):
    """All that decides how a round ends, as one of the two players sees it: with rounds left after this one, cards in each hand, and as
    leads certain points and puddings, those of earlier rounds included."""

    rounds_left: Int
    hand: Word
    opponent_hand: Word
    tableau: Word
    opponent_tableau: Word
    lead: Int
    pudding_lead: Int
    cards: Int


@scalar
def open_wasabi(tableau: Word) -> Int:
    return np.int64(tableau >> go.OPEN_AT)


@scalar
def maki_of(tableau: Word) -> Int:
    """Maki icons of a tableau."""
    return np.int64((tableau >> MAKI_AT) & _MAKI_MASK)


@part
def add_card(tableau: Word, card: Int) -> tuple[Word, Int, Int]:
    """The tableau with one more card, the points that it makes certain, and the puddings."""
    points: Int = 0
    if card <= go.SASHIMI:
        lacking = (tables.TEMPURA_SET if card == go.TEMPURA else tables.SASHIMI_SET) - 1
        if count(tableau, card) == lacking:
            points = tables.TEMPURA_POINTS if card == go.TEMPURA else tables.SASHIMI_POINTS
            return tableau - one(card) * U(lacking), points, 0
    elif card == go.DUMPLING:
        number = count(tableau, card)
        points = go.DUMPLING_POINTS[number + 1] - go.DUMPLING_POINTS[number]
    elif go.NIGIRI_POINTS[card]:
        points = go.NIGIRI_POINTS[card]
        if tableau >= go.ONE_OPEN:
            return tableau - go.ONE_OPEN, points + go.DIPPED_MORE * points, 0
    return tableau + _ADDED[card], points, np.int64(card == go.PUDDING)


@part
def add_move(tableau: Word, move: Int) -> tuple[Word, Int, Int]:
    """The same for a move of one card or two."""
    tableau, points, puddings = add_card(tableau, go.FIRST[move])
    if go.SECOND[move] >= 0:
        tableau, more, too = add_card(tableau - go.ONE_CHOPSTICKS, go.SECOND[move])
        points, puddings = points + more, puddings + too
    return tableau, points, puddings


@part
def step(state: RoundState, move: Int, reply: Int) -> RoundState:
    """The state after a pair of simultaneous moves, the hands passed on."""
    tableau, points, puddings = add_move(state.tableau, move)
    other_tableau, lost, fewer = add_move(state.opponent_tableau, reply)
    hand, other_hand = taken(state.opponent_hand, reply), taken(state.hand, move)
    lead, pudding_lead = state.lead + points - lost, state.pudding_lead + puddings - fewer
    return RoundState(state.rounds_left, hand, other_hand, tableau, other_tableau, lead, pudding_lead, state.cards - 1)


@part
def play_last(state: RoundState) -> RoundState:
    """The state after the last card of each hand."""
    return step(state, kth(held(state.hand, 1), 0), kth(held(state.opponent_hand, 1), 0))


@part
def swap_sides(state: RoundState) -> RoundState:
    """The same state as the opponent sees it."""
    rounds_left, hand, opponent_hand, tableau, opponent_tableau, lead, pudding_lead, cards = state
    return RoundState(rounds_left, opponent_hand, hand, opponent_tableau, tableau, -lead, -pudding_lead, cards)


@part
def count_moves(hand: Word, tableau: Word, cards: Int) -> Int:
    """How many legal moves there are."""
    return picks(hand, tableau, may_take_two(cards, tableau, 0))


@part
def nth_move(hand: Word, tableau: Word, cards: Int, n: Int) -> Int:
    """The n-th legal move, as its number."""
    return pick(hand, tableau, may_take_two(cards, tableau, 0), n)


@scalar
def _maki_lead(icons: Int, others: Int) -> Int:
    """Points ahead by the maki of a round (SG-14)."""
    if icons > others:
        return go.MAKI_MOST - (go.MAKI_SECOND if others else 0)
    return -(go.MAKI_MOST - (go.MAKI_SECOND if icons else 0)) if others > icons else 0


@inlined
def log_odds(model: Matrix, state: RoundState) -> float:
    """A number that the win probability after the round increases with: log-odds, or in the last round the final lead.

    Kept apart from `win_probability` because comparing needs no exponential.
    """
    lead = state.lead + _maki_lead(maki_of(state.tableau), maki_of(state.opponent_tableau))
    pudding_lead = state.pudding_lead
    if state.rounds_left:
        return float(model[state.rounds_left, 0] * lead + model[state.rounds_left, _EVEN + pudding_lead])
    if pudding_lead:
        lead += go.PUDDING_MOST if pudding_lead > 0 else -go.PUDDING_MOST
    return float(lead * 64.0 + pudding_lead)  # a tie is broken by puddings


@part
def win_probability(odds: float, rounds_left: Int) -> Prob:
    """Logistic of the log-odds; in the last round the game is won, lost or tied."""
    if rounds_left:
        return 1.0 / (1.0 + math.exp(-odds))
    return 1.0 if odds > 0 else (0.0 if odds < 0 else 0.5)


@part
def final_value(model: Matrix, state: RoundState) -> Prob:
    """The win probability when the round is over."""
    return win_probability(log_odds(model, state), state.rounds_left)


@scalar
def _live(tableau: Word, to_come: Word, cards: Int) -> Word:
    """A tableau without what the cards to come cannot change, maki aside."""
    if count(to_come, go.TEMPURA) == 0:
        tableau &= ~one(go.TEMPURA)
    sashimi, dumplings = count(tableau, go.SASHIMI), count(tableau, go.DUMPLING)
    if sashimi + count(to_come, go.SASHIMI) < tables.SASHIMI_SET:
        tableau -= U(sashimi) * one(go.SASHIMI)
    useless = dumplings - (min(dumplings, MOST_DUMPLINGS) if count(to_come, go.DUMPLING) else 0)
    tableau -= U(useless) * one(go.DUMPLING)
    nigiri = count(to_come, EGG) + count(to_come, SALMON) + count(to_come, SQUID)
    tableau -= U(max(open_wasabi(tableau) - nigiri, 0)) << go.OPEN_AT
    return tableau - U(max(count(tableau, go.CHOPSTICKS) - (cards - 1), 0)) * go.ONE_CHOPSTICKS


@part
def reduce(state: RoundState) -> RoundState:
    """The representative of all states that the cards of both hands, which are all there are, play out alike.

    The value stays, and so do the legal moves, but for the order of two cards where it no longer matters.
    """
    rounds_left, hand, opponent_hand, tableau, opponent_tableau, lead, pudding_lead, cards = state
    to_come = hand + opponent_hand
    tableau, opponent_tableau = _live(tableau, to_come, cards), _live(opponent_tableau, to_come, cards)
    icons, others, icons_to_come = maki_of(tableau), maki_of(opponent_tableau), maki_icons(to_come)
    tableau -= U(icons) << MAKI_AT
    opponent_tableau -= U(others) << MAKI_AT
    if icons_to_come == 0:
        lead += _maki_lead(icons, others)
    else:
        # A majority that cannot be caught needs no more icons; once both have some, only the difference counts.
        icons, others = min(icons, others + icons_to_come + 1), min(others, icons + icons_to_come + 1)
        shared = max(min(icons, others) - 1, 0)
        tableau += U(icons - shared) << MAKI_AT
        opponent_tableau += U(others - shared) << MAKI_AT
    if rounds_left == 0:
        decided = count(to_come, go.PUDDING) + 1
        pudding_lead = min(max(pudding_lead, -decided), decided)
    return RoundState(rounds_left, hand, opponent_hand, tableau, opponent_tableau, lead, pudding_lead, cards)


@scalar
def potential(tableau: Word) -> float:
    """Rough points to expect of what lies on a tableau and has not scored: for move ordering only."""
    sets = 2.0 * count(tableau, go.TEMPURA) + 2.5 * count(tableau, go.SASHIMI)
    return float(sets + maki_of(tableau) + 2.5 * open_wasabi(tableau) + count(tableau, go.CHOPSTICKS))
