"""What goes into the log, and what comes out of it: bytes and plain values. What they mean is the table's affair."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Summary:
    """What can be asked of a table without loading it."""

    code: str
    game: str
    phase: str  # lobby, playing, over, broken
    seats: int
    free: int
    listed: bool
    spectators: bool
    clock: str
    host: str
    due: int | None
    bot_waits: bool
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seated:
    """A person's part in a finished game; place 0 in one that was stopped before its end."""

    player: str
    seat: int
    name: str
    points: int
    place: int
    won: bool


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over: its record, and what it was for the people who played it."""

    game: str
    players: int
    bots: int
    record: bytes
    people: tuple[Seated, ...]


@dataclass(frozen=True, slots=True)
class Write:
    """Events that follow the given version of a table, the answer to the command that made them, and what changed by them.

    No summary: it is as it was.
    """

    table: str
    after: int
    events: Sequence[bytes]
    player: str = ""
    command_id: str = ""
    answer: bytes = b""
    summary: Summary | None = None
    finished: Finished | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """An event as the log holds it, and when it was written: milliseconds UTC by the database's clock."""

    version: int
    at: int
    event: bytes
