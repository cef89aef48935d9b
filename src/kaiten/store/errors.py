"""Errors of the store. Their messages are redacted: no statement and no value of a row."""

import sqlite3

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from kaiten.kit.errors import KaitenError

FAILURES = (SQLAlchemyError, OSError, TimeoutError)
"""Database failures: SQLAlchemy wraps the drivers' errors, but not those of the network."""

DEADLOCK_STATES = frozenset({"40001", "40P01"})
"""SQLSTATE of a serialization failure and of a deadlock: the transaction has to be retried."""


class StoreError(KaitenError):
    """The database cannot be written or read now."""

    code = "store"


class ConflictError(StoreError):
    """Optimistic concurrency: another server has appended this version first. Load it and decide again."""

    code = "store-conflict"


def reason(error: BaseException) -> str:
    """The cause of a failure, redacted: without the statement or its values.

    SQLite's messages contain neither. PostgreSQL's may, so only the name of the error is given.
    """
    original = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if isinstance(original, sqlite3.Error):
        return str(original)
    if isinstance(original, OSError) and original.strerror:
        return original.strerror
    if isinstance(original, TimeoutError):
        return "it takes too long"
    return type(original.__cause__ if original is not error and original.__cause__ else original).__name__


def is_deadlock(error: BaseException | None) -> bool:
    """Whether PostgreSQL aborted this transaction because of a deadlock."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in DEADLOCK_STATES
