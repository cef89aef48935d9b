"""A copy of an SQLite database while servers write to it, and the way back. Plain functions, for the command line."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from kaiten.store.engine import PATIENCE, address
from kaiten.store.errors import StoreError
from kaiten.store.presence import BELIEVED, NOBODY

_NEEDED = {"alembic_version", "events"}


def backup(url: str, to: Path) -> None:
    """Write a checked copy to a new file. It is there whole, or not at all."""
    source = _file(url, "pg_dump")
    if not source.exists():
        raise StoreError(f"there is no database at {source}")
    if to.exists():
        raise StoreError(f"{to} is there already: name a new file")
    with _told("the backup"), _copied(source, to) as copy:
        copy.rename(to)
        _flush(to.parent)


def restore(url: str, source: Path) -> None:
    """Put a backup in the place of the database, which is kept beside it as `<name>.before-restore`."""
    place = _file(url, "pg_restore")
    kept = place.with_name(f"{place.name}.before-restore")
    if not source.is_file():
        raise StoreError(f"there is no backup at {source}")
    if kept.exists():
        raise StoreError(f"{kept} is still there from an earlier restore: move it away first")
    with _told("the restore"), _copied(source, place) as copy:
        if place.exists():
            _close(place)
            _keep(place, kept)
        copy.replace(place)
        _flush(place.parent)


def _file(url: str, instead: str) -> Path:
    parsed = address(url)
    if parsed.get_backend_name() == "postgresql":
        raise StoreError(f"this copies SQLite databases: for PostgreSQL use {instead}")
    return Path(str(parsed.database))


@contextmanager
def _told(what: str) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{what} cannot be made: {error}") from error


@contextmanager
def _copied(source: Path, to: Path) -> Iterator[Path]:
    """A checked copy, one file without a write-ahead log, beside where it is to go; away afterwards if it is still there."""
    copy = to.with_name(f".{to.name}.{os.getpid()}.part")
    try:
        with closing(_open(source)) as old, closing(_open(copy)) as new:
            # All pages in one step: in several, each write in between would make it begin again.
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
            _check(new, source)
        _flush(copy)
        yield copy
    finally:
        for rest in ("", "-journal", "-wal", "-shm"):
            copy.with_name(copy.name + rest).unlink(missing_ok=True)


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)


def _check(database: sqlite3.Connection, source: Path) -> None:
    try:
        (state,) = database.execute("PRAGMA integrity_check(1)").fetchone()
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.DatabaseError as error:
        raise StoreError(f"{source} is not a sound database: {error}") from error
    if state != "ok":
        raise StoreError(f"{source} is not a sound database: {state}")
    if not names >= _NEEDED:
        raise StoreError(f"{source} is not a database of Kaiten's")


def _close(place: Path) -> None:
    """Make one file of the database that is replaced, and see that nobody uses it."""
    with closing(_open(place)) as database:
        with suppress(sqlite3.OperationalError):  # it may be older than that table
            (seen,) = database.execute("SELECT max(seen_at) FROM servers WHERE id <> ?", [NOBODY]).fetchone()
            if seen is not None and seen > time.time() * 1000 - BELIEVED:
                raise StoreError(
                    f"a server uses {place}: stop it (if it was killed, wait {BELIEVED // 1000} seconds), or "
                    "restore to another place (the setting KAITEN_DATABASE)"
                )
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("PRAGMA journal_mode=DELETE")


def _keep(place: Path, kept: Path) -> None:
    try:
        os.link(place, kept)  # so that there is a database in place at every moment
    except OSError:
        place.rename(kept)


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
