"""During the game: choices, and the clock."""

from typing import Any

from kaiten import sushi_go, sushi_roll
from kaiten.protocol import sushi_go as cards_wire
from kaiten.protocol import sushi_roll as dice_wire
from kaiten.protocol.commands import Choose
from kaiten.table.checks import only_in
from kaiten.table.errors import TableError
from kaiten.table.events import Chose, Due, Event, HandedOver
from kaiten.table.table import CLOCKS, Phase, Table

STAND_IN = "regular"
"""The bot that plays on for somebody who leaves, or whose time is up."""


def choose(table: Table, seat: int, command: Choose, now: int) -> list[Event]:
    only_in(table, Phase.PLAYING)
    if (command.round, command.turn) != table.turn:
        now_is = "round {}, turn {}".format(*table.turn)
        raise TableError("wrong-turn", f"that choice is for round {command.round}, turn {command.turn}: it is {now_is}")
    is_cards = isinstance(command.move, cards_wire.SushiGoMove)
    if is_cards != (table.rules.NAME == sushi_go.NAME):
        raise TableError("wrong-game", "that move belongs to the other game")
    return chose(table, seat, _move(command), now)


def chose(table: Table, seat: int, move: Any, now: int) -> list[Event]:
    """What a choice comes to, whoever makes it; IllegalMove where the rules do not allow it."""
    after = table.rules.choose(table.game.state, seat, move)
    events: list[Event] = [Chose(seat, table.rules.format_move(move))]
    if table.rules.outcome(after) is not None:
        return events if table.due is None else [*events, Due(None)]
    # In Sushi Roll a turn goes on after a menu or a swap; in Sushi Go! it is over when no choice lies face down.
    turn_over = isinstance(move, sushi_roll.Take) if isinstance(after, sushi_roll.State) else not any(after.choices)
    return [*events, *new_due(table, now)] if turn_over else events


def new_due(table: Table, now: int) -> list[Event]:
    """A whole turn's time from now, where there is a clock."""
    allowance = CLOCKS[table.clock]
    return [] if allowance is None else [Due(now + allowance)]


def time_is_up(table: Table, now: int) -> list[Event]:
    """Bots play on for those whom the turn waits for, once its time is up; nothing, if it is not."""
    if table.due is None or now < table.due:
        return []
    return [HandedOver(seat, STAND_IN) for seat in table.waited_for if table.seats[seat].bot is None]


def credit(table: Table, milliseconds: int) -> list[Event]:
    """Time that nobody could use, since no server was up, is given back."""
    return [] if table.due is None else [Due(table.due + milliseconds)]


def _move(command: Choose) -> Any:
    if isinstance(command.move, cards_wire.SushiGoMove):
        return cards_wire.move_from_wire(command.move)
    return dice_wire.move_from_wire(command.move)
