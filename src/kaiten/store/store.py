"""The event log: an append-only log per table, with optimistic concurrency and idempotency keys.

An event is keyed by (table, version): of two servers that append the same version one gets ConflictError, loads what it missed
and decides again. A command's answer is stored under (player, command id) in the same commit, so a repeated command is answered
from the store. All writes go through one writer (group commit, see `writer`).
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Executable, func, select, text, tuple_

from kaiten.store.engine import open_reader, open_writer, parse_url
from kaiten.store.errors import StoreError, reason
from kaiten.store.migrate import migrate
from kaiten.store.schema import commands, events
from kaiten.store.types import StoredEvent, Write
from kaiten.store.writer import Unit, Writer

T = TypeVar("T")

_SERVER_TIME = text("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")

MAX_KEYS = 500
"""Keys in one query: SQLite limits bound parameters."""


class Store:
    """An open database. Use it as a context: `async with Store(url) as store`.

    `clock` is for tests: milliseconds UTC, in place of the database's clock.
    """

    def __init__(self, url: str, clock: Callable[[], int] | None = None) -> None:
        parsed = parse_url(url)
        self._write_database = open_writer(parsed)
        self._read_database = open_reader(parsed)
        self._uses_server_time = clock is None and parsed.get_backend_name() == "postgresql"
        self._clock = clock or _wall_clock
        self._writer: Writer | None = None

    async def __aenter__(self) -> "Store":
        try:
            await self._write_database.run(migrate)
            await self.sync_clock()
        except StoreError:
            await self._dispose()
            raise
        except Exception as error:
            await self._dispose()
            raise StoreError(f"the database cannot be opened: {reason(error)}") from error
        self._writer = Writer(self._write_database, self.now)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._writer is not None:
            await self._writer.close()
        await self._dispose()

    async def _dispose(self) -> None:
        await asyncio.gather(self._write_database.close(), self._read_database.close())

    def now(self) -> int:
        """Milliseconds UTC by the database's clock, which all servers share."""
        return self._clock()

    async def sync_clock(self) -> None:
        """Read PostgreSQL's clock and count on from there with the monotonic clock; with SQLite the machine's clock is used."""
        if not self._uses_server_time:
            return

        def read_offset(connection: Connection) -> int:
            begun = _monotonic()
            at = int(connection.execute(_SERVER_TIME).scalar_one())
            # The server read its clock halfway through the round trip.
            return at - (begun + _monotonic()) // 2

        offset = await self.read(read_offset)
        self._clock = lambda: _monotonic() + offset

    async def append(self, *writes: Write) -> None:
        """Append events, all or none. They are on disk when this returns; on ConflictError none of them is.

        After any other StoreError they are not, unless PostgreSQL failed during the commit itself: then the outcome is
        unknown, and the caller has to send the command again with the same id.
        """
        await self._submit(Unit(writes))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run any other write in the writer's transaction, and return its result once committed. It may run more than once."""
        result: T = await self._submit(Unit(work=work))
        return result

    async def _submit(self, unit: Unit) -> T:
        if self._writer is None:
            unit.done.cancel()
            raise StoreError("the log is not open")
        result: T = await self._writer.submit(unit)
        return result

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a read. It sees committed data and does not wait for the writer."""
        try:
            async with asyncio.timeout(self._read_database.timeout_seconds):
                return await self._read_database.run(work)
        except Exception as error:  # a driver that cannot connect raises many kinds of errors
            raise StoreError(f"the log cannot be read: {reason(error)}") from error

    async def rows(self, query: Executable) -> Sequence[Any]:
        """All rows of a query."""
        return await self.read(lambda connection: connection.execute(query).all())

    async def load(self, table: str, after: int = 0) -> list[StoredEvent]:
        """A table's events after this version, in order."""
        return (await self._load(events.c.table_id == table, events.c.version > after)).get(table, [])

    async def load_tables(self, tables: Sequence[str]) -> dict[str, list[StoredEvent]]:
        """All events of these tables, in order; a table without events is left out."""
        return await self._load(events.c.table_id.in_(tables))

    async def load_versions(self, wanted: Sequence[tuple[str, int]]) -> dict[str, list[StoredEvent]]:
        """The events with these (table, version) keys, in order."""
        found: dict[str, list[StoredEvent]] = {}
        for start in range(0, len(wanted), MAX_KEYS):
            keys = tuple_(events.c.table_id, events.c.version).in_(wanted[start : start + MAX_KEYS])
            for table, rows in (await self._load(keys)).items():
                found.setdefault(table, []).extend(rows)
        return found

    async def _load(self, *conditions: ColumnElement[bool]) -> dict[str, list[StoredEvent]]:
        query = select(events.c.table_id, events.c.version, events.c.at, events.c.event).where(*conditions)
        found: dict[str, list[StoredEvent]] = {}
        for table, version, at, event in await self.rows(query.order_by(events.c.table_id, events.c.version)):
            found.setdefault(table, []).append(StoredEvent(version, at, bytes(event)))
        return found

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """The newest version of each of these tables that has one."""
        found: dict[str, int] = {}
        for start in range(0, len(tables), MAX_KEYS):
            query = select(events.c.table_id, func.max(events.c.version)).group_by(events.c.table_id)
            rows = await self.rows(query.where(events.c.table_id.in_(tables[start : start + MAX_KEYS])))
            found.update((row[0], row[1]) for row in rows)
        return found

    async def find_answer(self, player: str, command_id: str) -> bytes | None:
        """The stored answer to a command, by its idempotency key (player, command id); None if it was not carried out."""
        query = select(commands.c.answer).where(commands.c.player == player, commands.c.command_id == command_id)
        rows = await self.rows(query)
        return bytes(rows[0].answer) if rows else None


def _wall_clock() -> int:
    return time.time_ns() // 1_000_000


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000
