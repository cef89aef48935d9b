"""The event log: SQLite so far. What was answered is on disk; a table's event has one writer; a command counts once.

Needs the extra `server` (SQLAlchemy, aiosqlite). Imports `kit`.
"""

from kaiten.store.store import ConflictError, Store, StoreError, Write

__all__ = ["ConflictError", "Store", "StoreError", "Write"]
