"""Features and log-linear policy of Sushi Go!: a softmax over the cards of a hand.

The logit of a card is the sum of five learned weights, looked up by feature: the cards left in the hand; the progress of the own set,
its supply in this hand and in the coming one, and the phase of the round; that progress by round; the progress of the next player,
who gets the rest of the hand, by phase; and that by the supply left to them. Odds are exponentials of logits, by the index of the
card among the kinds of the hand. These kernels are unchecked.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.jit import inlined, leaf, scalar
from kaiten.fast.packed_counts import BITS, KINDS, Float, Int, Numbers, U, Word, Words, count, held, kth, one, popcount
from kaiten.fast.sushi_go import constants as go
from kaiten.fast.sushi_go.moves import may_take_two, pick, picks, put_down, swapped_pairs
from kaiten.fast.sushi_go.scoring import maki_icons
from kaiten.sushi_go.cards import MAKI_ICONS, Card

Weights = NDArray[np.float64]

EGG, SALMON, SQUID = Card.EGG.value, Card.SALMON.value, Card.SQUID.value
STEPS, SUPPLIES, PHASES, ROUNDS, MOST_CARDS = 8, 3, 3, 3, 10
"""Numbers of values of the features: progress of a set; supply (none, one, more); early, middle and late; round; cards left."""

# Offsets within the block of weights of a card.
SITUATION = MOST_CARDS + 1
BY_ROUND = SITUATION + STEPS * SUPPLIES * SUPPLIES * PHASES
FOR_NEXT = BY_ROUND + STEPS * ROUNDS
LEFT_TO_NEXT = FOR_NEXT + STEPS * PHASES
BLOCK = LEFT_TO_NEXT + STEPS * SUPPLIES
NO_SECOND = KINDS * BLOCK
"""Offset of the weights of taking no second card with chopsticks, by cards left."""
WEIGHTS = NO_SECOND + MOST_CARDS + 1
MOST_CHOICES = 128
"""Moves of one seat: more than there are kinds, pairs and pairs in the other order."""

_PHASE = np.array([2, 2, 2, 2, 1, 1, 1, 0, 0, 0, 0])
_OF_THREE = np.arange(16) % 3
_ICONS = np.array(MAKI_ICONS)
_MAKI = U(sum(1 << BITS * kind for kind in (go.MAKI_1, go.MAKI_2, go.MAKI_3)))
_NIGIRI_AND_WASABI = U(sum(1 << BITS * kind for kind in (EGG, SALMON, SQUID, go.WASABI)))


class Context(NamedTuple):
    """What the features of a seat's cards are computed from: `coming` is the next hand, NOTHING while it is unknown, `left` the number of
    cards in the hand, `number` the round from 0."""

    hand: Word
    progress: Word
    next_progress: Word
    coming: Word
    left: Int
    number: Int


@scalar
def lead(own: Int, best: Int) -> Int:
    """The lead over the best opponent, as a step."""
    return min(max(own - best + STEPS // 2, 0), STEPS - 1)


@leaf
def progress(tableau: Word, maki: Int, pudding: Int) -> Word:
    """The progress of a tableau with each card, as packed steps; `maki` and `pudding` are leads."""
    sets = U(count(tableau, go.TEMPURA) & 1) * one(go.TEMPURA)
    sets |= U(_OF_THREE[count(tableau, go.SASHIMI)]) * one(go.SASHIMI)
    sets |= U(min(count(tableau, go.DUMPLING), STEPS - 1)) * one(go.DUMPLING)
    races = U(maki) * _MAKI | U(pudding) * one(go.PUDDING)
    open_wasabi = min(tableau >> go.OPEN_AT, U(2)) * _NIGIRI_AND_WASABI
    return sets | races | open_wasabi | U(min(count(tableau, go.CHOPSTICKS), 2)) * one(go.CHOPSTICKS)


@leaf
def write_progress(tableaus: Words, icons: Numbers, out: Words) -> None:
    """The progress of each seat. `icons` is scratch."""
    most, second, puddings, second_puddings = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for seat in range(len(out)):
        icons[seat] = maki_icons(tableaus[0, seat])
        second, most = max(second, min(most, icons[seat])), max(most, icons[seat])
        held_ = np.int64(count(tableaus[0, seat], go.PUDDING))
        second_puddings, puddings = max(second_puddings, min(puddings, held_)), max(puddings, held_)
    for seat in range(len(out)):
        held_ = np.int64(count(tableaus[0, seat], go.PUDDING))
        maki = lead(icons[seat], second if icons[seat] == most else most)
        ahead = lead(held_, second_puddings if held_ == puddings else puddings)
        out[seat] = progress(tableaus[0, seat], maki, ahead)


@leaf
def after_first(context: Context, tableau: Word, card: Int) -> Context:
    """The context of the second of two cards. The leads in maki and puddings stay as they were."""
    tableau, _ = put_down(tableau, 0, card)
    own = progress(tableau, count(context.progress, go.MAKI_1), count(context.progress, go.PUDDING))
    hand = context.hand - one(card)
    return Context(hand, own, context.next_progress, context.coming, context.left, context.number)


@inlined
def _supply(hand: Word, kind: Int, taken: Int) -> Int:
    """How much of what goes with a card is in a hand, `taken` cards of its kind not counted."""
    number = count(hand, kind) - taken
    if kind == go.WASABI:
        number = 2 * count(hand, SQUID) + count(hand, SALMON)
    elif go.MAKI_1 <= kind <= go.MAKI_3:
        number = (maki_icons(hand) - taken * _ICONS[kind] + 1) // 2
    elif EGG <= kind <= SQUID:
        number += count(hand, go.WASABI)
    return min(number, SUPPLIES - 1)


@inlined
def feature_offsets(kind: Int, context: Context) -> tuple[Int, Int, Int, Int, Int]:
    """The offsets of a card's five weights."""
    block, phase = kind * BLOCK, _PHASE[context.left]
    step, other = count(context.progress, kind), count(context.next_progress, kind)
    here, coming = _supply(context.hand, kind, 1), _supply(context.coming, kind, 0)
    return (
        block + context.left,
        block + SITUATION + ((step * SUPPLIES + here) * SUPPLIES + coming) * PHASES + phase,
        block + BY_ROUND + ROUNDS * step + context.number,
        block + FOR_NEXT + PHASES * other + phase,
        block + LEFT_TO_NEXT + SUPPLIES * other + here,
    )


