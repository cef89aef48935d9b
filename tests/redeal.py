"""A determinization by the rules: another game with the same view from one seat, the hidden information dealt again."""

from collections import Counter
from dataclasses import replace

from kaiten import sushi_go
from kaiten.kit.chance import Stream
from kaiten.sushi_go import Card
from kaiten.sushi_go.play import dummy_pile, undealt


def shuffled(cards: list[Card], source: Stream) -> list[Card]:
    cards = [*cards]
    for i in range(len(cards) - 1, 0, -1):
        j = source.uniform(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def redeal(state: sushi_go.State, seat: int | None, source: Stream) -> sushi_go.State:
    """Shuffle the unknown cards among the hands, the dummy's pile and the draw pile; the others choose again."""
    view = sushi_go.view(state, seat)
    pile, rest = dummy_pile(state), undealt(state)
    unknown = [[*(Counter(hand) - Counter(known.cards)).elements()] for hand, known in zip(state.hands, view.hands)]
    pool = shuffled([card for part in (*unknown, pile, rest) for card in part], source)
    hands, drawn = [], state.drawn
    for holder, part in enumerate(unknown):
        new = [pool.pop() for _ in part]
        hands.append(tuple(sorted((*view.hands[holder].cards, *new))))
        if holder == view.in_control and holder != seat and new:
            drawn = new[source.uniform(len(new))]
    new_pile = [pool.pop() for _ in pile]
    dealt = shuffled([*state.deck[: len(state.deck) - len(rest) - len(pile)]], source)
    after = replace(state, deck=(*dealt, *new_pile, *pool), hands=tuple(hands), drawn=drawn)
    choices = []
    for holder, choice in enumerate(state.choices):
        if choice is None or holder == seat:
            choices.append(choice)
        else:
            moves = sushi_go.legal(after, holder)
            choices.append(moves[source.uniform(len(moves))])
    return replace(after, choices=tuple(choices))
