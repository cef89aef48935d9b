"""The authority over one table: who sits where, whose turn it is, what has happened. No I/O, no clock, no random source.

`Table.decide` turns a command into events or refuses it; whoever keeps the log writes them down; `Table.apply` puts them in.
Imports `protocol`, `players`, `record` and what lies above them.
"""

from kaiten.table.errors import TableError
from kaiten.table.events import Event, Opened
from kaiten.table.table import Phase, Seat, Table

__all__ = ["Event", "Opened", "Phase", "Seat", "Table", "TableError"]
