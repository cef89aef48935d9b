"""What can go wrong with the log, in words that give nothing of its contents away."""

import sqlite3

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from kaiten.kit.errors import KaitenError

FAILURES = (SQLAlchemyError, OSError, TimeoutError)
"""What a database does when it cannot: the drivers' own errors come wrapped, those of the network do not."""

DEADLOCKS = frozenset({"40001", "40P01"})
"""What PostgreSQL says when two servers waited for each other: the one that is told so tries again."""


class StoreError(KaitenError):
    """The log cannot be written or read now."""

    code = "store"


class ConflictError(StoreError):
    """Somebody else has written this event of the table first: load it again and decide anew."""

    code = "store-conflict"


def reason(error: BaseException) -> str:
    """Why the database could not, without the statement or the values it was given.

    SQLite's own sentences hold neither. PostgreSQL's may, so that of those only the name of the error is told.
    """
    original = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if isinstance(original, sqlite3.Error):
        return str(original)
    if isinstance(original, OSError) and original.strerror:
        return original.strerror
    if isinstance(original, TimeoutError):
        return "it takes too long"
    return type(original.__cause__ if original is not error and original.__cause__ else original).__name__


def deadlocked(error: BaseException | None) -> bool:
    """Whether PostgreSQL has broken this off for another server's sake."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in DEADLOCKS
