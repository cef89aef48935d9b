"""The two databases: one line for the writer, others for the readers, who go on while the writer waits.

Work on a database is a plain function of a connection. For SQLite it is run in a thread, whole: a thread that is asked
statement by statement spends more time being asked than working (eleven times for one commit). PostgreSQL is a conversation
over a socket, which needs no thread.
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

PATIENCE = 5
"""Seconds that a database may keep us waiting: for a lock, a connection, an answer."""

READERS = 4

FRESH_SECONDS = 0.2
"""How long after its last use a connection to PostgreSQL is trusted without a question."""

_DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


def address(url: str) -> URL:
    """The database of a setting such as `sqlite:///kaiten.db` or `postgresql://user@host/kaiten`.

    >>> address("postgres://kaiten@db/kaiten").drivername
    'postgresql+asyncpg'
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise StoreError("a database is named as sqlite:///path/to/kaiten.db or postgresql://user@host/name") from error
    kind = parsed.drivername.partition("+")[0]
    if kind not in _DRIVERS:
        raise StoreError(f"{kind} is no database of ours: it is sqlite or postgresql")
    if kind == "sqlite" and parsed.database in {None, "", ":memory:"}:
        raise StoreError("an SQLite database is a file: sqlite:///path/to/kaiten.db")
    return parsed.set(drivername=_DRIVERS[kind])


class Line(Protocol):
    """A way to a database."""

    @property
    def patience(self) -> int | None:
        """Seconds that anything may take in all, or None."""
        ...

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do this in one transaction; when it returns, it is committed."""
        ...

    async def renew(self) -> None:
        """Begin anew after a failure."""
        ...

    async def close(self) -> None: ...


def writing(url: URL) -> Line:
    """One connection, whose transactions may write from their first moment."""
    return _line(url, "BEGIN IMMEDIATE", 1)


def reading(url: URL) -> Line:
    """A few connections that only read."""
    return _line(url, "BEGIN", READERS)


def _line(url: URL, begin: str, connections: int) -> Line:
    if url.get_backend_name() != "postgresql":
        return _File(url, begin, connections)
    return _Remote(url, connections, reads=begin == "BEGIN")


class _File:
    """SQLite, in threads of its own."""

    patience = None  # it waits for a lock and no longer; a slow disk is better waited for

    def __init__(self, url: URL, begin: str, connections: int) -> None:
        self._threads = ThreadPoolExecutor(connections, thread_name_prefix="kaiten-store")
        self._engine = create_engine(url, pool_size=connections, max_overflow=0, hide_parameters=True)

        def begun(connection: Connection) -> None:
            connection.exec_driver_sql(begin)

        event.listen(self._engine, "connect", _durable)
        event.listen(self._engine, "begin", begun)

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._run, work)

    async def renew(self) -> None:
        """A file that could not be written stays so for the connection that found out."""
        await asyncio.get_running_loop().run_in_executor(self._threads, self._engine.dispose)

    async def close(self) -> None:
        await self.renew()
        self._threads.shutdown()

    def _run(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)


class _Remote:
    """PostgreSQL."""

    patience = 2 * PATIENCE

    def __init__(self, url: URL, connections: int, *, reads: bool) -> None:
        from sqlalchemy.ext.asyncio import create_async_engine  # noqa: PLC0415  (a server on SQLite starts sooner without)

        waits: dict[str, Any] = {"timeout": PATIENCE, "command_timeout": PATIENCE}
        self._engine = create_async_engine(
            url,
            connect_args=waits,
            pool_timeout=PATIENCE,
            pool_size=connections,
            max_overflow=0,
            hide_parameters=True,
            # Each question stands alone, and a transaction around it would be two more journeys.
            **({"isolation_level": "AUTOCOMMIT"} if reads else {}),
        )
        _try_before_use(self._engine.sync_engine)

    async def run(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def renew(self) -> None:
        """Nothing: connections are tried before use."""

    async def close(self) -> None:
        await self._engine.dispose()


def _try_before_use(engine: Engine) -> None:
    """A connection may have died with the database since it was last used: it is tried before it is trusted.

    One that was used a moment ago is not: a server under load would spend as much time on asking as on its work.
    """

    def used(_: Any, entry: ConnectionPoolEntry) -> None:
        entry.info["used"] = time.monotonic()

    def tried(connection: Any, entry: ConnectionPoolEntry, __: Any) -> None:
        fresh = time.monotonic() - entry.info.get("used", 0.0) < FRESH_SECONDS
        if connection.driver_connection.is_closed() or not (fresh or _lives(engine, connection)):
            raise DisconnectionError

    event.listen(engine, "connect", used)
    event.listen(engine, "checkin", used)
    event.listen(engine, "checkout", tried)


def _lives(engine: Engine, connection: Any) -> bool:
    try:
        return engine.dialect.do_ping(connection)
    except Exception as error:
        if engine.dialect.is_disconnect(error, connection, None):  # type: ignore[arg-type]
            return False
        raise


def _durable(connection: Any, _: ConnectionPoolEntry) -> None:
    """Write-ahead log, flushed at every commit; the driver's own transactions are off, or savepoints would not work."""
    connection.isolation_level = None
    try:
        cursor = connection.cursor()
        for pragma in (f"busy_timeout={int(PATIENCE * 1000)}", "journal_mode=WAL", "synchronous=FULL"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
    except Exception:
        connection.close()  # nobody else will
        raise
