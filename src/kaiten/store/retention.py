"""Retention: delete the logs of abandoned and finished tables, expired device links and unused score sheets; keep records."""

from collections.abc import Callable

from sqlalchemy import ColumnElement, Connection, delete, func, select

from kaiten.store.schema import links, sheet_edits, sheets, tables
from kaiten.store.store import Store
from kaiten.store.tables import delete_tables, last_event_time

BATCH_SIZE = 50
"""Tables or sheets deleted in one transaction, so that other writes do not wait long."""


async def purge(store: Store, abandoned_before: int, finished_before: int) -> int:
    """Delete tables abandoned or finished before these moments, and expired links; the number of tables deleted."""
    last = func.coalesce(last_event_time(), tables.c.opened_at)
    deleted = await _purge_tables(store, (tables.c.phase != "over") & (last < abandoned_before))
    deleted += await _purge_tables(store, (tables.c.phase == "over") & (last < finished_before))
    await store.write(lambda connection: connection.execute(delete(links).where(links.c.expires_at <= store.now())))
    return deleted


async def purge_sheets(store: Store, before: int) -> int:
    """Delete score sheets not written to since this moment; the number deleted. Phones keep their own copies."""
    old = select(sheets.c.sheet).where(sheets.c.touched_at < before).limit(BATCH_SIZE)

    def purge_batch(connection: Connection) -> int:
        # The time is checked again in the DELETE: another server may have written meanwhile.
        statement = delete(sheets).where(sheets.c.sheet.in_(old), sheets.c.touched_at < before)
        names = connection.execute(statement.returning(sheets.c.sheet)).scalars().all()
        connection.execute(delete(sheet_edits).where(sheet_edits.c.sheet.in_(names)))
        return len(names)

    return await _repeat(store, purge_batch)


async def _purge_tables(store: Store, old: ColumnElement[bool]) -> int:
    query = select(tables.c.table_id).where(old).limit(BATCH_SIZE)

    def purge_batch(connection: Connection) -> int:
        # Selected and deleted in one transaction: a table with a new event is not among them.
        found = (connection.execute(query)).scalars().all()
        delete_tables(connection, found)
        return len(found)

    return await _repeat(store, purge_batch)


async def _repeat(store: Store, purge_batch: Callable[[Connection], int]) -> int:
    total = 0
    while deleted := await store.write(purge_batch):
        total += deleted
    return total
