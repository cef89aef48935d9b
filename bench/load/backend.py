"""Databases for the load test: an SQLite file, or PostgreSQL with Redis; counts of what they store."""

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.databases import Postgres, Redis

_COUNTS = "SELECT table_id, count(*), max(version) FROM events GROUP BY table_id"
_COMMANDS = "SELECT table_id, count(*) FROM commands GROUP BY table_id"


@dataclass(frozen=True, slots=True)
class StoredCounts:
    """Counts of one table's log: events, newest version, answered commands."""

    events: int
    last: int
    commands: int


class Backend:
    """A database and the folder of its files."""

    def __init__(self, folder: Path, postgres: Postgres | None = None, redis: Redis | None = None) -> None:
        self._postgres = postgres
        self.folder = folder if postgres is None else postgres.folder
        self.bus = "" if redis is None else redis.url
        self._name = "" if postgres is None else postgres.new()
        self.url = f"sqlite:///{folder / 'kaiten.db'}" if postgres is None else postgres.url(self._name)

    @property
    def name(self) -> str:
        return ("SQLite" if self._postgres is None else "PostgreSQL") + (", Redis" if self.bus else "")

    def stored(self) -> dict[str, StoredCounts]:
        """What is stored now, by table."""
        commands = {table: int(count) for table, count in self._rows(_COMMANDS)}
        return {
            table: StoredCounts(int(events), int(last), commands.get(table, 0))
            for table, events, last in self._rows(_COUNTS)
        }

    def _rows(self, query: str) -> list[list[str]]:
        if self._postgres is not None:
            return [line.split("|") for line in self._postgres.sql(query, self._name).splitlines()]
        with contextlib.closing(sqlite3.connect(self.url.removeprefix("sqlite:///"))) as line:
            return [[str(value) for value in row] for row in line.execute(query)]


@contextlib.contextmanager
def open_backend(folder: Path, *, postgres: bool, redis: bool) -> Iterator[Backend]:
    """A database with the servers it needs; they end with it."""
    with contextlib.ExitStack() as stack:
        database = Postgres() if postgres else None
        bus = Redis() if redis else None
        for daemon in (database, bus):
            if daemon is not None:
                stack.callback(daemon.end)
                # Unlike the tests', this PostgreSQL uses fsync.
                daemon.command = [part.replace("=off", "=on") for part in daemon.command]
                daemon.start()
        yield Backend(folder, database, bus)
