"""Command handling: a command becomes events to write to the log, or a refusal. Nothing here changes a table."""

from typing import Any

from kaiten.protocol.commands import (
    AddBot,
    Choose,
    Command,
    Leave,
    Remove,
    Rename,
    Say,
    SendSeed,
    Sit,
    Start,
    TakeBack,
)
from kaiten.table.chat import say
from kaiten.table.checks import free_name, require_phase, seat_seed
from kaiten.table.errors import TableError
from kaiten.table.events import Event, Renamed, Seeded, TakenBack
from kaiten.table.lobby import decide_for_host, leave, sit
from kaiten.table.table import Phase, Table
from kaiten.table.turns import choice_events, choose, new_deadline
from kaiten.table.votes import vote


def decide(
    table: Table, player: str, command: Command, *, now: int = 0, away: frozenset[str] = frozenset()
) -> list[Event]:
    """The events of a player's command at `now` (milliseconds of UTC), while the players in `away` are; or TableError."""
    if isinstance(command, Sit):
        return sit(table, player, command)
    if isinstance(command, AddBot | Remove | Start):
        return decide_for_host(table, player, command, now)
    seat = table.seat_of(player)
    if seat is None:
        raise TableError("not-seated", "you have no seat at this table")
    if isinstance(command, Leave):
        return leave(table, player, seat)
    if isinstance(command, Say):
        return say(table, seat, command, now)
    if isinstance(command, Rename | SendSeed | TakeBack):
        return _decide_for_seat(table, seat, command, now)
    if table.seats[seat].bot is not None:
        raise TableError("away", "a bot plays your seat: take it back first")
    if isinstance(command, Choose):
        return choose(table, seat, command, now)
    return vote(table, seat, command, away)


def decide_bot(table: Table, seat: int, move: Any, *, now: int = 0) -> list[Event]:
    """The events of a bot's choice for its seat."""
    if seat not in table.pending_bots:
        raise TableError("not-waited-for", f"seat {seat} does not wait for a bot's choice")
    return choice_events(table, seat, move, now)


def _decide_for_seat(table: Table, seat: int, command: Rename | SendSeed | TakeBack, now: int) -> list[Event]:
    if isinstance(command, SendSeed):
        require_phase(table, Phase.LOBBY)
        return [Seeded(seat, seat_seed(command.seed))]
    if isinstance(command, Rename):
        return [Renamed(seat, free_name(table, command.name, seat))]
    if table.seats[seat].bot is None:
        raise TableError("not-away", "no bot plays your seat")
    return [TakenBack(seat), *(new_deadline(table, now) if table.phase is Phase.PLAYING else [])]
