"""The event log, and what is kept beside it, in SQLite or PostgreSQL.

What was answered is on disk; a table's event has one writer; a command counts once. It holds bytes and plain values, and
knows nothing of games. Needs the extra `server` (SQLAlchemy, Alembic, asyncpg). Imports `kit`. Start with
`store.py`; the other modules are questions and changes, plain functions of an open `Store`.
"""

from kaiten.store import backup, games, people, presence, retention, sheets, tables
from kaiten.store.errors import ConflictError, StoreError
from kaiten.store.store import Store
from kaiten.store.together import Together
from kaiten.store.writes import Finished, Seated, Stored, Summary, Write

__all__ = [
    "ConflictError",
    "Finished",
    "Seated",
    "Store",
    "StoreError",
    "Stored",
    "Summary",
    "Together",
    "Write",
    "backup",
    "games",
    "people",
    "presence",
    "retention",
    "sheets",
    "tables",
]
