"""Writes as rows: one statement for each kind of row, however many writes there are."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Insert, Table, bindparam, delete, insert, select
from sqlalchemy.dialects import sqlite

from kaiten.store.schema import commands, events, records, results, seated, tables
from kaiten.store.writes import Finished, Summary, Write

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

Row = dict[str, Any]

_FIXED = {"table_id", "opened_at"}
_STAND_UP = delete(seated).where(seated.c.table_id == bindparam("at_table"), seated.c.player == bindparam("who"))


def upsert(connection: Connection, table: Table, fixed: set[str]) -> Insert:
    """A statement that puts a row in, or brings the one with the same key up to date but for the columns that are fixed."""
    statement = _insert(connection, table)
    keys = [column.name for column in table.primary_key]
    changed = {column.name: statement.excluded[column.name] for column in table.c if column.name not in fixed}
    return statement.on_conflict_do_update(index_elements=keys, set_=changed)


def unless_there(connection: Connection, table: Table) -> Insert:
    """A statement that puts a row in, unless there is one with its key."""
    return _insert(connection, table).on_conflict_do_nothing()


def _insert(connection: Connection, table: Table) -> "sqlite.Insert | postgresql.Insert":
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415  (a server on SQLite starts sooner without)

    return postgresql.insert(table)


def put(connection: Connection, writes: Sequence[Write], now: int) -> None:
    """Put these writes in. They are sorted, so that two servers take their locks in the same order."""
    writes = sorted(writes, key=_order)
    if rows := [row for write in writes for row in _events(write, now)]:
        connection.execute(insert(events), rows)
    if rows := [_command(write) for write in writes if write.command_id]:
        connection.execute(insert(commands), rows)
    # Of several in one batch the last one tells how the table is.
    if summaries := {write.table: write.summary for write in writes if write.summary is not None}:
        rows = [_summary(table, summary, now) for table, summary in summaries.items()]
        connection.execute(upsert(connection, tables, _FIXED), rows)
        _seat(connection, summaries)
    if finished := [(write.table, write.finished) for write in writes if write.finished is not None]:
        connection.execute(insert(records), [_record(table, game, now) for table, game in finished])
        if rows := [row for table, game in finished for row in _results(table, game)]:
            connection.execute(insert(results), rows)


def _order(write: Write) -> tuple[str, int]:
    return write.table, write.after


def _events(write: Write, now: int) -> list[Row]:
    return [
        {"table_id": write.table, "version": version, "at": now, "event": event}
        for version, event in enumerate(write.events, write.after + 1)
    ]


def _command(write: Write) -> Row:
    row = {"player": write.player, "command_id": write.command_id}
    return {**row, "table_id": write.table, "answer": write.answer}


def _summary(table: str, summary: Summary, now: int) -> Row:
    row = {name: getattr(summary, name) for name in Summary.__slots__ if name != "players"}
    return {**row, "table_id": table, "opened_at": now}


def _seat(connection: Connection, summaries: dict[str, Summary]) -> None:
    """Who sits where; hardly ever does that change, so what is there is read first."""
    query = select(seated.c.table_id, seated.c.player).where(seated.c.table_id.in_(summaries))
    there = {(row.table_id, row.player) for row in connection.execute(query)}
    wanted = {(table, player) for table, summary in summaries.items() for player in summary.players}
    if gone := sorted(there - wanted):
        connection.execute(_STAND_UP, [{"at_table": table, "who": player} for table, player in gone])
    if new := sorted(wanted - there):
        rows = [{"table_id": table, "player": player} for table, player in new]
        connection.execute(unless_there(connection, seated), rows)


def _record(table: str, game: Finished, now: int) -> Row:
    row = {name: getattr(game, name) for name in Finished.__slots__ if name != "people"}
    return {**row, "table_id": table, "finished_at": now}


def _results(table: str, game: Finished) -> list[Row]:
    return [{"table_id": table, **{name: getattr(person, name) for name in person.__slots__}} for person in game.people]
