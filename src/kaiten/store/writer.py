"""All writes go through one task, which commits as many as are waiting together.

A commit costs a flush of the disk, however many rows it holds. Each write stands or falls by itself inside the common
commit. Whatever the database does, the task goes on: those who waited are told, and the next ones are tried anew.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from kaiten.store.engine import Line
from kaiten.store.errors import FAILURES, ConflictError, StoreError, deadlocked, reason
from kaiten.store.rows import put
from kaiten.store.writes import Write

MOST_TOGETHER = 200
"""Units that share one commit at the most, so that none waits long for the others."""

Work = Callable[[Connection], Any]


@dataclass(slots=True, eq=False)
class Unit:
    """What stands or falls together: writes, or any other work."""

    writes: tuple[Write, ...] = ()
    work: Work | None = None
    done: "asyncio.Future[Any]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    result: Any = None
    error: Exception | None = None

    def settle(self, failure: Exception | None) -> None:
        """Tell whoever waits how it went, unless they have given up."""
        error = failure or self.error
        if self.done.done():
            return
        if error is None:
            self.done.set_result(self.result)
        else:
            self.done.set_exception(error)


class Writer:
    """The task, and the queue before it."""

    def __init__(self, line: Line, now: Callable[[], int]) -> None:
        self._line = line
        self._now = now
        self._queue: asyncio.Queue[Unit] = asyncio.Queue()
        self._task = asyncio.create_task(self._write_for_ever(), name="store writer")

    async def close(self) -> None:
        """Write down what still waits, and stop."""
        await self._queue.join()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def do(self, unit: Unit) -> Any:
        """Its result, once it is committed."""
        if self._task.done():
            unit.done.cancel()
            raise StoreError("the log is closed")
        self._queue.put_nowait(unit)
        return await unit.done

    async def _write_for_ever(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < MOST_TOGETHER and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            try:
                async with asyncio.timeout(self._line.patience):
                    await self._write(batch)
            except Exception as error:
                for unit in batch:
                    unit.settle(_failed(error))
                with suppress(Exception):
                    await self._line.renew()
            for _ in batch:
                self._queue.task_done()

    async def _write(self, batch: Sequence[Unit]) -> None:
        try:
            await self._line.run(lambda connection: self._put(connection, batch, together=True))
        except DBAPIError as error:
            if not (isinstance(error, IntegrityError) or deadlocked(error)):
                raise
            await self._line.run(lambda connection: self._put(connection, batch, together=False))
        again = [unit for unit in batch if unit.error is not None and deadlocked(unit.error.__cause__)]
        for unit in batch:
            if unit not in again:
                unit.settle(None)
        # Alone in its commit, each takes its locks in the same order as everybody else.
        for unit in again:
            await self._alone(unit)

    async def _alone(self, unit: Unit) -> None:
        await self._line.run(lambda connection: self._put(connection, [unit], together=False))
        unit.settle(None)

    def _put(self, connection: Connection, batch: Sequence[Unit], *, together: bool) -> None:
        """One commit for all. The quick way puts the writes in at once; the sure way finds out which one it is that cannot."""
        writes = sorted((unit for unit in batch if unit.writes), key=lambda unit: unit.writes[0].table)
        now = self._now()
        if together:
            put(connection, [write for unit in writes for write in unit.writes], now)
        else:
            for unit in writes:  # sorted, as `put` does: two servers take their locks in the same order
                _by_itself(connection, unit, now)
        for unit in batch:
            if unit.work is not None:
                _by_itself(connection, unit, now)


def _by_itself(connection: Connection, unit: Unit, now: int) -> None:
    """In a savepoint: what goes wrong in it is undone, and the others do not notice."""
    unit.result = unit.error = None
    savepoint = connection.begin_nested()
    try:
        if unit.work is None:
            put(connection, unit.writes, now)
        else:
            unit.result = unit.work(connection)
        savepoint.commit()
    except Exception as error:
        # If even this fails (the connection is gone, the disk is full), the whole batch does.
        savepoint.rollback()
        unit.error = _told(unit, error)


def _told(unit: Unit, error: Exception) -> Exception:
    if isinstance(error, IntegrityError):
        conflict = ConflictError(_conflict(unit))
        conflict.__cause__ = error
        return conflict
    return _failed(error) if isinstance(error, FAILURES) else error


def _failed(error: Exception) -> StoreError:
    failure = StoreError(f"the log cannot be written: {reason(error)}")
    failure.__cause__ = error
    return failure


def _conflict(unit: Unit) -> str:
    names = ", ".join(dict.fromkeys(write.table for write in unit.writes))
    return f"table {names} has gone on without this" if names else "somebody else has done this first"
