"""The database: event log, table summaries, records, players, presence and score sheets, in SQLite or PostgreSQL.

Durable before answered; optimistic concurrency on (table, version); commands are idempotent. It holds bytes and plain values and
knows nothing of games. Needs the extra `server` (SQLAlchemy, Alembic, asyncpg). Imports `kit`. Start with `store.py` and
`writer.py`; the other modules are queries and updates, plain functions of an open `Store`.
"""

from kaiten.kit.extras import require

require("server", __name__)

from kaiten.store import backup, games, people, presence, retention, sheets, tables
from kaiten.store.batch_loader import BatchLoader
from kaiten.store.errors import ConflictError, StoreError
from kaiten.store.store import Store
from kaiten.store.types import FinishedGame, PlayerResult, StoredEvent, TableSummary, Write

__all__ = [
    "BatchLoader",
    "ConflictError",
    "FinishedGame",
    "PlayerResult",
    "Store",
    "StoreError",
    "StoredEvent",
    "TableSummary",
    "Write",
    "backup",
    "games",
    "people",
    "presence",
    "retention",
    "sheets",
    "tables",
]
