"""The lobby and the rematch: seats are taken, filled with bots and freed; the host starts; the next game is set up."""

from kaiten.players import LEVELS, STAND_IN, check_bot
from kaiten.protocol.commands import AddBot, Remove, Sit, Start
from kaiten.table.checks import free_name, only_in, seat_number, seat_seed
from kaiten.table.errors import TableError
from kaiten.table.events import BotSat, Event, Freed, HandedOver, HostPassed, Opened, Parted, Renamed, Sat, Started
from kaiten.table.table import Phase, Table
from kaiten.table.turns import new_due

BOTS = ("Nori", "Kombu", "Shiso", "Ponzu", "Dashi")
"""Names of bots that are not of a level, the same in every language."""


def sit(table: Table, player: str, command: Sit) -> list[Event]:
    only_in(table, Phase.LOBBY)
    if table.seat_of(player) is not None:
        raise TableError("seated", "you have a seat at this table already")
    free = [number for number, seat in enumerate(table.seats) if seat.free]
    if not free:
        raise TableError("table-full", "every seat is taken")
    wanted = free[0] if command.seat is None else seat_number(table, command.seat)
    if wanted not in free:
        raise TableError("seat-taken", f"seat {wanted} is taken")
    events: list[Event] = [Sat(wanted, player, free_name(table, command.name), seat_seed(command.seed))]
    return events if table.host else [*events, HostPassed(player)]


def host_decides(table: Table, player: str, command: AddBot | Remove | Start, now: int) -> list[Event]:
    if player != table.host:
        raise TableError("not-host", "only the host does that")
    only_in(table, Phase.LOBBY)
    if isinstance(command, Start):
        if any(seat.free for seat in table.seats):
            raise TableError("seats-free", "every seat must be taken, by a person or a bot")
        return [Started(), *new_due(table, now)]
    number = seat_number(table, command.seat)
    if isinstance(command, Remove):
        if table.seats[number].free:
            raise TableError("seat-free", f"nobody sits at seat {number}")
        return [Freed(number)]
    if not table.seats[number].free:
        raise TableError("seat-taken", f"seat {number} is taken")
    check_bot(table.rules.NAME, command.level)
    names = LEVELS[command.level].names if command.level in LEVELS else BOTS
    return [BotSat(number, command.level, _free_name(table, *names))]


def leave(table: Table, player: str, seat: int) -> list[Event]:
    """Before the game the seat becomes free; in a game a stand-in takes over. The host's role passes to a person who stays.

    Where nobody stays, the next player who sits down is host.
    """
    if table.phase is Phase.LOBBY:
        events: list[Event] = [Freed(seat)]
    else:
        only_in(table, Phase.PLAYING)
        if table.seats[seat].bot is not None:
            raise TableError("away", "a bot plays your seat already")
        events = [HandedOver(seat, STAND_IN)]
    stays = [table.seats[number].player or "" for number in table.playing_people if number != seat]
    if player == table.host:
        events += [HostPassed(stays[0])] if stays else [HostPassed("")] * (table.phase is Phase.LOBBY)
    return events


def part(table: Table, player: str) -> list[Event]:
    """The events that remove a player for good: no name, no way back, and a bot on the seat."""
    seat = table.seat_of(player)
    if seat is None:
        return []
    if table.phase is Phase.LOBBY:
        return leave(table, player, seat)
    events: list[Event] = [Renamed(seat, _free_name(table, f"Seat {seat + 1}"))]
    if table.phase is Phase.PLAYING and table.seats[seat].bot is None:
        events += leave(table, player, seat)
    return [*events, Parted(seat, table.seats[seat].bot or STAND_IN)]


def rematch(table: Table, player: str, opened: Opened) -> list[Event]:
    """A new table for the same people and bots, everybody one seat further to the left; each may send a new seed.

    These are the events of the new table; the old one gets a `Rematched`.
    """
    only_in(table, Phase.OVER)
    if table.seat_of(player) is None:
        raise TableError("not-seated", "you had no seat at this table")
    if table.next is not None:
        raise TableError("rematch-exists", "the next game has been laid out already")
    events: list[Event] = [opened]
    for number, seat in enumerate(table.seats):
        place = (number + 1) % len(table.seats)
        if seat.player is not None:
            events.append(Sat(place, seat.player, seat.name))
        else:
            events.append(BotSat(place, seat.bot or STAND_IN, seat.name))
    return events


def _free_name(table: Table, *names: str) -> str:
    """The first of these names that nobody at the table has; if need be, with a number after it."""
    taken = {seat.name.casefold() for seat in table.seats if not seat.free}
    numbered = [f"{name} {number}" for number in range(2, len(table.seats) + 3) for name in names]
    return next(free for free in [*names, *numbered] if free.casefold() not in taken)
