"""Connections to the two databases: one for the writer, others for the readers, who go on while the writer waits."""

import sqlite3
from typing import Any

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from kaiten.store.errors import StoreError

PATIENCE = 5
"""Seconds that a database may keep us waiting: for a lock, a connection, an answer."""

READERS = 8

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


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


def probe(url: URL) -> None:
    """Open an SQLite file once without its driver, which leaves a thread behind when it cannot."""
    if url.get_backend_name() == "sqlite":
        sqlite3.connect(str(url.database)).close()


def writing(url: URL) -> AsyncEngine:
    """One connection, whose transactions may write from their first moment."""
    return _engine(url, "BEGIN IMMEDIATE", pool_size=1, max_overflow=0)


def reading(url: URL) -> AsyncEngine:
    """A few connections that only read."""
    return _engine(url, "BEGIN", pool_size=READERS, max_overflow=0)


def patience(engine: AsyncEngine) -> int | None:
    """Seconds that anything may take in all. SQLite waits for a lock and no longer; a slow disk is better waited for."""
    return 2 * PATIENCE if engine.dialect.name == "postgresql" else None


def _engine(url: URL, begin: str, **pool: int) -> AsyncEngine:
    if url.get_backend_name() == "postgresql":
        # A connection may have died with the database since it was last used: it is tried before it is trusted.
        waits: dict[str, Any] = {"timeout": PATIENCE, "command_timeout": PATIENCE}
        return create_async_engine(
            url, connect_args=waits, pool_pre_ping=True, pool_timeout=PATIENCE, hide_parameters=True, **pool
        )
    engine = create_async_engine(url, pool_timeout=PATIENCE, hide_parameters=True, **pool)

    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine.sync_engine, "connect", _durable)
    event.listen(engine.sync_engine, "begin", begun)
    return engine


def _durable(connection: Any, _: ConnectionPoolEntry) -> None:
    """Write-ahead log, flushed at every commit; the driver's own transactions are off, or savepoints would not work."""
    connection.isolation_level = None
    try:
        cursor = connection.cursor()
        for pragma in (f"busy_timeout={int(PATIENCE * 1000)}", "journal_mode=WAL", "synchronous=FULL"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
    except Exception:
        connection.close()  # nobody else will: it has a thread
        raise
