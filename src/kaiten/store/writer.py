"""Group commit: one task writes for the whole server, and all waiting writes share one commit (one fsync).

Each unit of work succeeds or fails by itself inside the shared commit: on a conflict the batch is retried with a savepoint per
unit. The task survives every database failure: the waiting callers get a StoreError, and the next batch starts afresh.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from kaiten.store.engine import Database
from kaiten.store.errors import FAILURES, ConflictError, StoreError, is_deadlock, reason
from kaiten.store.sql import insert_writes
from kaiten.store.types import Write

MAX_BATCH = 200
"""The most units in one commit, so that none waits long for the others."""

Work = Callable[[Connection], Any]


@dataclass(slots=True, eq=False)
class Unit:
    """A unit of work: appended events, or any other function of a connection. Committed whole or not at all."""

    writes: tuple[Write, ...] = ()
    work: Work | None = None
    done: "asyncio.Future[Any]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    result: Any = None
    error: Exception | None = None

    def resolve(self, failure: Exception | None) -> None:
        """Give the caller the result or the error, unless the caller has given up."""
        error = failure or self.error
        if self.done.done():
            return
        if error is None:
            self.done.set_result(self.result)
        else:
            self.done.set_exception(error)


class Writer:
    """The writing task and its queue."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database = database
        self._now = now
        self._queue: asyncio.Queue[Unit] = asyncio.Queue()
        self._task = asyncio.create_task(self._run(), name="store writer")

    async def close(self) -> None:
        """Commit what is queued, and stop."""
        await self._queue.join()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def submit(self, unit: Unit) -> Any:
        """Queue a unit and wait for its commit; returns its result."""
        if self._task.done():
            unit.done.cancel()
            raise StoreError("the log is closed")
        self._queue.put_nowait(unit)
        return await unit.done

    async def _run(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < MAX_BATCH and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            try:
                async with asyncio.timeout(self._database.timeout_seconds):
                    await self._commit(batch)
            except Exception as error:
                for unit in batch:
                    unit.resolve(_write_failure(error))
                with suppress(Exception):
                    await self._database.reset()
            for _ in batch:
                self._queue.task_done()

    async def _commit(self, batch: Sequence[Unit]) -> None:
        try:
            await self._database.run(lambda connection: self._apply(connection, batch, savepoints=False))
        except DBAPIError as error:
            if not (isinstance(error, IntegrityError) or is_deadlock(error)):
                raise
            await self._database.run(lambda connection: self._apply(connection, batch, savepoints=True))
        deadlocked = [unit for unit in batch if unit.error is not None and is_deadlock(unit.error.__cause__)]
        for unit in batch:
            if unit not in deadlocked:
                unit.resolve(None)
        # Alone in its commit, a unit takes its locks in the same order as every server.
        for unit in deadlocked:
            await self._commit_alone(unit)

    async def _commit_alone(self, unit: Unit) -> None:
        await self._database.run(lambda connection: self._apply(connection, [unit], savepoints=True))
        unit.resolve(None)

    def _apply(self, connection: Connection, batch: Sequence[Unit], *, savepoints: bool) -> None:
        """Put a batch into the open transaction: all events in bulk, or each unit in a savepoint to find the one that fails."""
        writes = sorted((unit for unit in batch if unit.writes), key=lambda unit: unit.writes[0].table)
        now = self._now()
        if savepoints:
            for unit in writes:  # sorted, as `insert_writes` does: all servers take their locks in the same order
                _apply_in_savepoint(connection, unit, now)
        else:
            insert_writes(connection, [write for unit in writes for write in unit.writes], now)
        for unit in batch:
            if unit.work is not None:
                _apply_in_savepoint(connection, unit, now)


def _apply_in_savepoint(connection: Connection, unit: Unit, now: int) -> None:
    """A failure is rolled back to the savepoint and kept in `unit.error`; the rest of the batch is not affected."""
    unit.result = unit.error = None
    savepoint = connection.begin_nested()
    try:
        if unit.work is None:
            insert_writes(connection, unit.writes, now)
        else:
            unit.result = unit.work(connection)
        savepoint.commit()
    except Exception as error:
        # If even this fails (the connection is gone, the disk is full), the whole batch does.
        savepoint.rollback()
        unit.error = _unit_error(unit, error)


def _unit_error(unit: Unit, error: Exception) -> Exception:
    if isinstance(error, IntegrityError):
        conflict = ConflictError(_conflict_message(unit))
        conflict.__cause__ = error
        return conflict
    return _write_failure(error) if isinstance(error, FAILURES) else error


def _write_failure(error: Exception) -> StoreError:
    failure = StoreError(f"the log cannot be written: {reason(error)}")
    failure.__cause__ = error
    return failure


def _conflict_message(unit: Unit) -> str:
    names = ", ".join(dict.fromkeys(write.table for write in unit.writes))
    return f"table {names} has newer events" if names else "another write was first"
