"""The authority over one table, event-sourced: seats, turns, deadlines, votes, rematch. No I/O, no clock, no random source.

`decide` turns a command into events or refuses it, and changes nothing; the caller writes the events to its log;
`Table.apply` applies them. The caller passes the time and the players who are away. Start reading at `table`, then `decide`. Imports
`protocol`, `players`, `record` and the rooms that these import.
"""

from kaiten.table.decide import decide, decide_bot
from kaiten.table.errors import TableError
from kaiten.table.events import Event, Opened
from kaiten.table.lobby import rematch, remove_player
from kaiten.table.snapshot import absent_seats, snapshot_for
from kaiten.table.table import CLOCKS, Phase, Seat, Table
from kaiten.table.turns import expire_turn, extend_deadline

__all__ = [
    "CLOCKS",
    "Event",
    "Opened",
    "Phase",
    "Seat",
    "Table",
    "TableError",
    "absent_seats",
    "decide",
    "decide_bot",
    "expire_turn",
    "extend_deadline",
    "rematch",
    "remove_player",
    "snapshot_for",
]
