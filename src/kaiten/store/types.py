"""Rows of the store as dataclasses of bytes and plain values."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableSummary:
    """What the lobby and the background tasks need of a table without loading its log."""

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
class PlayerResult:
    """A player's result in a finished game; place 0 if it was stopped before its end."""

    player: str
    seat: int
    name: str
    points: int
    place: int
    won: bool


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game: its record and the players' results."""

    game: str
    players: int
    bots: int
    record: bytes
    people: tuple[PlayerResult, ...]


@dataclass(frozen=True, slots=True)
class Write:
    """Events to append after a version of a table, with the answer of the command that caused them.

    (player, command_id) is the idempotency key. `summary` is None where it has not changed.
    """

    table: str
    after: int
    events: Sequence[bytes]
    player: str = ""
    command_id: str = ""
    answer: bytes = b""
    summary: TableSummary | None = None
    finished: FinishedGame | None = None


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event in the log; `at` is milliseconds UTC by the database's clock."""

    version: int
    at: int
    event: bytes
