"""What needs everybody who plays: more time, an early end, a bot for somebody who is away."""

from kaiten.protocol.commands import EndGame, HandOver, MoreTime
from kaiten.table.checks import only_in, seat_number
from kaiten.table.errors import TableError
from kaiten.table.events import Agreed, Due, Ended, Event, HandedOver
from kaiten.table.table import CLOCKS, Phase, Table
from kaiten.table.turns import STAND_IN


def agree(table: Table, seat: int, command: MoreTime | EndGame | HandOver, away: frozenset[str]) -> list[Event]:
    """One more who agrees, and the thing itself when all do. Nobody waits for the consent of those who are away."""
    only_in(table, Phase.PLAYING)
    what, then = _asked(table, seat, command, away)
    agreed = table.agreed.get(what, frozenset())
    if seat in agreed:
        raise TableError("agreed-already", "you have agreed to that already")
    present = {number for number in table.playing_people if table.seats[number].player not in away}
    events: list[Event] = [Agreed(seat, what)]
    return [*events, then] if present <= {*agreed, seat} else events


def _asked(table: Table, seat: int, command: MoreTime | EndGame | HandOver, away: frozenset[str]) -> tuple[str, Event]:
    if isinstance(command, EndGame):
        return "end-game", Ended("agreement")
    if isinstance(command, MoreTime):
        if table.due is None:
            raise TableError("no-clock", "there is no clock at this table: take your time")
        return "more-time", Due(table.due + (CLOCKS[table.clock] or 0))
    number = seat_number(table, command.seat)
    if CLOCKS[table.clock] is not None:
        raise TableError("clock", "the clock sees to those who are away")
    if number == seat or number not in table.playing_people:
        raise TableError("no-such-player", f"nobody else plays at seat {number}")
    if table.seats[number].player not in away:
        raise TableError("present", f"{table.seats[number].name} is here")
    return f"hand-over {number}", HandedOver(number, STAND_IN)
