"""Online backup and restore of an SQLite database, for the command line."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from kaiten.store.engine import TIMEOUT_SECONDS, parse_url
from kaiten.store.errors import StoreError
from kaiten.store.presence import SERVER_TIMEOUT_MS, STOPPED

_REQUIRED_TABLES = {"alembic_version", "events"}


def backup(url: str, to: Path) -> None:
    """Write a copy, checked for integrity, to a new file, while servers may write. Atomic: the whole file or none."""
    source = _sqlite_path(url, "pg_dump")
    if not source.exists():
        raise StoreError(f"there is no database at {source}")
    if to.exists():
        raise StoreError(f"{to} exists already: name a new file")
    with _convert_errors("the backup"), _checked_copy(source, to) as copy:
        copy.rename(to)
        _fsync(to.parent)


def restore(url: str, source: Path) -> None:
    """Replace the database by a backup; the old one is kept as `<name>.before-restore`."""
    place = _sqlite_path(url, "pg_restore")
    kept = place.with_name(f"{place.name}.before-restore")
    if not source.is_file():
        raise StoreError(f"there is no backup at {source}")
    if kept.exists():
        raise StoreError(f"{kept} is still there from an earlier restore: move it away first")
    with _convert_errors("the restore"), _checked_copy(source, place) as copy:
        if place.exists():
            _detach(place)
            _keep_old(place, kept)
        copy.replace(place)
        _fsync(place.parent)


def _sqlite_path(url: str, instead: str) -> Path:
    parsed = parse_url(url)
    if parsed.get_backend_name() == "postgresql":
        raise StoreError(f"this copies SQLite databases: for PostgreSQL use {instead}")
    return Path(str(parsed.database))


@contextmanager
def _convert_errors(what: str) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{what} cannot be made: {error}") from error


@contextmanager
def _checked_copy(source: Path, to: Path) -> Iterator[Path]:
    """A checked copy in one file, without a write-ahead log, beside its destination; deleted on exit if still there."""
    copy = to.with_name(f".{to.name}.{os.getpid()}.part")
    try:
        with closing(_open(source)) as old, closing(_open(copy)) as new:
            # All pages in one step: a write between two steps restarts the backup.
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
            _check(new, source)
        _fsync(copy)
        yield copy
    finally:
        for suffix in ("", "-journal", "-wal", "-shm"):
            copy.with_name(copy.name + suffix).unlink(missing_ok=True)


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=TIMEOUT_SECONDS, isolation_level=None)


def _check(database: sqlite3.Connection, source: Path) -> None:
    try:
        (state,) = database.execute("PRAGMA integrity_check(1)").fetchone()
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.DatabaseError as error:
        raise StoreError(f"{source} is not an intact database: {error}") from error
    if state != "ok":
        raise StoreError(f"{source} is not an intact database: {state}")
    if not names >= _REQUIRED_TABLES:
        raise StoreError(f"{source} is not a Kaiten database")


def _detach(place: Path) -> None:
    """Check that no server uses the database that is replaced, and fold its write-ahead log into the file."""
    with closing(_open(place)) as database:
        with suppress(sqlite3.OperationalError):  # the database may be older than this table
            (seen,) = database.execute("SELECT max(seen_at) FROM servers WHERE id <> ?", [STOPPED]).fetchone()
            if seen is not None and seen > time.time() * 1000 - SERVER_TIMEOUT_MS:
                raise StoreError(
                    f"a server uses {place}: stop it (if it was killed, wait {SERVER_TIMEOUT_MS // 1000} seconds), or "
                    "restore to another place (the setting KAITEN_DATABASE)"
                )
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("PRAGMA journal_mode=DELETE")


def _keep_old(place: Path, kept: Path) -> None:
    try:
        os.link(place, kept)  # a hard link, so that a database is in place at every moment
    except OSError:
        place.rename(kept)


def _fsync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
