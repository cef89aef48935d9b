"""Players: ids, hashed device tokens, device links, data export and erasure (redaction of names in records)."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, union, update

from kaiten.store.schema import commands, links, players, presence, records, results, seated, secrets, tables
from kaiten.store.store import Store
from kaiten.store.tables import delete_tables


async def new_player(store: Store, player: str, secret_hash: str) -> None:
    """Add a player and the token hash of their device."""

    def add(connection: Connection) -> None:
        now = store.now()
        connection.execute(insert(players), [{"id": player, "created_at": now}])
        connection.execute(insert(secrets), [{"hash": secret_hash, "player": player, "created_at": now}])

    await store.write(add)


async def players_of(store: Store, secret_hashes: Sequence[str]) -> dict[str, str]:
    """The player of each known token hash."""
    rows = await store.rows(select(secrets.c.hash, secrets.c.player).where(secrets.c.hash.in_(secret_hashes)))
    return {row.hash: row.player for row in rows}


async def add_link(store: Store, link_hash: str, player: str, expires_at: int) -> None:
    """Add a one-time link that makes another device this player's."""

    def add(connection: Connection) -> None:
        connection.execute(insert(links), [{"hash": link_hash, "player": player, "expires_at": expires_at}])

    await store.write(add)


async def claim_link(store: Store, link_hash: str, secret_hash: str) -> str | None:
    """Use a link once: the new device's token belongs to its player from now on. None if used, expired or unknown."""

    def claim(connection: Connection) -> str | None:
        now = store.now()
        # Of two concurrent claims one deletes the row and the other finds none.
        taken = connection.execute(
            delete(links).where(links.c.hash == link_hash).returning(links.c.player, links.c.expires_at)
        )
        row = taken.first()
        if row is None or row.expires_at <= now:
            return None
        connection.execute(insert(secrets), [{"hash": secret_hash, "player": row.player, "created_at": now}])
        return str(row.player)

    return await store.write(claim)


async def export_player(store: Store, player: str) -> dict[str, Any]:
    """Everything stored about a player, as plain values."""
    known = await store.rows(select(players.c.created_at).where(players.c.id == player))
    own = select(results).where(results.c.player == player).order_by(results.c.table_id, results.c.seat)
    played = select(records.c.record).where(records.c.table_id.in_(_tables_played(player))).order_by(records.c.table_id)
    sits = select(seated.c.table_id).where(seated.c.player == player).order_by(seated.c.table_id)
    return {
        "player": player,
        "created_at": known[0].created_at if known else None,
        "results": [dict(row._mapping) for row in await store.rows(own)],
        "records": [record for row in await store.rows(played) if (record := _parse_json(row.record)) is not None],
        "tables": [row.table_id for row in await store.rows(sits)],
    }


async def erase_player(store: Store, player: str) -> tuple[str, ...]:
    """Delete a player's rows; in records shared with others their name is redacted.

    Returns the unfinished tables at which they still have a seat.
    """

    def erase(connection: Connection) -> tuple[str, ...]:
        sits = select(tables.c.table_id).join(seated, seated.c.table_id == tables.c.table_id)
        sits = sits.where(seated.c.player == player)
        still = (connection.execute(sits.where(tables.c.phase != "over"))).scalars().all()
        ended = union(sits.where(tables.c.phase == "over"), _tables_played(player))
        over = (connection.execute(ended)).scalars().all()
        _redact_name(connection, player)
        delete_tables(connection, over)
        for table, column in (
            (players, players.c.id),
            (secrets, secrets.c.player),
            (links, links.c.player),
            (results, results.c.player),
            (seated, seated.c.player),
            (presence, presence.c.player),
            (commands, commands.c.player),
        ):
            connection.execute(delete(table).where(column == player))
        return tuple(still)

    return await store.write(erase)


def _redact_name(connection: Connection, player: str) -> None:
    query = select(records.c.table_id, records.c.record, results.c.seat)
    query = query.join(results, results.c.table_id == records.c.table_id).where(results.c.player == player)
    for table, kept, seat in (connection.execute(query)).all():
        record = _parse_json(kept)
        names = record.get("players") if isinstance(record, dict) else None
        if isinstance(names, list) and 0 <= seat < len(names):
            names[seat] = f"Seat {seat + 1}"
            text = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
            connection.execute(update(records).where(records.c.table_id == table).values(record=text))
        else:  # it cannot be parsed, and the name may be in it
            connection.execute(delete(records).where(records.c.table_id == table))


def _tables_played(player: str) -> Any:
    return select(results.c.table_id).where(results.c.player == player)


def _parse_json(record: bytes) -> Any:
    try:
        return json.loads(record)
    except ValueError:
        return None
