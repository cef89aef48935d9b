"""Sushi Go! on the wire: options, a choice, and what a seat may know."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Literal, cast

import msgspec

from kaiten.protocol.wire import Wire, WireTable, WireTally, table_to_wire, tallies_to_wire
from kaiten.sushi_go import (
    Card,
    Move,
    Options,
    Outcome,
    State,
    Tableau,
    View,
    parse_card,
    score_round,
    tables,
    tally_end,
    tally_round,
)
from kaiten.sushi_go.cards import CODES
from kaiten.sushi_go.scoring import pudding_loss

CardCode = Literal["T", "S", "D", "M1", "M2", "M3", "N1", "N2", "N3", "P", "W", "C"]


class SushiGoOptions(Wire, frozen=True, rename={"passing": "pass"}):
    """How the game is played; `first_control` is null until the lot is drawn."""

    passing: Literal["left", "both"] = "left"
    dummy: bool = False
    dummy_pudding_penalty: bool = False
    first_control: int | None = None


class SushiGoMove(Wire, frozen=True, tag="cards"):
    """One card, or two in order with chopsticks; in control, the dummy's card too."""

    cards: tuple[CardCode, ...]
    dummy: CardCode | None = None


class RevealedNews(Wire, frozen=True, tag="revealed"):
    """Sushi Go!: all choices of a turn were turned over, by seat."""

    round: int
    turn: int
    moves: tuple[SushiGoMove, ...]


class WireHand(Wire, frozen=True):
    """A hand as this seat knows it: how many cards, and those of them that it has seen."""

    size: int
    cards: tuple[CardCode, ...]


class SushiGoResult(Wire, frozen=True):
    """Points by seat for each round and for puddings, and the winners."""

    rounds: tuple[tuple[int, ...], ...]
    puddings: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


class SushiGoView(Wire, frozen=True, tag="sushi-go"):
    """All that a seat may know, with everything that follows from it by the rules.

    Rows are by seat; `tables`, `puddings`, `dessert` and `scores` have the dummy last, where there is one. `scores` are the
    points of the rounds that were scored, `past` the tables they came from, `dessert` what puddings would be worth now.
    """

    seat: int | None
    players: int
    options: SushiGoOptions
    round: int
    rounds: int
    turn: int
    turns: int
    passes: Literal["left", "right"]
    hands: tuple[WireHand, ...]
    tables: tuple[WireTable, ...]
    puddings: tuple[int, ...]
    dessert: tuple[WireTally, ...]
    scores: tuple[int, ...]
    legal: tuple[SushiGoMove, ...]
    chosen: SushiGoMove | None
    ready: tuple[bool, ...]
    revealed: tuple[SushiGoMove, ...]
    in_control: int | None
    drawn: CardCode | None
    pile: int
    undealt: int
    past: tuple[tuple[WireTable, ...], ...]
    result: SushiGoResult | None


OPTIONS: type = SushiGoOptions
MOVES: tuple[type, ...] = (SushiGoMove,)
VIEW: type = SushiGoView
"""The structs of this game: this module is a `kaiten.protocol.games.GameWire`."""


def options_to_wire(options: Options) -> SushiGoOptions:
    return SushiGoOptions(options.passing, options.dummy, options.dummy_pudding_penalty, options.first_control)


def options_from_wire(options: SushiGoOptions | None) -> Options:
    if options is None:
        return Options()
    return Options(options.passing, options.dummy, options.dummy_pudding_penalty, options.first_control)


def move_to_wire(move: Move) -> SushiGoMove:
    return SushiGoMove(_codes(move.cards), None if move.dummy is None else _code(move.dummy))


def move_from_wire(move: SushiGoMove) -> Move:
    cards = tuple([parse_card(code) for code in move.cards])
    return Move(cards, None if move.dummy is None else parse_card(move.dummy))


def view_to_wire(view: View) -> SushiGoView:
    """A view as a struct, with the values that follow from it by the rules."""
    outcome = view.outcome
    return SushiGoView(
        seat=view.seat,
        players=view.players,
        options=options_to_wire(view.options),
        round=view.round,
        rounds=tables.ROUNDS,
        turn=view.turn,
        turns=view.turns,
        passes="left" if view.passes_left else "right",
        hands=tuple([WireHand(known.size, _codes(known.cards)) for known in view.hands]),
        tables=_tables(view.tableaus),
        puddings=view.puddings,
        dessert=_dessert(view.puddings, pudding_loss(view.options, view.players)),
        scores=_scores(view.past, len(view.tableaus)),
        legal=tuple([move_to_wire(move) for move in view.legal]),
        chosen=None if view.chosen is None else move_to_wire(view.chosen),
        ready=view.ready,
        revealed=tuple([move_to_wire(move) for move in view.revealed]),
        in_control=view.in_control,
        drawn=None if view.drawn is None else _code(view.drawn),
        pile=view.pile,
        undealt=view.undealt,
        past=tuple([_tables(tableaus) for tableaus in view.past]),
        result=None if outcome is None else _result(outcome),
    )


def view_for_program(view: View) -> dict[str, Any]:
    """The view as a bot in another language gets it."""
    data: dict[str, Any] = msgspec.to_builtins(view_to_wire(view))
    return data


def choice_news(state: State, seat: int, move: Move, turn_key: tuple[int, int]) -> RevealedNews | None:  # noqa: ARG001
    """All choices of the turn, once they are revealed; nothing while one lies face down."""
    if any(state.choices):
        return None
    return RevealedNews(*turn_key, tuple([move_to_wire(revealed) for revealed in state.revealed]))


def _result(outcome: Outcome) -> SushiGoResult:
    return SushiGoResult(outcome.rounds, outcome.puddings, outcome.totals, outcome.winners)


# Every viewer of a table gets the same tallies, and those of the scored rounds again every turn.
@lru_cache(maxsize=4096)
def _tables(tableaus: tuple[Tableau, ...]) -> tuple[WireTable, ...]:
    tallies = tally_round(tableaus)
    return tuple([table_to_wire(_codes(laid), tally) for laid, tally in zip(tableaus, tallies, strict=True)])


@lru_cache(maxsize=4096)
def _dessert(puddings: tuple[int, ...], loss: bool) -> tuple[WireTally, ...]:
    return tallies_to_wire(tally_end(puddings, loss=loss))


@lru_cache(maxsize=4096)
def _scores(past: tuple[tuple[Tableau, ...], ...], tableaus: int) -> tuple[int, ...]:
    rounds = [score_round(laid) for laid in past]
    return tuple([sum(points[seat] for points in rounds) for seat in range(tableaus)])


def _code(card: Card) -> CardCode:
    return cast("CardCode", CODES[card])


def _codes(cards: Iterable[Card]) -> tuple[CardCode, ...]:
    return tuple([_code(card) for card in cards])
