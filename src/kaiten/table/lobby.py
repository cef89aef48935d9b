"""The lobby and the rematch: seats are taken, filled with bots and freed; the host starts; the next game is set up."""

from kaiten.players import LEVELS, STAND_IN, check_bot
from kaiten.protocol.commands import AddBot, Remove, Sit, Start
from kaiten.table.checks import check_seat_number, free_name, require_phase, seat_seed
from kaiten.table.errors import TableError
from kaiten.table.events import BotSat, Event, Freed, HandedOver, HostPassed, Opened, Parted, Renamed, Sat, Started
from kaiten.table.table import Phase, Table
from kaiten.table.turns import new_deadline

BOTS = ("Nori", "Kombu", "Shiso", "Ponzu", "Dashi")
"""Names of bots that are not of a level, the same in every language."""


def sit(table: Table, player: str, command: Sit) -> list[Event]:
    """The events of taking a seat; the first player at a table without a host becomes host."""
    require_phase(table, Phase.LOBBY)
    if table.seat_of(player) is not None:
        raise TableError("seated", "you have a seat at this table already")
    free = [number for number, seat in enumerate(table.seats) if seat.free]
    if not free:
        raise TableError("table-full", "every seat is taken")
    wanted = free[0] if command.seat is None else check_seat_number(table, command.seat)
    if wanted not in free:
        raise TableError("seat-taken", f"seat {wanted} is taken")
    events: list[Event] = [Sat(wanted, player, free_name(table, command.name), seat_seed(command.seed))]
    return events if table.host else [*events, HostPassed(player)]


def decide_for_host(table: Table, player: str, command: AddBot | Remove | Start, now: int) -> list[Event]:
    """The events of a command that only the host may give, before the game."""
    if player != table.host:
        raise TableError("not-host", "only the host does that")
    require_phase(table, Phase.LOBBY)
    if isinstance(command, Start):
        if any(seat.free for seat in table.seats):
            raise TableError("seats-free", "every seat must be taken, by a person or a bot")
        return [Started(), *new_deadline(table, now)]
    number = check_seat_number(table, command.seat)
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
    """The events of leaving: before the game the seat becomes free, in a game a stand-in takes over.

    The role of host passes to a person who stays; where nobody stays, to the next player who sits down.
    """
    if table.phase is Phase.LOBBY:
        events: list[Event] = [Freed(seat)]
    else:
        require_phase(table, Phase.PLAYING)
        if table.seats[seat].bot is not None:
            raise TableError("away", "a bot plays your seat already")
        events = [HandedOver(seat, STAND_IN)]
    stays = [table.seats[number].player or "" for number in table.playing_people if number != seat]
    if player == table.host:
        events += [HostPassed(stays[0])] if stays else [HostPassed("")] * (table.phase is Phase.LOBBY)
    return events


def remove_player(table: Table, player: str) -> list[Event]:
    """The events that remove a player for good: the name is redacted, and a bot gets the seat."""
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
    """The events of a new table for the same people and bots, each one seat further to the left; people may send new seeds.

    The old table gets a `Rematched`.
    """
    require_phase(table, Phase.OVER)
    if table.seat_of(player) is None:
        raise TableError("not-seated", "you had no seat at this table")
    if table.next is not None:
        raise TableError("rematch-exists", "the rematch has been set up already")
    events: list[Event] = [opened]
    for number, seat in enumerate(table.seats):
        place = (number + 1) % len(table.seats)
        if seat.player is not None:
            events.append(Sat(place, seat.player, seat.name))
        else:
            events.append(BotSat(place, seat.bot or STAND_IN, seat.name))
    return events


def _free_name(table: Table, *names: str) -> str:
    """The first of these names that is not taken at the table; if all are, one with a number after it."""
    taken = {seat.name.casefold() for seat in table.seats if not seat.free}
    numbered = [f"{name} {number}" for number in range(2, len(table.seats) + 3) for name in names]
    return next(free for free in [*names, *numbered] if free.casefold() not in taken)
