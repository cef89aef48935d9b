"""What a player may choose: one card, or two with chopsticks, and one more for the dummy when in control."""

from dataclasses import dataclass
from functools import cache

from kaiten.sushi_go.cards import NIGIRI, WASABI_RULE, Card, Hand, Tableau


@dataclass(frozen=True, slots=True)
class Move:
    """A choice: the card or the two cards to put down, in order (SG-6), and the dummy's card (SG-19)."""

    cards: tuple[Card, ...]
    dummy: Card | None = None


# Moves are plain values: each is made once and shared.
_move = cache(Move)
_SINGLE = tuple(_move((card,)) for card in Card)


def choices(hand: Hand, tableau: Tableau, *, in_control: bool) -> tuple[Move, ...]:
    """Each distinct choice once: two cards in both orders only where the order changes what happens (SG-12)."""
    distinct = dict.fromkeys(hand)
    picks = [_SINGLE[card] for card in distinct]
    if may_use_chopsticks(hand, tableau, in_control=in_control):
        picks += _pairs(hand, tuple(distinct), WASABI_RULE.waiting(tableau))
    return _with_dummy(hand, picks) if in_control else tuple(picks)


def may_use_chopsticks(hand: Hand, tableau: Tableau, *, in_control: bool) -> bool:
    """SG-9, and SG-21 for the player in control, who needs a third card for the dummy."""
    return len(hand) >= (3 if in_control else 2) and Card.CHOPSTICKS in tableau


def _pairs(hand: Hand, distinct: tuple[Card, ...], waiting: int) -> list[Move]:
    pairs = []
    for i, first in enumerate(distinct):
        if hand.count(first) > 1:
            pairs.append(_move((first, first)))
        for second in distinct[i + 1 :]:
            pairs.append(_move((first, second)))
            if _order_matters(first, second, waiting):
                pairs.append(_move((second, first)))
    return pairs


def _order_matters(first: Card, second: Card, waiting: int) -> bool:
    """Whether the order of two different cards, `first` the lower, changes the result (SG-12).

    It does only for nigiri: two of them compete for the last open wasabi, and one scores more after the wasabi than
    before it, unless another wasabi is open anyway.
    """
    if first not in NIGIRI:
        return False
    if second is Card.WASABI:
        return waiting == 0
    return second in NIGIRI and waiting == 1


def _with_dummy(hand: Hand, picks: list[Move]) -> tuple[Move, ...]:
    moves = []
    for pick in picks:
        rest = [*hand]
        for card in pick.cards:
            rest.remove(card)
        moves += [_move(pick.cards, card) for card in dict.fromkeys(rest)]
    return tuple(moves)
