"""The authority over one table: who sits where, whose turn it is, what has happened. No I/O, no clock, no random source.

`decide` turns a command into events or refuses it, and changes nothing; whoever keeps the log writes them down;
`Table.apply` puts them in. What time it is, and who is away, whoever asks has to say. Start reading at `table`, then
`decide`. Imports `protocol`, `players`, `record` and what lies above them.
"""

from kaiten.table.decide import decide, decide_bot
from kaiten.table.errors import TableError
from kaiten.table.events import Event, Opened
from kaiten.table.lobby import part, rematch
from kaiten.table.table import CLOCKS, Phase, Seat, Table
from kaiten.table.telling import absent_seats, tell
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
