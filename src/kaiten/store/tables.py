"""Tables as they look from outside: which are open, whose they are, and which ones wait for a server to do something."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, ScalarSelect, delete, select, update

from kaiten.store.schema import commands, events, seated, tables
from kaiten.store.store import CHUNK, Store
from kaiten.store.writes import Summary


@dataclass(frozen=True, slots=True)
class Listed:
    """An open table, as the list in the lobby shows it."""

    table: str
    code: str
    game: str
    seats: int
    free: int
    clock: str
    host: str
    spectators: bool
    opened_at: int


async def open_tables(store: Store, limit: int = 50) -> list[Listed]:
    """The listed tables with a free seat that have not begun, newest first."""
    shown = [tables.c[name] for name in Listed.__slots__ if name != "table"]
    query = select(tables.c.table_id, *shown).where(tables.c.phase == "lobby", tables.c.listed, tables.c.free > 0)
    return [Listed(*row) for row in await store.rows(query.order_by(tables.c.opened_at.desc()).limit(limit))]


async def table_by_code(store: Store, code: str) -> str | None:
    """The table that one joins with this code."""
    return _first(await store.rows(select(tables.c.table_id).where(tables.c.code == code)))


async def summary_of(store: Store, table: str) -> Summary | None:
    """What can be said of a table without loading it."""
    rows = await store.rows(select(tables).where(tables.c.table_id == table))
    if not rows:
        return None
    people = await store.rows(select(seated.c.player).where(seated.c.table_id == table).order_by(seated.c.player))
    known = {name: getattr(rows[0], name) for name in Summary.__slots__ if name != "players"}
    return Summary(**known, players=tuple(row.player for row in people))


async def tables_of(store: Store, player: str) -> list[str]:
    """Where a person has a seat: the games that are not over first, and the newest first of either."""
    query = select(tables.c.table_id).join(seated, seated.c.table_id == tables.c.table_id)
    query = query.where(seated.c.player == player).order_by(tables.c.phase == "over", tables.c.opened_at.desc())
    return _ids(await store.rows(query))


async def being_played(store: Store, limit: int) -> list[str]:
    """Games that go on, the newest first."""
    query = select(tables.c.table_id).where(tables.c.phase == "playing")
    return _ids(await store.rows(query.order_by(tables.c.opened_at.desc()).limit(limit)))


async def pressing(store: Store, now: int, limit: int = 200) -> list[str]:
    """Tables where the time of a turn is up."""
    query = select(tables.c.table_id).where(tables.c.phase == "playing", tables.c.due <= now)
    return _ids(await store.rows(query.order_by(tables.c.due).limit(limit)))


async def bots_waiting(store: Store, idle_before: int, limit: int = 200) -> list[str]:
    """Tables where a bot owes a choice and nothing has happened since: the server that had them is gone."""
    newest = newest_event()
    query = select(tables.c.table_id).where(tables.c.phase == "playing", tables.c.bot_waits, newest < idle_before)
    return _ids(await store.rows(query.order_by(newest).limit(limit)))


async def mark_broken(store: Store, table: str) -> None:
    """A table whose log cannot be replayed: nobody is to try it again and again."""
    statement = update(tables).where(tables.c.table_id == table)

    def mark(connection: Connection) -> None:
        connection.execute(statement.values(phase="broken", due=None, bot_waits=False))

    await store.change(mark)


def drop(connection: Connection, gone: Sequence[str]) -> None:
    """Delete these tables and their logs, inside a change; the records of their games stay."""
    for start in range(0, len(gone), CHUNK):
        for kind in (events, commands, seated, tables):
            connection.execute(delete(kind).where(kind.c.table_id.in_(gone[start : start + CHUNK])))


def newest_event() -> ScalarSelect[int]:
    """When something last happened at the table in question."""
    query = select(events.c.at).where(events.c.table_id == tables.c.table_id)
    return query.order_by(events.c.version.desc()).limit(1).correlate(tables).scalar_subquery()


def _ids(rows: Sequence[Sequence[str]]) -> list[str]:
    return [row[0] for row in rows]


def _first(rows: Sequence[Sequence[str]]) -> str | None:
    return rows[0][0] if rows else None
