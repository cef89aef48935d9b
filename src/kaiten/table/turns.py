"""Turns of a game: choices, deadlines, and the stand-in that takes over when a player is late."""

from typing import Any

from kaiten.players import STAND_IN
from kaiten.protocol.commands import Choose
from kaiten.table.checks import only_in
from kaiten.table.errors import TableError
from kaiten.table.events import Chose, Due, Event, HandedOver
from kaiten.table.table import CLOCKS, Phase, Table


def choose(table: Table, seat: int, command: Choose, now: int) -> list[Event]:
    only_in(table, Phase.PLAYING)
    if (command.round, command.turn) != table.turn:
        now_is = "round {}, turn {}".format(*table.turn)
        raise TableError("wrong-turn", f"that choice is for round {command.round}, turn {command.turn}: it is {now_is}")
    if not isinstance(command.move, table.wire.MOVES):
        raise TableError("wrong-game", "that move belongs to the other game")
    return chose(table, seat, table.wire.move_from_wire(command.move), now)


def chose(table: Table, seat: int, move: Any, now: int) -> list[Event]:
    """The events of a choice, by a player or a bot; IllegalMove where the rules do not allow it."""
    after = table.rules.choose(table.game.state, seat, move)
    events: list[Event] = [Chose(seat, table.rules.format_move(move))]
    if table.rules.outcome(after) is not None:
        return events if table.due is None else [*events, Due(None)]
    return [*events, *new_due(table, now)] if table.rules.ends_turn(after, move) else events


def new_due(table: Table, now: int) -> list[Event]:
    """A new deadline, a whole turn's time from now, where there is a clock."""
    allowance = CLOCKS[table.clock]
    return [] if allowance is None else [Due(now + allowance)]


def time_is_up(table: Table, now: int) -> list[Event]:
    """Takeover: once the deadline has passed, a stand-in plays on for each player whom the turn waits for."""
    if table.due is None or now < table.due:
        return []
    return [HandedOver(seat, STAND_IN) for seat in table.waited_for if table.seats[seat].bot is None]


def credit(table: Table, milliseconds: int) -> list[Event]:
    """Move the deadline by time in which no server was up."""
    return [] if table.due is None else [Due(table.due + milliseconds)]
