"""Nothing is kept for ever but the records: logs of tables that nobody comes back to go, and so do old links."""

from sqlalchemy import ColumnElement, Connection, delete, func, select

from kaiten.store.schema import links, tables
from kaiten.store.store import Store
from kaiten.store.tables import drop, newest_event

TOGETHER = 50
"""Tables that go in one change, so that nobody waits long behind it."""


async def purge(store: Store, abandoned_before: int, finished_before: int) -> int:
    """Delete what was abandoned and what was finished before these moments, and links too old to use. How many tables went."""
    last = func.coalesce(newest_event(), tables.c.opened_at)
    gone = await _purge(store, (tables.c.phase != "over") & (last < abandoned_before))
    gone += await _purge(store, (tables.c.phase == "over") & (last < finished_before))
    await store.change(lambda connection: connection.execute(delete(links).where(links.c.expires_at <= store.now())))
    return gone


async def _purge(store: Store, old: ColumnElement[bool]) -> int:
    query = select(tables.c.table_id).where(old).limit(TOGETHER)

    def some(connection: Connection) -> int:
        # Found and deleted in one change: a table that somebody has just come back to is not among them.
        found = (connection.execute(query)).scalars().all()
        drop(connection, found)
        return len(found)

    count = 0
    while went := await store.change(some):
        count += went
    return count
