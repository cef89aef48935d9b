"""Determinization: a state that could be the one a seat sees. The cards it has not seen are dealt anew, consistent with its view."""

from collections import Counter

import numpy as np

from kaiten.fast.errors import CodecError
from kaiten.fast.packed_counts import BITS, U, Words
from kaiten.fast.sushi_go import codec
from kaiten.sushi_go.cards import DECK, Card
from kaiten.sushi_go.state import State
from kaiten.sushi_go.view import View


def determinize(view: View, chance: np.random.Generator) -> State:
    """A state with this view; each deal of the unseen cards is equally likely."""
    # The card that the opponent drew for the dummy lies in their hand, unknown like the rest of it.
    cards = [Card(card) for card in chance.permutation(_unseen(view))]

    def taken(number: int) -> list[Card]:
        return [cards.pop() for _ in range(number)]

    hands = tuple([tuple(sorted([*hand.cards, *taken(hand.size - len(hand.cards))])) for hand in view.hands])
    pile, undealt = taken(view.pile), taken(view.undealt)
    if cards:
        raise CodecError(f"{len(cards)} cards are in no place: this is no view of a game that was dealt")
    return State(
        options=view.options,
        players=view.players,
        deck=_deck(view, pile, undealt),
        round=view.round,
        turn=view.turn,
        hands=hands,
        tableaus=view.tableaus,
        puddings=view.puddings,
        choices=tuple([view.chosen if seat == view.seat else None for seat in range(view.players)]),
        returned=_returned(view),
        drawn=_drawn(view, hands),
        revealed=view.revealed,
        past=view.past,
    )


def draw_determinizations(view: View, chance: np.random.Generator, number: int) -> Words:
    """The packed hands of `number` determinizations, a row for each: much faster than whole states."""
    known = np.array([codec.word_of(hand.cards) for hand in view.hands], np.uint64)
    places = np.repeat(range(len(view.hands)), [hand.size - len(hand.cards) for hand in view.hands])
    unseen, found = _unseen(view), np.tile(known, (number, 1))
    for hands in found:
        # `determinize` takes cards from the end, too.
        drawn = chance.permutation(unseen)[::-1][: len(places)]
        np.add.at(hands, places, U(1) << (BITS * drawn).astype(np.uint64))
    return found


def _unseen(view: View) -> list[Card]:
    if view.seat is None:
        raise CodecError("a spectator sees no hand: determinize from the view of a seat")
    unseen = Counter(DECK)
    unseen[Card.PUDDING] -= sum(view.puddings)
    for tableau in (*view.tableaus, *[tableau for tableaus in view.past for tableau in tableaus]):
        unseen.subtract(tableau)
    for hand in view.hands:
        unseen.subtract(hand.cards)
    return sorted(unseen.elements())


def _returned(view: View) -> tuple[int, ...]:
    """Chopsticks that everybody knows of, in hands that the seat has not seen; in others they make no difference to it."""
    away = 1 if view.passes_left else -1
    steps = [away * (holder - (view.seat or 0)) % view.players for holder in range(view.players)]
    return tuple([len(hand.cards) if ago >= view.turn else 0 for ago, hand in zip(steps, view.hands, strict=True)])


def _drawn(view: View, hands: tuple[tuple[Card, ...], ...]) -> Card | None:
    """The card drawn for the dummy: one's own is known, another's is one that was not seen before."""
    control = view.in_control
    if control is None or view.outcome is not None:
        return None
    if control == view.seat:
        return view.drawn
    return next((Counter(hands[control]) - Counter(view.hands[control].cards)).elements())


def _deck(view: View, pile: list[Card], undealt: list[Card]) -> tuple[Card, ...]:
    """All cards from the top: what has been dealt in any order, but for the dummy's pile, and what has not."""
    dealt = sorted((Counter(DECK) - Counter(pile) - Counter(undealt)).elements())
    end = len(dealt) if not pile else view.round * len(view.tableaus) * view.turns - len(pile)
    return (*dealt[:end], *pile, *dealt[end:], *undealt)
