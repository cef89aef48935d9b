"""The event log: what was answered is on disk, and nothing is there twice.

All writes go through one task, which commits as many as are waiting together: a commit costs a flush of the disk, however many
rows it holds. Each write stands or falls by itself, inside the common commit.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import event, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from kaiten.kit.errors import KaitenError
from kaiten.store.schema import commands, events, metadata

MOST_TOGETHER = 200
"""Writes that share one commit at the most, so that none waits long for the others."""


class StoreError(KaitenError):
    """The log cannot be written or read now."""

    code = "store"


class ConflictError(StoreError):
    """Somebody else has written this event of the table first: load it again and decide anew."""

    code = "store-conflict"


@dataclass(frozen=True, slots=True)
class Write:
    """Events that follow the given version of a table, and the answer to the command that made them."""

    table: str
    after: int
    events: Sequence[bytes]
    player: str = ""
    command_id: str = ""
    answer: bytes = b""


@dataclass(slots=True)
class _Waiting:
    write: Write
    done: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Store:
    """An open log. Use it as a context: `async with Store(url) as store`."""

    def __init__(self, url: str, now: Callable[[], int] = lambda: time.time_ns() // 1_000_000) -> None:
        self._engine = _engine(url)
        self._now = now
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Store":
        async with self._engine.begin() as connection:
            await connection.run_sync(metadata.create_all)
        self._writer = asyncio.create_task(self._write_for_ever(), name="store writer")
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._writer is not None:
            await self._queue.join()
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        await self._engine.dispose()

    async def append(self, write: Write) -> None:
        """Write it down. When this returns, it is on disk; if it raises, nothing of it is."""
        waiting = _Waiting(write)
        await self._queue.put(waiting)
        await waiting.done

    async def load(self, table: str, after: int = 0) -> list[bytes]:
        """The events of a table that come after this version, in order."""
        query = select(events.c.event).where(events.c.table_id == table, events.c.version > after)
        async with self._engine.connect() as connection:
            rows = await connection.execute(query.order_by(events.c.version))
            return [bytes(row.event) for row in rows]

    async def answer_to(self, player: str, command_id: str) -> bytes | None:
        """What a player's command was answered, if it has been."""
        query = select(commands.c.answer).where(commands.c.player == player, commands.c.command_id == command_id)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
            return None if row is None else bytes(row.answer)

    async def _write_for_ever(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < MOST_TOGETHER and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            await self._commit(batch)
            for _ in batch:
                self._queue.task_done()

    async def _commit(self, batch: Sequence[_Waiting]) -> None:
        failed: dict[int, StoreError] = {}
        try:
            async with self._engine.begin() as connection:
                for place, waiting in enumerate(batch):
                    try:
                        async with connection.begin_nested():
                            await self._insert(connection, waiting.write)
                    except IntegrityError:
                        failed[place] = ConflictError(f"table {waiting.write.table} has gone on without this")
        except Exception as error:
            failed = {place: StoreError(f"the log cannot be written: {error}") for place in range(len(batch))}
        for place, waiting in enumerate(batch):
            if waiting.done.done():
                continue  # whoever waited has given up
            if place in failed:
                waiting.done.set_exception(failed[place])
            else:
                waiting.done.set_result(None)

    async def _insert(self, connection: AsyncConnection, write: Write) -> None:
        now = self._now()
        rows = [
            {"table_id": write.table, "version": write.after + number, "at": now, "event": payload}
            for number, payload in enumerate(write.events, 1)
        ]
        if rows:
            await connection.execute(insert(events), rows)
        if write.command_id:
            row = {"player": write.player, "command_id": write.command_id}
            await connection.execute(insert(commands), [{**row, "table_id": write.table, "answer": write.answer}])


def _engine(url: str) -> AsyncEngine:
    engine = create_async_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _durable)
        event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _durable(connection: object, _: ConnectionPoolEntry) -> None:
    """Write-ahead log, flushed at every commit; the driver's own transactions are off, or savepoints would not work."""
    connection.isolation_level = None  # type: ignore[attr-defined]
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: object) -> None:
    connection.exec_driver_sql("BEGIN")  # type: ignore[attr-defined]
