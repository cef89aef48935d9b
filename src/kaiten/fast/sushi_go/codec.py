"""Conversion between states of the rules and packed states, both ways.

A packed tableau keeps what counts: its cards by kind, the open wasabi and the points of the nigiri, not the order of the cards. So a
decoded state has its tableaus in a canonical order, which scores and plays the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.errors import CodecError
from kaiten.fast.packed_counts import BITS, MOST
from kaiten.fast.sushi_go.batch import Batch, Setup, new_batch
from kaiten.fast.sushi_go.board import Board
from kaiten.fast.sushi_go.constants import FIRST, MOVES, NOBODY, ONE_OPEN, OPEN_AT, PUDDING_FIELD, SECOND
from kaiten.fast.sushi_go.state import State as PackedState
from kaiten.fast.wasabi_order import in_order
from kaiten.sushi_go import scoring
from kaiten.sushi_go.cards import WASABI_RULE, Card, Hand, Tableau
from kaiten.sushi_go.moves import Move
from kaiten.sushi_go.state import State

_NUMBERS = {(int(FIRST[move]), int(SECOND[move])): move for move in range(MOVES)}
_NUMBERS = {(high, low): move for (low, high), move in _NUMBERS.items() if high >= 0} | _NUMBERS
"""Numbers of moves; where the order makes no difference either order has the same number."""


def word_of(cards: Iterable[Card]) -> int:
    """Cards as packed counts.

    >>> word_of([Card.TEMPURA, Card.TEMPURA, Card.SASHIMI])
    34
    """
    return sum(1 << BITS * card for card in cards)


def cards_of(word: int) -> Hand:
    """The cards of packed counts, sorted.

    >>> cards_of(34)
    (<Card.TEMPURA: 0>, <Card.TEMPURA: 0>, <Card.SASHIMI: 1>)
    """
    return tuple(card for card in Card for _ in range(word >> BITS * card & int(MOST)))


def table_of(tableau: Tableau, puddings: int) -> int:
    """A tableau as a word, with its open wasabi and all puddings of its owner."""
    return word_of([*tableau, *[Card.PUDDING] * puddings]) + WASABI_RULE.waiting(tableau) * int(ONE_OPEN)


def tableau_of(table: int, nigiri: int) -> Tableau:
    """The cards of a packed tableau, without puddings, in an order with its open wasabi and its points of nigiri."""
    cards = [card for card in cards_of(table & int(ONE_OPEN) - 1) if card is not Card.PUDDING]
    return in_order(cards, table >> int(OPEN_AT), nigiri, WASABI_RULE)


def number_of(move: Move) -> int:
    """The number of a move, without the dummy's card."""
    return _NUMBERS[move.cards[0].value, move.cards[1].value if len(move.cards) > 1 else NOBODY]


def move_of(number: int, given: int = NOBODY) -> Move:
    """The move with this number, and the card for the dummy."""
    cards = [Card(int(FIRST[number]))] + ([Card(int(SECOND[number]))] if SECOND[number] >= 0 else [])
    return Move(tuple(cards), None if given == NOBODY else Card(given))


def action_of(move: Move) -> int:
    """The action: the number of a move and the dummy's card together; without the dummy the number of the move."""
    return number_of(move) + (0 if move.dummy is None else MOVES * (1 + move.dummy))


def move_of_action(action: int) -> Move:
    """The move of an action.

    >>> move_of_action(action_of(Move((Card.EGG,), Card.TEMPURA)))
    Move(cards=(<Card.EGG: 6>,), dummy=<Card.TEMPURA: 0>)
    """
    card, number = divmod(action, MOVES)
    return move_of(number, card - 1)


