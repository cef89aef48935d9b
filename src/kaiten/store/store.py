"""The event log: what was answered is on disk, and nothing is there twice."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable, func, select, text, tuple_

from kaiten.store.engine import address, reading, writing
from kaiten.store.errors import StoreError, reason
from kaiten.store.migrate import migrate
from kaiten.store.schema import commands, events
from kaiten.store.writer import Unit, Writer
from kaiten.store.writes import Stored, Write

T = TypeVar("T")

_CLOCK = text("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")

CHUNK = 500
"""Keys in one question: SQLite has a limit."""


class Store:
    """An open log. Use it as a context: `async with Store(url) as store`.

    `clock` is for tests: milliseconds UTC, in place of the database's clock.
    """

    def __init__(self, url: str, clock: Callable[[], int] | None = None) -> None:
        self._place = address(url)
        self._writing = writing(self._place)
        self._reading = reading(self._place)
        self._own_clock = clock is None and self._place.get_backend_name() == "postgresql"
        self._clock = clock or _machine
        self._writer: Writer | None = None

    async def __aenter__(self) -> "Store":
        try:
            await self._writing.run(migrate)
            await self.set_clock()
        except StoreError:
            await self._dispose()
            raise
        except Exception as error:
            await self._dispose()
            raise StoreError(f"the database cannot be opened: {reason(error)}") from error
        self._writer = Writer(self._writing, self.now)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._writer is not None:
            await self._writer.close()
        await self._dispose()

    async def _dispose(self) -> None:
        await asyncio.gather(self._writing.close(), self._reading.close())

    def now(self) -> int:
        """Milliseconds UTC by the database's clock, which is the same for all servers."""
        return self._clock()

    async def set_clock(self) -> None:
        """Look at PostgreSQL's clock, and count on from there; SQLite's is this machine's."""
        if not self._own_clock:
            return

        def look(connection: Connection) -> int:
            begun = _monotonic()
            at = int(connection.execute(_CLOCK).scalar_one())
            # It was looked at somewhere between asking and being answered.
            return at - (begun + _monotonic()) // 2

        ahead = await self.ask(look)
        self._clock = lambda: _monotonic() + ahead

    async def append(self, *writes: Write) -> None:
        """Write these down, all or none. When this returns, they are on disk; if it raises ConflictError, none of them is.

        After any other StoreError they are not, unless PostgreSQL went away in the very moment of the commit: then nobody
        can know, and the command is to be sent again, under the same id.
        """
        await self._do(Unit(writes))

    async def change(self, work: Callable[[Connection], T]) -> T:
        """Write anything else, in its turn, and return what `work` did once that is on disk. It may be run more than once."""
        result: T = await self._do(Unit(work=work))
        return result

    async def _do(self, unit: Unit) -> T:
        if self._writer is None:
            unit.done.cancel()
            raise StoreError("the log is not open")
        result: T = await self._writer.do(unit)
        return result

    async def ask(self, work: Callable[[Connection], T]) -> T:
        """Read something. It sees what is committed, and does not wait for whoever writes."""
        try:
            async with asyncio.timeout(self._reading.patience):
                return await self._reading.run(work)
        except Exception as error:  # a driver that cannot connect says so in many ways
            raise StoreError(f"the log cannot be read: {reason(error)}") from error

    async def rows(self, query: Executable) -> Sequence[Any]:
        """What a query finds."""

        return await self.ask(lambda connection: connection.execute(query).all())

    async def load(self, table: str, after: int = 0) -> list[Stored]:
        """The events of a table that come after this version, in order."""
        query = select(events.c.version, events.c.at, events.c.event).order_by(events.c.version)
        query = query.where(events.c.table_id == table, events.c.version > after)
        return [Stored(version, at, bytes(event)) for version, at, event in await self.rows(query)]

    async def load_all(self, tables: Sequence[str]) -> dict[str, list[Stored]]:
        """The events of each of these tables that has some, in order."""
        query = select(events.c.table_id, events.c.version, events.c.at, events.c.event)
        query = query.where(events.c.table_id.in_(tables)).order_by(events.c.table_id, events.c.version)
        found: dict[str, list[Stored]] = {}
        for table, version, at, event in await self.rows(query):
            found.setdefault(table, []).append(Stored(version, at, bytes(event)))
        return found

    async def load_these(self, wanted: Sequence[tuple[str, int]]) -> dict[str, list[Stored]]:
        """The events with these tables and versions, in order."""
        found: dict[str, list[Stored]] = {}
        for start in range(0, len(wanted), CHUNK):
            query = select(events.c.table_id, events.c.version, events.c.at, events.c.event)
            query = query.where(tuple_(events.c.table_id, events.c.version).in_(wanted[start : start + CHUNK]))
            for table, version, at, event in await self.rows(query.order_by(events.c.table_id, events.c.version)):
                found.setdefault(table, []).append(Stored(version, at, bytes(event)))
        return found

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """The newest version of each of these tables that has one."""
        found: dict[str, int] = {}
        for start in range(0, len(tables), CHUNK):
            query = select(events.c.table_id, func.max(events.c.version)).group_by(events.c.table_id)
            rows = await self.rows(query.where(events.c.table_id.in_(tables[start : start + CHUNK])))
            found.update((row[0], row[1]) for row in rows)
        return found

    async def answer_to(self, player: str, command_id: str) -> bytes | None:
        """What a player's command was answered, if it has been."""
        query = select(commands.c.answer).where(commands.c.player == player, commands.c.command_id == command_id)
        rows = await self.rows(query)
        return bytes(rows[0].answer) if rows else None


def _machine() -> int:
    return time.time_ns() // 1_000_000


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000
