"""Sushi Roll on the wire: an action, and what a seat may know."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Literal, cast

import msgspec

from kaiten.kit.errors import OptionError
from kaiten.protocol.wire import Wire, WireTable, WireTally, table_to_wire, tallies_to_wire
from kaiten.sushi_roll import (
    Face,
    Menu,
    Move,
    Options,
    Outcome,
    State,
    Swap,
    Take,
    Tray,
    View,
    score_round,
    tables,
    tally_end,
    tally_round,
)
from kaiten.sushi_roll.dice import CODES

FaceCode = Literal["T", "S", "D", "M1", "M2", "M3", "N1", "N2", "N3", "W", "P1", "P2", "P3", "U2", "C1", "C2"]


class SushiRollOptions(Wire, frozen=True):
    """Sushi Roll has no options."""


class MenuMove(Wire, frozen=True, tag="menu"):
    """Pay a menu and re-roll these dice of your belt, ascending from 0."""

    dice: tuple[int, ...]


class SwapMove(Wire, frozen=True, tag="swap"):
    """Pay chopsticks and swap your die `mine` with die `theirs` of `seat`."""

    mine: int
    seat: int
    theirs: int


class TakeMove(Wire, frozen=True, tag="take"):
    """Take this die of your belt."""

    die: int


SushiRollMove = MenuMove | SwapMove | TakeMove


class SushiRollDone(Wire, frozen=True):
    """The seat and the move of the last action."""

    seat: int
    move: SushiRollMove


class ActedNews(Wire, frozen=True, tag="acted"):
    """Sushi Roll: a player paid a menu, swapped, or took a die."""

    seat: int
    move: SushiRollMove


class WireReroll(Wire, frozen=True):
    """A menu that was paid and waits for its roll."""

    seat: int
    dice: tuple[int, ...]


class SushiRollResult(Wire, frozen=True):
    """Points by seat for each round, for puddings and for unused tokens, and the winners."""

    rounds: tuple[tuple[int, ...], ...]
    puddings: tuple[int, ...]
    tokens: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


class SushiRollView(Wire, frozen=True, tag="sushi-roll"):
    """All that a seat may know, with everything that follows from it by the rules.

    Rows are by seat. `can_menu` and `can_swap` say what the seat may pay for now; the dice to choose from are those of the belts.
    `scores` are the points of the rounds that were scored, `past` the trays they came from.
    """

    seat: int | None
    players: int
    options: SushiRollOptions
    round: int
    rounds: int
    turn: int
    turns: int
    red_belt: int | None
    acting: int | None
    belts: tuple[tuple[FaceCode, ...], ...]
    rerolling: WireReroll | None
    trays: tuple[WireTable, ...]
    menus: tuple[int, ...]
    chopsticks: tuple[int, ...]
    puddings: tuple[int, ...]
    supply_menus: int
    supply_chopsticks: int
    supply_puddings: int
    dessert: tuple[WireTally, ...]
    scores: tuple[int, ...]
    can_take: bool
    can_menu: bool
    can_swap: tuple[int, ...]
    last: SushiRollDone | None
    past: tuple[tuple[WireTable, ...], ...]
    result: SushiRollResult | None


OPTIONS: type = SushiRollOptions
MOVES: tuple[type, ...] = (MenuMove, SwapMove, TakeMove)
VIEW: type = SushiRollView
"""The structs of this game: this module is a `kaiten.protocol.games.GameWire`."""


def options_to_wire(options: Options) -> None:
    """A table of this game shows no options."""


def options_from_wire(options: object | None) -> Options:
    if options is not None:
        raise OptionError("Sushi Roll has no options")
    return Options()


def move_to_wire(move: Move) -> SushiRollMove:
    if isinstance(move, Take):
        return TakeMove(move.die)
    if isinstance(move, Swap):
        return SwapMove(move.mine, move.seat, move.theirs)
    return MenuMove(move.dice)


def move_from_wire(move: SushiRollMove) -> Move:
    if isinstance(move, TakeMove):
        return Take(move.die)
    if isinstance(move, SwapMove):
        return Swap(move.mine, move.seat, move.theirs)
    return Menu(move.dice)


def view_to_wire(view: View) -> SushiRollView:
    """A view as a struct, with the values that follow from it by the rules."""
    outcome = view.outcome
    legal = view.legal
    menus, chopsticks, puddings = view.supply
    return SushiRollView(
        seat=view.seat,
        players=view.players,
        options=SushiRollOptions(),
        round=view.round,
        rounds=tables.ROUNDS,
        turn=view.cycle,
        turns=view.cycles,
        red_belt=view.red,
        acting=view.acting,
        belts=tuple([_codes(belt) for belt in view.belts]),
        rerolling=None if view.rerolling is None else WireReroll(view.rerolling.seat, view.rerolling.dice),
        trays=_trays(view.trays),
        menus=view.menus,
        chopsticks=view.chopsticks,
        puddings=view.puddings,
        supply_menus=menus,
        supply_chopsticks=chopsticks,
        supply_puddings=puddings,
        dessert=_dessert(view.puddings, view.menus, view.chopsticks),
        scores=_scores(view.past, view.players),
        can_take=bool(legal),
        can_menu=any(isinstance(move, Menu) for move in legal),
        can_swap=tuple(sorted({move.seat for move in legal if isinstance(move, Swap)})),
        last=None if view.last is None else SushiRollDone(view.last[0], move_to_wire(view.last[1])),
        past=tuple([_trays(trays) for trays in view.past]),
        result=None if outcome is None else _result(outcome),
    )


def view_for_program(view: View) -> dict[str, Any]:
    """The view as a bot in another language gets it: with every legal move, where clients get `can_menu` and `can_swap`."""
    data: dict[str, Any] = msgspec.to_builtins(view_to_wire(view))
    return {**data, "legal": [msgspec.to_builtins(move_to_wire(move)) for move in view.legal]}


def choice_news(state: State, seat: int, move: Move, turn_key: tuple[int, int]) -> ActedNews:  # noqa: ARG001
    """The news of an action: every action is public."""
    return ActedNews(seat, move_to_wire(move))


def _result(outcome: Outcome) -> SushiRollResult:
    return SushiRollResult(outcome.rounds, outcome.puddings, outcome.tokens, outcome.totals, outcome.winners)


# Every viewer of a table gets the same tallies, and those of the scored rounds again every turn.
@lru_cache(maxsize=4096)
def _trays(trays: tuple[Tray, ...]) -> tuple[WireTable, ...]:
    tallies = tally_round(trays)
    return tuple([table_to_wire(_codes(laid), tally) for laid, tally in zip(trays, tallies, strict=True)])


@lru_cache(maxsize=4096)
def _dessert(puddings: tuple[int, ...], menus: tuple[int, ...], chopsticks: tuple[int, ...]) -> tuple[WireTally, ...]:
    return tallies_to_wire(tally_end(puddings, menus, chopsticks))


@lru_cache(maxsize=4096)
def _scores(past: tuple[tuple[Tray, ...], ...], players: int) -> tuple[int, ...]:
    rounds = [score_round(trays) for trays in past]
    return tuple([sum(points[seat] for points in rounds) for seat in range(players)])


def _codes(faces: Iterable[Face]) -> tuple[FaceCode, ...]:
    return tuple([cast("FaceCode", CODES[face]) for face in faces])
