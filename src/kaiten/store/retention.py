"""Nothing is kept for ever but the records: logs of tables that nobody comes back to go, and so do old links and score sheets."""

from collections.abc import Callable

from sqlalchemy import ColumnElement, Connection, delete, func, select

from kaiten.store.schema import links, sheet_edits, sheets, tables
from kaiten.store.store import Store
from kaiten.store.tables import drop, newest_event

TOGETHER = 50
"""Tables or sheets that go in one change, so that nobody waits long behind it."""


async def purge(store: Store, abandoned_before: int, finished_before: int) -> int:
    """Delete what was abandoned and what was finished before these moments, and links too old to use. How many tables went."""
    last = func.coalesce(newest_event(), tables.c.opened_at)
    gone = await _purge(store, (tables.c.phase != "over") & (last < abandoned_before))
    gone += await _purge(store, (tables.c.phase == "over") & (last < finished_before))
    await store.change(lambda connection: connection.execute(delete(links).where(links.c.expires_at <= store.now())))
    return gone


async def purge_sheets(store: Store, before: int) -> int:
    """Delete the score sheets to which nobody has written since this moment; how many. Phones keep their own copies."""
    old = select(sheets.c.sheet).where(sheets.c.touched_at < before).limit(TOGETHER)

    def some(connection: Connection) -> int:
        # The moment is asked for once more: another server may have written meanwhile.
        gone = delete(sheets).where(sheets.c.sheet.in_(old), sheets.c.touched_at < before).returning(sheets.c.sheet)
        names = connection.execute(gone).scalars().all()
        connection.execute(delete(sheet_edits).where(sheet_edits.c.sheet.in_(names)))
        return len(names)

    return await _while_any(store, some)


async def _purge(store: Store, old: ColumnElement[bool]) -> int:
    query = select(tables.c.table_id).where(old).limit(TOGETHER)

    def some(connection: Connection) -> int:
        # Found and deleted in one change: a table that somebody has just come back to is not among them.
        found = (connection.execute(query)).scalars().all()
        drop(connection, found)
        return len(found)

    return await _while_any(store, some)


async def _while_any(store: Store, some: Callable[[Connection], int]) -> int:
    count = 0
    while went := await store.change(some):
        count += went
    return count
