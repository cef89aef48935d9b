"""Queries on table summaries: the lobby, a player's tables, and tables with an overdue turn or an idle bot."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, ScalarSelect, delete, select, update

from kaiten.store.schema import commands, events, seated, tables
from kaiten.store.store import MAX_KEYS, Store
from kaiten.store.types import TableSummary


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table as the lobby lists it."""

    table: str
    code: str
    game: str
    seats: int
    free: int
    clock: str
    host: str
    spectators: bool
    opened_at: int


async def open_tables(store: Store, limit: int = 50) -> list[ListedTable]:
    """Listed tables in the lobby phase with a free seat, newest first."""
    shown = [tables.c[name] for name in ListedTable.__slots__ if name != "table"]
    query = select(tables.c.table_id, *shown).where(tables.c.phase == "lobby", tables.c.listed, tables.c.free > 0)
    return [ListedTable(*row) for row in await store.rows(query.order_by(tables.c.opened_at.desc()).limit(limit))]


async def table_by_code(store: Store, code: str) -> str | None:
    """The table with this join code."""
    return _first(await store.rows(select(tables.c.table_id).where(tables.c.code == code)))


async def find_summary(store: Store, table: str) -> TableSummary | None:
    """A table's summary, without loading its log."""
    rows = await store.rows(select(tables).where(tables.c.table_id == table))
    if not rows:
        return None
    people = await store.rows(select(seated.c.player).where(seated.c.table_id == table).order_by(seated.c.player))
    known = {name: getattr(rows[0], name) for name in TableSummary.__slots__ if name != "players"}
    return TableSummary(**known, players=tuple(row.player for row in people))


async def tables_of(store: Store, player: str) -> list[str]:
    """Tables at which a player has a seat: unfinished first, then newest first."""
    query = select(tables.c.table_id).join(seated, seated.c.table_id == tables.c.table_id)
    query = query.where(seated.c.player == player).order_by(tables.c.phase == "over", tables.c.opened_at.desc())
    return _ids(await store.rows(query))


async def games_in_progress(store: Store, limit: int) -> list[str]:
    """Tables being played, newest first."""
    query = select(tables.c.table_id).where(tables.c.phase == "playing")
    return _ids(await store.rows(query.order_by(tables.c.opened_at.desc()).limit(limit)))


async def overdue(store: Store, now: int, limit: int = 200) -> list[str]:
    """Tables whose turn has passed its deadline."""
    query = select(tables.c.table_id).where(tables.c.phase == "playing", tables.c.due <= now)
    return _ids(await store.rows(query.order_by(tables.c.due).limit(limit)))


async def bots_waiting(store: Store, idle_before: int, limit: int = 200) -> list[str]:
    """Tables where a bot has to choose and nothing happened since `idle_before`: their server is gone."""
    newest = last_event_time()
    query = select(tables.c.table_id).where(tables.c.phase == "playing", tables.c.bot_waits, newest < idle_before)
    return _ids(await store.rows(query.order_by(newest).limit(limit)))


async def mark_broken(store: Store, table: str) -> None:
    """Mark a table whose log cannot be replayed, so that no server retries it."""
    statement = update(tables).where(tables.c.table_id == table)

    def mark(connection: Connection) -> None:
        connection.execute(statement.values(phase="broken", due=None, bot_waits=False))

    await store.write(mark)


def delete_tables(connection: Connection, gone: Sequence[str]) -> None:
    """Delete these tables and their logs, inside a write; the records of their games stay."""
    for start in range(0, len(gone), MAX_KEYS):
        for kind in (events, commands, seated, tables):
            connection.execute(delete(kind).where(kind.c.table_id.in_(gone[start : start + MAX_KEYS])))


def last_event_time() -> ScalarSelect[int]:
    """Correlated subquery: the time of a table's last event."""
    query = select(events.c.at).where(events.c.table_id == tables.c.table_id)
    return query.order_by(events.c.version.desc()).limit(1).correlate(tables).scalar_subquery()


def _ids(rows: Sequence[Sequence[str]]) -> list[str]:
    return [row[0] for row in rows]


def _first(rows: Sequence[Sequence[str]]) -> str | None:
    return rows[0][0] if rows else None
