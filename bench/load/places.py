"""Where the log is kept, and what it holds in the end: an SQLite file, or PostgreSQL with Redis beside it."""

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.databases import Postgres, Redis

_COUNTS = "SELECT table_id, count(*), max(version) FROM events GROUP BY table_id"
_COMMANDS = "SELECT table_id, count(*) FROM commands GROUP BY table_id"


@dataclass(frozen=True, slots=True)
class Held:
    """What the log holds of a table: events, the number of the last one, commands that were answered."""

    events: int
    last: int
    commands: int


class Place:
    """A database, and the folder that its files are in."""

    def __init__(self, folder: Path, postgres: Postgres | None = None, redis: Redis | None = None) -> None:
        self._postgres = postgres
        self.folder = folder if postgres is None else postgres.folder
        self.bus = "" if redis is None else redis.url
        self._name = "" if postgres is None else postgres.new()
        self.url = f"sqlite:///{folder / 'kaiten.db'}" if postgres is None else postgres.url(self._name)

    @property
    def name(self) -> str:
        return ("SQLite" if self._postgres is None else "PostgreSQL") + (", Redis" if self.bus else "")

    def held(self) -> dict[str, Held]:
        """What the log holds now, by table."""
        commands = {table: int(count) for table, count in self._rows(_COMMANDS)}
        return {
            table: Held(int(events), int(last), commands.get(table, 0)) for table, events, last in self._rows(_COUNTS)
        }

    def _rows(self, query: str) -> list[list[str]]:
        if self._postgres is not None:
            return [line.split("|") for line in self._postgres.sql(query, self._name).splitlines()]
        with contextlib.closing(sqlite3.connect(self.url.removeprefix("sqlite:///"))) as line:
            return [[str(value) for value in row] for row in line.execute(query)]


@contextlib.contextmanager
def opened(folder: Path, *, postgres: bool, redis: bool) -> Iterator[Place]:
    """A place, with the servers that it needs; they end with it."""
    with contextlib.ExitStack() as stack:
        database = Postgres() if postgres else None
        bus = Redis() if redis else None
        for daemon in (database, bus):
            if daemon is not None:
                stack.callback(daemon.end)
                # The tests' PostgreSQL does not flush the disk; a server's does.
                daemon.command = [part.replace("=off", "=on") for part in daemon.command]
                daemon.start()
        yield Place(folder, database, bus)
