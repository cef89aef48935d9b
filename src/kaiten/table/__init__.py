"""The authority over one table, event-sourced: seats, turns, deadlines, votes, rematch. No I/O, no clock, no random source.

`decide` turns a command into events or refuses it, and changes nothing; the caller writes the events to its log;
`Table.apply` applies them. The caller passes the time and who is away. Start reading at `table`, then `decide`. Imports
`protocol`, `players`, `record` and the rooms that these import.
"""

from kaiten.table.decide import decide, decide_bot
from kaiten.table.errors import TableError
from kaiten.table.events import Event, Opened
from kaiten.table.lobby import part, rematch
from kaiten.table.snapshot import absent_seats, tell
from kaiten.table.table import CLOCKS, Phase, Seat, Table
from kaiten.table.turns import credit, time_is_up

__all__ = [
    "CLOCKS",
    "Event",
    "Opened",
    "Phase",
    "Seat",
    "Table",
    "TableError",
    "absent_seats",
    "credit",
    "decide",
    "decide_bot",
    "part",
    "rematch",
    "tell",
    "time_is_up",
]