@leaf
def write_odds(weights: Weights, context: Context, out: Weights) -> Float:
    """Write the odds of each card of the hand; returns their sum."""
    some = held(context.hand, 1)
    total = 0.0
    for k in range(popcount(some)):
        a, b, c, d, e = feature_offsets(kth(some, k), context)
        out[k] = math.exp(weights[a] + weights[b] + weights[c] + weights[d] + weights[e])
        total += out[k]
    return total


@leaf
def write_probabilities(weights: Weights, context: Context, tableau: Word, pairs: Weights, out: Weights) -> Int:
    """Write the policy's probability of each of a seat's moves; returns the number of moves. `pairs` is scratch, KINDS x KINDS."""
    hand = context.hand
    total, some = write_odds(weights, context, out), held(hand, 1)
    kinds = popcount(some)
    if not may_take_two(context.left, tableau, 0):
        for k in range(kinds):
            out[k] /= total
        return kinds
    single = math.exp(weights[NO_SECOND + context.left])
    for k in range(kinds):
        first = kth(some, k)
        second, row = after_first(context, tableau, first), pairs[first]
        chance, then = out[k] / total, single + write_odds(weights, second, row)
        out[k] = chance * single / then
        rest = held(second.hand, 1)
        # From odds by index to probabilities by kind, in place: the last first, since a kind is at least its index.
        for index in range(popcount(rest) - 1, -1, -1):
            row[kth(rest, index)] = chance * row[index] / then
    number = picks(hand, tableau, True)
    for k in range(kinds, number):
        move = pick(hand, tableau, True, k)
        card, other = go.FIRST[move], go.SECOND[move]
        out[k] = pairs[card, other]
        if card != other and swapped_pairs(one(card) + one(other), tableau) == 0:
            out[k] += pairs[other, card]  # one move stands for both orders
    return number
