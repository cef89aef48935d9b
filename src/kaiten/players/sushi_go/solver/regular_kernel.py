"""The move values of the bot `regular`, compiled, for two players who see both hands: part of the opponent model.

The reasons are in `regular.MoveEvaluator.value`, with which test_regular_kernel compares this.
"""

import math

import numpy as np

from kaiten.fast.jit import inlined, part
from kaiten.fast.packed_counts import NOTHING, Float, Int, Word, count, held, kth, popcount
from kaiten.fast.sushi_go import constants as go
from kaiten.fast.sushi_go.moves import taken
from kaiten.players import heuristics
from kaiten.players.sushi_go import regular as rg
from kaiten.players.sushi_go.policy import EGG, SALMON, SQUID, Weights
from kaiten.players.sushi_go.solver import round_state as rs
from kaiten.players.sushi_go.solver.position import HAND
from kaiten.sushi_go import tables
from kaiten.sushi_go.cards import MAKI_ICONS

_ICONS, _ONE = np.array(MAKI_ICONS), np.int64(1)
_CATCH, _DENIAL = rg.catch_probability(2), rg.DENIAL[2]
_SASHIMI_SHARES = np.array(rg.SASHIMI_SHARES)

_at_least, _ahead = inlined(heuristics.at_least), inlined(heuristics.ahead)
_chopsticks_value = inlined(rg.chopsticks_value)


@part
def _probability(kind: Int, needed: Int, returning: Word, coming: Word, turns_left: Int) -> float:
    """The probability to get `needed` more of a card this round, from the hand that comes next and the passed one, if it returns."""
    if needed > turns_left:
        return 0.0
    expected = _CATCH * (count(coming, kind) + rg.RETURN_WEIGHT * count(returning, kind))
    return _at_least(int(needed), min(expected, turns_left * rg.MOST_A_TURN))


@part
def _wasabi_value(wasabi: Int, returning: Word, coming: Word, turns_left: Int) -> float:
    """What the last of the open wasabi adds."""
    value, missed = 0.0, 1.0
    for kind in (SQUID, SALMON, EGG):
        chance = _probability(kind, wasabi, returning, coming, turns_left)
        value += missed * chance * go.NIGIRI_POINTS[kind] * (tables.WASABI_FACTOR - 1)
        missed *= 1.0 - chance
    return rg.WASABI_WEIGHT * value


@part
def _card_value(kind: Int, tableau: Word, returning: Word, coming: Word, turns_left: Int) -> float:
    """The expected points of a card by itself."""
    if kind == go.TEMPURA:
        if count(tableau, kind):
            return float(tables.TEMPURA_POINTS)
        return tables.TEMPURA_POINTS / 2 * _probability(kind, _ONE, returning, coming, turns_left)
    if kind == go.SASHIMI:
        lacking = tables.SASHIMI_SET - 1 - count(tableau, kind)
        share = tables.SASHIMI_POINTS / _SASHIMI_SHARES[lacking]
        return float(share * _probability(kind, lacking, returning, coming, turns_left))
    if kind == go.DUMPLING:
        number = count(tableau, kind)
        later = 0.5 * _probability(kind, _ONE, returning, coming, turns_left) if number < rs.MOST_DUMPLINGS - 1 else 0.0
        return float(go.DUMPLING_POINTS[number + 1] - go.DUMPLING_POINTS[number] + later)
    wasabi = rs.open_wasabi(tableau)
    if EGG <= kind <= SQUID:
        points = float(go.NIGIRI_POINTS[kind])
        later = _wasabi_value(wasabi, returning, coming, turns_left) if wasabi else 0.0
        return tables.WASABI_FACTOR * points - later if wasabi else points
    if kind == go.WASABI:
        return _wasabi_value(wasabi + 1, returning, coming, turns_left)
    if kind == go.CHOPSTICKS:
        return _chopsticks_value(int(turns_left))
    return 0.0


@part
def _maki_margin(icons: Int, others: Int, turns_left: Int) -> float:
    """The expected lead by maki."""
    first = _ahead(float(icons - others), 0.4 + 0.9 * math.sqrt(turns_left))
    ease = min(0.95, rg.MAKI_EASE * turns_left)
    mine = (1.0 if icons else ease) * (go.MAKI_MOST * first + go.MAKI_SECOND * (1.0 - first))
    return mine - (1.0 if others else ease) * (go.MAKI_MOST * (1.0 - first) + go.MAKI_SECOND * first)


@part
def _pudding_margin(lead: Int, turns_left: Int, rounds_left: Int) -> float:
    """The expected lead by puddings."""
    spread = 0.3 + 1.1 * math.sqrt(rounds_left + turns_left / HAND)
    return go.PUDDING_MOST * (2.0 * _ahead(float(lead), spread) - 1.0)


@part
def _opponent_gain(passed: Word, tableau: Word, coming: Word, turns_left: Int) -> float:
    """The most that the opponent expects of a card of the hand they get."""
    kinds = held(passed, 1)
    most = -1e9 if popcount(kinds) else 0.0
    for k in range(popcount(kinds)):
        kind = kth(kinds, k)
        gain: Float = rg.PUDDING_GAIN
        if go.MAKI_1 <= kind <= go.MAKI_3:
            gain = rg.ICON_GAIN * _ICONS[kind]
        elif kind != go.PUDDING:
            gain = _card_value(kind, tableau, NOTHING, coming, turns_left)
        most = max(most, gain)
    return most


@part
def evaluate_moves(state: rs.RoundState, out: Weights) -> float:
    """Write the value of each move; returns the highest."""
    rounds_left, hand, coming, tableau, opponent_tableau, _, pudding_lead, cards = state
    turns_left, icons, others = cards - 1, rs.maki_of(tableau), rs.maki_of(opponent_tableau)
    best = -1e9
    for k in range(len(out)):
        move = rs.nth_move(hand, tableau, cards, k)
        first, second = go.FIRST[move], go.SECOND[move]
        passed = taken(hand, move)
        # The hand passed on comes back if both players can take from it.
        returning = passed if cards - (1 if second < 0 else 2) >= 2 else NOTHING
        value = _card_value(first, tableau, returning, coming, turns_left)
        if second >= 0:
            between, _, _ = rs.add_card(tableau, first)
            value += _card_value(second, between, returning, coming, turns_left) - _chopsticks_value(int(turns_left))
        then, _, puddings = rs.add_move(tableau, move)
        if rs.maki_of(then) != icons:
            value += _maki_margin(rs.maki_of(then), others, turns_left) - _maki_margin(icons, others, turns_left)
        if puddings:
            before = _pudding_margin(pudding_lead, turns_left, rounds_left)
            value += _pudding_margin(pudding_lead + puddings, turns_left, rounds_left) - before
        out[k] = value - _DENIAL * _opponent_gain(passed, opponent_tableau, coming, turns_left)
        best = max(best, out[k])
    return best
