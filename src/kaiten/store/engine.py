"""Database connections: one for the writer, a small pool for readers, on SQLite (WAL mode) or PostgreSQL.

Work on a database is a plain function of a SQLAlchemy connection. SQLite runs it whole in a thread: one hop per statement
cost more than the statements (eleven hops per commit). PostgreSQL runs it on the event loop (asyncpg).
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from kaiten.store.errors import StoreError

T = TypeVar("T")

TIMEOUT_SECONDS = 5
"""Longest wait for a lock, a connection or an answer."""

READ_CONNECTIONS = 4

PING_AFTER_SECONDS = 0.2
"""A PostgreSQL connection idle for longer is pinged before it is used again."""

_DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


def parse_url(url: str) -> URL:
    """The SQLAlchemy URL of a setting such as `sqlite:///kaiten.db` or `postgresql://user@host/kaiten`.

    >>> parse_url("postgres://kaiten@db/kaiten").drivername
    'postgresql+asyncpg'
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise StoreError("a database is named as sqlite:///path/to/kaiten.db or postgresql://user@host/name") from error
    kind = parsed.drivername.partition("+")[0]
    if kind not in _DRIVERS:
        raise StoreError(f"the database {kind} is not supported: it is sqlite or postgresql")
    if kind == "sqlite" and parsed.database in {None, "", ":memory:"}:
        raise StoreError("an SQLite database is a file: sqlite:///path/to/kaiten.db")
    return parsed.set(drivername=_DRIVERS[kind])


class Database(Protocol):
    """A database as the store uses it: run a function in a transaction, asynchronously."""

    @property
    def timeout_seconds(self) -> int | None:
        """Limit for one unit of work, or None."""
        ...

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run this in one transaction; it is committed when this returns."""
        ...

    async def reset(self) -> None:
        """Drop the connections after a failure."""
        ...

    async def close(self) -> None: ...


def open_writer(url: URL) -> Database:
    """One connection whose transactions take the write lock at once."""
    return _open(url, "BEGIN IMMEDIATE", 1)


def open_reader(url: URL) -> Database:
    """A pool of read connections."""
    return _open(url, "BEGIN", READ_CONNECTIONS)


def _open(url: URL, begin: str, connections: int) -> Database:
    if url.get_backend_name() != "postgresql":
        return _SQLite(url, begin, connections)
    return _PostgreSQL(url, connections, autocommit=begin == "BEGIN")


class _SQLite:
    """SQLite in a thread pool."""

    timeout_seconds = None  # bounded by the lock timeout; waiting for a slow disk is better than failing

    def __init__(self, url: URL, begin: str, connections: int) -> None:
        self._threads = ThreadPoolExecutor(connections, thread_name_prefix="kaiten-store")
        self._engine = create_engine(url, pool_size=connections, max_overflow=0, hide_parameters=True)

        def begin_transaction(connection: Connection) -> None:
            connection.exec_driver_sql(begin)

        event.listen(self._engine, "connect", _set_pragmas)
        event.listen(self._engine, "begin", begin_transaction)

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._run, work)

    async def reset(self) -> None:
        """A connection that has met a write error keeps failing after the cause is gone."""
        await asyncio.get_running_loop().run_in_executor(self._threads, self._engine.dispose)

    async def close(self) -> None:
        await self.reset()
        self._threads.shutdown()

    def _run(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)


class _PostgreSQL:
    """PostgreSQL on the event loop."""

    timeout_seconds = 2 * TIMEOUT_SECONDS

    def __init__(self, url: URL, connections: int, *, autocommit: bool) -> None:
        from sqlalchemy.ext.asyncio import create_async_engine  # noqa: PLC0415  (a server on SQLite starts sooner without)

        timeouts: dict[str, Any] = {"timeout": TIMEOUT_SECONDS, "command_timeout": TIMEOUT_SECONDS}
        self._engine = create_async_engine(
            url,
            connect_args=timeouts,
            pool_timeout=TIMEOUT_SECONDS,
            pool_size=connections,
            max_overflow=0,
            hide_parameters=True,
            # A single read needs no transaction, which would add two round trips.
            **({"isolation_level": "AUTOCOMMIT"} if autocommit else {}),
        )
        _ping_idle_connections(self._engine.sync_engine)

    async def run(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def reset(self) -> None:
        """Nothing to do: idle connections are pinged before use."""

    async def close(self) -> None:
        await self._engine.dispose()


def _ping_idle_connections(engine: Engine) -> None:
    """Ping a connection at checkout, unless it was used a moment ago: under load pings would double the round trips."""

    def mark_used(_: Any, entry: ConnectionPoolEntry) -> None:
        entry.info["used"] = time.monotonic()

    def check(connection: Any, entry: ConnectionPoolEntry, __: Any) -> None:
        fresh = time.monotonic() - entry.info.get("used", 0.0) < PING_AFTER_SECONDS
        if connection.driver_connection.is_closed() or not (fresh or _is_alive(engine, connection)):
            raise DisconnectionError

    event.listen(engine, "connect", mark_used)
    event.listen(engine, "checkin", mark_used)
    event.listen(engine, "checkout", check)


def _is_alive(engine: Engine, connection: Any) -> bool:
    try:
        return engine.dialect.do_ping(connection)
    except Exception as error:
        if engine.dialect.is_disconnect(error, connection, None):  # type: ignore[arg-type]
            return False
        raise


def _set_pragmas(connection: Any, _: ConnectionPoolEntry) -> None:
    """Write-ahead log, fsync at every commit; the driver's own transactions are off, or savepoints would not work."""
    connection.isolation_level = None
    try:
        cursor = connection.cursor()
        for pragma in (f"busy_timeout={int(TIMEOUT_SECONDS * 1000)}", "journal_mode=WAL", "synchronous=FULL"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
    except Exception:
        connection.close()  # the pool never saw it, and does not close it
        raise