def encode(states: Sequence[State]) -> Batch:
    """States as a batch: all of one setup, dealt, and without choices that lie face down."""
    if not states:
        raise CodecError("a batch has one game at least")
    # The seat that controls the dummy first may differ from game to game.
    setups = [Setup(replace(state.options, first_control=None), state.players) for state in states]
    batch = new_batch(setup := setups[0], len(states))
    for game, state in enumerate(states):
        if setups[game] != setup:
            raise CodecError(f"game {game} is {setups[game]}, and the first one is {setup}: a batch has one setup")
        if not state.deck:
            raise CodecError(f"game {game} has not been dealt yet")
        if any(choice is not None for choice in state.choices):
            raise CodecError(f"game {game} has choices that lie face down: encode it before anybody has chosen")
        _put(batch.state, game, state)
    return batch


def _put(packed: PackedState, game: int, state: State) -> None:
    board = packed.board
    packed.decks[game] = state.deck
    board.hands[game] = [word_of(hand) for hand in state.hands]
    board.tableaus[game] = [table_of(*table) for table in zip(state.tableaus, state.puddings, strict=True)]
    board.nigiri[game] = [WASABI_RULE.score(tableau) for tableau in state.tableaus]
    packed.returned[game] = state.returned
    packed.rounds[game], packed.turns[game], packed.scored[game] = state.round, state.turn, len(state.past)
    packed.starts[game] = state.options.first_control or 0
    packed.drawn[game] = NOBODY if state.drawn is None else state.drawn
    for number, tableaus in enumerate(state.past):
        board.scores[game] += scoring.score_round(tableaus)
        # A state does not tell the puddings of each round; nothing uses them.
        packed.past[game, number] = [table_of(tableau, 0) for tableau in tableaus]
        packed.past_nigiri[game, number] = [WASABI_RULE.score(tableau) for tableau in tableaus]
    if state.over:
        loss = scoring.pudding_loss(state.options, state.players)
        board.scores[game] += scoring.pudding_points(state.puddings, loss=loss)


def decode(batch: Batch, game: int) -> State:
    """A game as a state of the rules. The moves revealed in the turn before are not in a packed state."""
    packed, board = batch.state, batch.state.board
    drawn = int(packed.drawn[game])
    scored = range(int(packed.scored[game]))
    return State(
        options=replace(batch.setup.options, first_control=int(packed.starts[game])),
        players=batch.setup.players,
        deck=tuple([Card(card) for card in packed.decks[game].tolist()]),
        round=int(packed.rounds[game]),
        turn=int(packed.turns[game]),
        hands=tuple([cards_of(hand) for hand in board.hands[game].tolist()]),
        tableaus=_tableaus(board.tableaus[game].tolist(), board.nigiri[game].tolist()),
        puddings=tuple([table >> BITS * Card.PUDDING & int(MOST) for table in board.tableaus[game].tolist()]),
        choices=(None,) * batch.setup.players,
        returned=tuple(packed.returned[game].tolist()),
        drawn=None if drawn == NOBODY else Card(drawn),
        revealed=(),
        past=tuple([_tableaus(packed.past[game, k].tolist(), packed.past_nigiri[game, k].tolist()) for k in scored]),
    )


def _tableaus(words: list[int], nigiri: list[int]) -> tuple[Tableau, ...]:
    return tuple([tableau_of(*table) for table in zip(words, nigiri, strict=True)])


def differences(batch: Batch, other: Batch) -> dict[str, int]:
    """The arrays in which two batches differ, each with the first game that does; puddings of past rounds are not compared."""
    names, found = (*Board._fields, *PackedState._fields[1:]), {}
    for name, one, two in zip(names, _arrays(batch), _arrays(other), strict=True):
        differs = np.flatnonzero((one != two).reshape(len(batch), -1).any(axis=1))
        if len(differs):
            found[name] = int(differs[0])
    return found


def _arrays(batch: Batch) -> list[NDArray[np.generic]]:
    board, *others, past, past_nigiri = cast("tuple[Any, ...]", batch.state)
    return [*board, *others, past & ~PUDDING_FIELD, past_nigiri]
