"""Position: a two-player round with nothing hidden, from a view or as text."""

from collections import Counter
from dataclasses import dataclass

from kaiten.kit.errors import NotationError, OptionError, shown
from kaiten.sushi_go import DECK, Move, Options, View, tables
from kaiten.sushi_go.cards import Card, Hand, Tableau
from kaiten.sushi_go.notation import parse_cards
from kaiten.sushi_go.state import hand_size

HAND = hand_size(Options(), 2)
MOST_POINTS = 300
"""More than a player can have after two rounds."""


@dataclass(frozen=True)
class Position:
    """All that decides the rest of a round, by player; the first is the one to advise. Tableaus are without puddings, puddings those of the
    whole game, points those of earlier rounds."""

    hands: tuple[Hand, Hand]
    tableaus: tuple[Tableau, Tableau]
    puddings: tuple[int, int]
    points: tuple[int, int]
    round: int


def can_be_solved(view: View) -> bool:
    """Whether there are two players, both hands known, no dummy, and a choice to be made."""
    known = all(len(hand.cards) == hand.size for hand in view.hands)
    return view.players == 2 and not view.options.dummy and known and view.outcome is None


def position_of(view: View) -> Position:
    """The position that a seat sees, this seat first."""
    if not can_be_solved(view):
        raise OptionError("this cannot be solved: it takes two players, no dummy, and both hands known")
    me, it = (0, 1) if view.seat != 1 else (1, 0)
    hands, tableaus = (view.hands[me].cards, view.hands[it].cards), (view.tableaus[me], view.tableaus[it])
    mine, others = [sum(scores[seat] for scores in view.rounds) for seat in (me, it)]
    return Position(hands, tableaus, (view.puddings[me], view.puddings[it]), (mine, others), view.round)


def undo_turn(position: Position, moves: tuple[Move, Move]) -> Position:
    """The position a turn earlier, given the last moves."""
    halves = []
    for player, move in enumerate(moves):
        # The hand that was chosen from is the opponent's now.
        hand, eaten = [*position.hands[1 - player], *move.cards], move.cards.count(Card.PUDDING)
        tableau = position.tableaus[player][: len(position.tableaus[player]) + eaten - len(move.cards)]
        if len(move.cards) == 2:
            hand.remove(Card.CHOPSTICKS)
            tableau = (Card.CHOPSTICKS, *tableau)
        halves.append((tuple(sorted(hand)), tableau, position.puddings[player] - eaten))
    (mine, tableau, puddings), (others, other_tableau, theirs) = halves
    return Position((mine, others), (tableau, other_tableau), (puddings, theirs), position.points, position.round)


def parse_position(
    text: str, *, number: int = tables.ROUNDS, points: tuple[int, int] = (0, 0), puddings: tuple[int, int] | None = None
) -> Position:
    """Hand and tableau of both players: `T W N3 : S C | D P M2 : N1 M1`, a colon before a tableau, a bar between the players.

    `number` is the round. `puddings` are all of the game; if not given, those on the tableaus.

    >>> parse_position("T P : S | D D : P").puddings
    (0, 1)
    """
    halves = text.split("|")
    if len(halves) != 2:
        raise NotationError(
            f"{shown(text)} is not a position: write both players with a bar between, 'T W : S | D P : N1'"
        )
    (mine, tableau, eaten), (others, opponent_tableau, others_eaten) = [_parse_half(half) for half in halves]
    if not 1 <= len(mine) == len(others):
        raise OptionError(
            f"the hands have {len(mine)} and {len(others)} cards: both need the same number, at least one"
        )
    laid = eaten, others_eaten
    position = Position((mine, others), (tableau, opponent_tableau), puddings or laid, points, number)
    _check(position, laid)
    return position


def _parse_half(text: str) -> tuple[Hand, Tableau, int]:
    """A hand, a tableau without its puddings, and how many these are."""
    hand, _, laid = text.upper().partition(":")
    tableau = parse_cards(laid)
    rest = [card for card in tableau if card is not Card.PUDDING]
    return tuple(sorted(parse_cards(hand))), tuple(rest), len(tableau) - len(rest)


def _check(position: Position, laid: tuple[int, int]) -> None:
    """OptionError unless this can be part of a game. `laid` are the puddings on the tableaus."""
    if not 1 <= position.round <= tables.ROUNDS:
        raise OptionError(f"round {position.round}: a game has rounds 1 to {tables.ROUNDS}")
    for points in position.points:
        if not 0 <= points <= MOST_POINTS:
            raise OptionError(f"{points} points from earlier rounds: that is 0 to {MOST_POINTS}")
    for hand, tableau, puddings in zip(position.hands, position.tableaus, laid, strict=True):
        if len(hand) + len(tableau) + puddings > HAND:
            raise OptionError(
                f"a hand of {len(hand)} and a table of {len(tableau) + puddings} cards: with two players a round has {HAND} each"
            )
    for total, here in zip(position.puddings, laid, strict=True):
        if total < here:
            raise OptionError(f"{total} puddings in the game: {here} of them lie on the table already")
    held = Counter(card for cards in (*position.hands, *position.tableaus) for card in cards)
    held[Card.PUDDING] += sum(position.puddings)
    for card in held - Counter(DECK):
        raise OptionError(f"there are {held[card]} {card.label} cards: the deck has {DECK.count(card)}")
