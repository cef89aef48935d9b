"""SQL for appends: bulk INSERT and upsert statements, one per kind of row for a whole batch of writes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Insert, Table, bindparam, delete, insert, select
from sqlalchemy.dialects import sqlite

from kaiten.store.schema import commands, events, records, results, seated, tables
from kaiten.store.types import FinishedGame, TableSummary, Write

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

Row = dict[str, Any]

_NEVER_UPDATED = {"table_id", "opened_at"}
_DELETE_SEAT = delete(seated).where(seated.c.table_id == bindparam("at_table"), seated.c.player == bindparam("who"))


def upsert(connection: Connection, table: Table, fixed: set[str]) -> Insert:
    """INSERT, or UPDATE of the row with the same primary key except for the `fixed` columns."""
    statement = _insert(connection, table)
    keys = [column.name for column in table.primary_key]
    changed = {column.name: statement.excluded[column.name] for column in table.c if column.name not in fixed}
    return statement.on_conflict_do_update(index_elements=keys, set_=changed)


def insert_or_ignore(connection: Connection, table: Table) -> Insert:
    """INSERT, or nothing where a row with this key exists."""
    return _insert(connection, table).on_conflict_do_nothing()


def _insert(connection: Connection, table: Table) -> "sqlite.Insert | postgresql.Insert":
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415  (a server on SQLite starts sooner without)

    return postgresql.insert(table)


def insert_writes(connection: Connection, writes: Sequence[Write], now: int) -> None:
    """Insert these writes. They are sorted, so that all servers take their locks in the same order."""
    writes = sorted(writes, key=_sort_key)
    if rows := [row for write in writes for row in _event_rows(write, now)]:
        connection.execute(insert(events), rows)
    if rows := [_command_row(write) for write in writes if write.command_id]:
        connection.execute(insert(commands), rows)
    # Of several writes to one table the last summary counts.
    if summaries := {write.table: write.summary for write in writes if write.summary is not None}:
        rows = [_summary_row(table, summary, now) for table, summary in summaries.items()]
        connection.execute(upsert(connection, tables, _NEVER_UPDATED), rows)
        _update_seated(connection, summaries)
    if finished := [(write.table, write.finished) for write in writes if write.finished is not None]:
        connection.execute(insert(records), [_record_row(table, game, now) for table, game in finished])
        if rows := [row for table, game in finished for row in _result_rows(table, game)]:
            connection.execute(insert(results), rows)


def _sort_key(write: Write) -> tuple[str, int]:
    return write.table, write.after


def _event_rows(write: Write, now: int) -> list[Row]:
    return [
        {"table_id": write.table, "version": version, "at": now, "event": event}
        for version, event in enumerate(write.events, write.after + 1)
    ]


def _command_row(write: Write) -> Row:
    row = {"player": write.player, "command_id": write.command_id}
    return {**row, "table_id": write.table, "answer": write.answer}


def _summary_row(table: str, summary: TableSummary, now: int) -> Row:
    row = {name: getattr(summary, name) for name in TableSummary.__slots__ if name != "players"}
    return {**row, "table_id": table, "opened_at": now}


def _update_seated(connection: Connection, summaries: dict[str, TableSummary]) -> None:
    """Bring the seats of these tables up to date. They seldom change, so they are read first."""
    query = select(seated.c.table_id, seated.c.player).where(seated.c.table_id.in_(summaries))
    stored = {(row.table_id, row.player) for row in connection.execute(query)}
    wanted = {(table, player) for table, summary in summaries.items() for player in summary.players}
    if gone := sorted(stored - wanted):
        connection.execute(_DELETE_SEAT, [{"at_table": table, "who": player} for table, player in gone])
    if new := sorted(wanted - stored):
        rows = [{"table_id": table, "player": player} for table, player in new]
        connection.execute(insert_or_ignore(connection, seated), rows)


def _record_row(table: str, game: FinishedGame, now: int) -> Row:
    row = {name: getattr(game, name) for name in FinishedGame.__slots__ if name != "people"}
    return {**row, "table_id": table, "finished_at": now}


def _result_rows(table: str, game: FinishedGame) -> list[Row]:
    return [{"table_id": table, **{name: getattr(person, name) for name in person.__slots__}} for person in game.people]
