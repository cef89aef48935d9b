"""Turns of a game: choices, deadlines, and the stand-in that takes over when a player is late."""

from typing import Any

from kaiten.players import STAND_IN
from kaiten.protocol.commands import Choose
from kaiten.table.checks import require_phase
from kaiten.table.errors import TableError
from kaiten.table.events import Chose, Due, Event, HandedOver
from kaiten.table.table import CLOCKS, Phase, Table


def choose(table: Table, seat: int, command: Choose, now: int) -> list[Event]:
    """The events of a player's choice; refused if it names another turn or is a move of the other game."""
    require_phase(table, Phase.PLAYING)
    if (command.round, command.turn) != table.turn:
        now_is = "round {}, turn {}".format(*table.turn)
        raise TableError("wrong-turn", f"that choice is for round {command.round}, turn {command.turn}: it is {now_is}")
    if not isinstance(command.move, table.wire.MOVES):
        raise TableError("wrong-game", "that move belongs to the other game")
    return choice_events(table, seat, table.wire.move_from_wire(command.move), now)


def choice_events(table: Table, seat: int, move: Any, now: int) -> list[Event]:
    """The events of a choice, by a player or a bot; IllegalMove where the rules do not allow it."""
    after = table.rules.choose(table.game.state, seat, move)
    events: list[Event] = [Chose(seat, table.rules.format_move(move))]
    if table.rules.outcome(after) is not None:
        return events if table.due is None else [*events, Due(None)]
    return [*events, *new_deadline(table, now)] if table.rules.ends_turn(after, move) else events


def new_deadline(table: Table, now: int) -> list[Event]:
    """A new deadline, a full turn's time from now, if there is a clock."""
    allowance = CLOCKS[table.clock]
    return [] if allowance is None else [Due(now + allowance)]


def expire_turn(table: Table, now: int) -> list[Event]:
    """Takeover: once the deadline has passed, a stand-in plays on for each player who has not chosen."""
    if table.due is None or now < table.due:
        return []
    return [HandedOver(seat, STAND_IN) for seat in table.pending_seats if table.seats[seat].bot is None]


def extend_deadline(table: Table, milliseconds: int) -> list[Event]:
    """Extend the deadline by the time during which no server was up."""
    return [] if table.due is None else [Due(table.due + milliseconds)]
