"""Between the rules and the arrays, both ways.

Arrays keep what counts: of a table how many there are of each kind, which wasabi wait and what the nigiri are worth, not the
order in which they came. So a state that comes back has its tables in an order of ours, and is worth and plays the same.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from kaiten.fast.errors import CodecError
from kaiten.fast.packed_counts import BITS, MOST
from kaiten.fast.sushi_go.batch import Batch, Setup, blank
from kaiten.fast.sushi_go.constants import FIRST, MOVES, NOBODY, ONE_OPEN, OPEN_AT, SECOND
from kaiten.fast.wasabi_order import in_order
from kaiten.sushi_go import scoring
from kaiten.sushi_go.cards import DIP, Card, Hand, Tableau
from kaiten.sushi_go.moves import Move
from kaiten.sushi_go.state import State

_NUMBERS = {(int(FIRST[move]), int(SECOND[move])): move for move in range(MOVES)}
_NUMBERS |= {
    (high, low): number for (low, high), number in [*_NUMBERS.items()] if high >= 0 and (high, low) not in _NUMBERS
}


def word_of(cards: Iterable[Card]) -> int:
    """Cards as a word.

    >>> word_of([Card.TEMPURA, Card.TEMPURA, Card.SASHIMI])
    34
    """
    return sum(1 << BITS * card for card in cards)


def cards_of(word: int) -> Hand:
    """The cards of a word, sorted.

    >>> cards_of(34)
    (<Card.TEMPURA: 0>, <Card.TEMPURA: 0>, <Card.SASHIMI: 1>)
    """
    return tuple(card for card in Card for _ in range(word >> BITS * card & int(MOST)))


def table_of(tableau: Tableau, puddings: int) -> int:
    """A table as a word, its open wasabi and all the puddings of its owner included."""
    return word_of([*tableau, *[Card.PUDDING] * puddings]) + DIP.waiting(tableau) * int(ONE_OPEN)


def tableau_of(table: int, nigiri: int) -> Tableau:
    """Cards in an order that leaves so many wasabi open, and makes the nigiri worth so much."""
    cards = [card for card in cards_of(table & int(ONE_OPEN) - 1) if card is not Card.PUDDING]
    return in_order(cards, table >> int(OPEN_AT), nigiri, DIP)


def number_of(move: Move) -> int:
    """The number of a move, the dummy's card left aside; where the order makes no difference, either order has one number."""
    return _NUMBERS[move.cards[0].value, move.cards[1].value if len(move.cards) > 1 else NOBODY]


def move_of(number: int, given: int = NOBODY) -> Move:
    """The move of a number."""
    cards = [Card(int(FIRST[number]))] + ([Card(int(SECOND[number]))] if SECOND[number] >= 0 else [])
    return Move(tuple(cards), None if given == NOBODY else Card(given))


def action_of(move: Move) -> int:
    """The number of a move and the dummy's card, as masks have it; without the dummy the number of the move."""
    return number_of(move) + (0 if move.dummy is None else MOVES * (1 + move.dummy))


def move_of_action(action: int) -> Move:
    """
    >>> move_of_action(action_of(Move((Card.EGG,), Card.TEMPURA)))
    Move(cards=(<Card.EGG: 6>,), dummy=<Card.TEMPURA: 0>)
    """
    card, number = divmod(action, MOVES)
    return move_of(number, card - 1)


def encode(states: Sequence[State]) -> Batch:
    """Games as arrays: all of one setup, dealt, and nobody's choice lying face down."""
    if not states:
        raise CodecError("a batch has one game at least")
    setup = setup_of(states[0])
    batch = blank(setup, len(states))
    for game, state in enumerate(states):
        if setup_of(state) != setup:
            raise CodecError(f"game {game} is {setup_of(state)}, and the first one is {setup}: a batch has one setup")
        _put(batch, game, state)
    return batch


def setup_of(state: State) -> Setup:
    """Who controls the dummy first may differ from game to game."""
    options = state.options
    plain = type(options)(options.passing, options.dummy, options.dummy_pudding_penalty, None)
    return Setup(plain, state.players)


def _put(batch: Batch, game: int, state: State) -> None:
    if not state.deck:
        raise CodecError(f"game {game} has not been dealt yet")
    if any(choice is not None for choice in state.choices):
        raise CodecError(f"game {game} has choices that lie face down: encode it before anybody has chosen")
    batch.decks[game] = state.deck
    batch.hands[game] = [word_of(hand) for hand in state.hands]
    batch.tables[game] = [table_of(*table) for table in zip(state.tableaus, state.puddings, strict=True)]
    batch.nigiri[game] = [DIP.score(tableau) for tableau in state.tableaus]
    batch.returned[game] = state.returned
    batch.rounds[game], batch.turns[game], batch.scored[game] = state.round, state.turn, len(state.past)
    batch.starts[game] = state.options.first_control or 0
    batch.drawn[game] = NOBODY if state.drawn is None else state.drawn
    for number, tableaus in enumerate(state.past):
        batch.scores[game] += scoring.score_round(tableaus)
        # How many puddings each had by then is not in a state; nothing asks for it.
        batch.past[game, number] = [table_of(tableau, 0) for tableau in tableaus]
        batch.past_nigiri[game, number] = [DIP.score(tableau) for tableau in tableaus]
    if state.over:
        loss = scoring.pudding_loss(state.options, state.players)
        batch.scores[game] += scoring.pudding_points(state.puddings, loss=loss)


def decode(batch: Batch, game: int) -> State:
    """A game as the rules have it. What was revealed in the turn before is not in the arrays."""
    setup, players = batch.setup, batch.setup.players
    tables, nigiri = batch.tables[game].tolist(), batch.nigiri[game].tolist()
    past = zip(batch.past[game].tolist(), batch.past_nigiri[game].tolist(), strict=True)
    start = int(batch.starts[game])
    options = type(setup.options)(
        setup.options.passing, setup.options.dummy, setup.options.dummy_pudding_penalty, start
    )
    drawn = int(batch.drawn[game])
    return State(
        options=options,
        players=players,
        deck=tuple([Card(card) for card in batch.decks[game].tolist()]),
        round=int(batch.rounds[game]),
        turn=int(batch.turns[game]),
        hands=tuple([cards_of(hand) for hand in batch.hands[game].tolist()]),
        tableaus=tuple([tableau_of(*table) for table in zip(tables, nigiri, strict=True)]),
        puddings=tuple([table >> BITS * Card.PUDDING & int(MOST) for table in tables]),
        choices=(None,) * players,
        returned=tuple(batch.returned[game].tolist()),
        drawn=None if drawn == NOBODY else Card(drawn),
        revealed=(),
        past=tuple(
            [
                tuple([tableau_of(*table) for table in zip(words, points, strict=True)])
                for words, points in list(past)[: int(batch.scored[game])]
            ]
        ),
    )


def same(batch: Batch, other: Batch) -> list[str]:
    """Which arrays of two batches differ; the puddings in past tables are not compared."""
    names = [name for name in Batch.__dataclass_fields__ if name not in ("setup", "past")]
    found = [name for name in names if not np.array_equal(getattr(batch, name), getattr(other, name))]
    puddings = np.uint64(int(MOST) << BITS * Card.PUDDING)
    if not np.array_equal(batch.past & ~puddings, other.past & ~puddings):
        found.append("past")
    return found
