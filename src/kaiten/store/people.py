"""People, as far as we know them: an id, and the hashes of the secrets by which their devices prove who they are."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, union, update

from kaiten.store.schema import commands, links, players, presence, records, results, seated, secrets, tables
from kaiten.store.store import Store
from kaiten.store.tables import drop


async def new_player(store: Store, player: str, secret_hash: str) -> None:
    """Somebody new, and the secret of their device."""

    def add(connection: Connection) -> None:
        now = store.now()
        connection.execute(insert(players), [{"id": player, "created_at": now}])
        connection.execute(insert(secrets), [{"hash": secret_hash, "player": player, "created_at": now}])

    await store.change(add)


async def players_of(store: Store, secret_hashes: Sequence[str]) -> dict[str, str]:
    """Whose secrets these are, as far as they are anybody's."""
    rows = await store.rows(select(secrets.c.hash, secrets.c.player).where(secrets.c.hash.in_(secret_hashes)))
    return {row.hash: row.player for row in rows}


async def add_link(store: Store, link_hash: str, player: str, expires_at: int) -> None:
    """A link by which a person may take another device into use, once."""

    def add(connection: Connection) -> None:
        connection.execute(insert(links), [{"hash": link_hash, "player": player, "expires_at": expires_at}])

    await store.change(add)


async def claim_link(store: Store, link_hash: str, secret_hash: str) -> str | None:
    """Use a link up: the new device's secret is that person's from now on. None if it was used, or is too old, or never was."""

    def claim(connection: Connection) -> str | None:
        now = store.now()
        # Of two that claim it at once, one deletes the row and the other finds none.
        taken = connection.execute(
            delete(links).where(links.c.hash == link_hash).returning(links.c.player, links.c.expires_at)
        )
        row = taken.first()
        if row is None or row.expires_at <= now:
            return None
        connection.execute(insert(secrets), [{"hash": secret_hash, "player": row.player, "created_at": now}])
        return str(row.player)

    return await store.change(claim)


async def export(store: Store, player: str) -> dict[str, Any]:
    """All that is kept about a person, as plain values."""
    known = await store.rows(select(players.c.created_at).where(players.c.id == player))
    own = select(results).where(results.c.player == player).order_by(results.c.table_id, results.c.seat)
    played = select(records.c.record).where(records.c.table_id.in_(_tables_played(player))).order_by(records.c.table_id)
    sits = select(seated.c.table_id).where(seated.c.player == player).order_by(seated.c.table_id)
    return {
        "player": player,
        "created_at": known[0].created_at if known else None,
        "results": [dict(row._mapping) for row in await store.rows(own)],
        "records": [record for row in await store.rows(played) if (record := _parsed(row.record)) is not None],
        "tables": [row.table_id for row in await store.rows(sits)],
    }


async def forget(store: Store, player: str) -> tuple[str, ...]:
    """Delete a person: what is theirs goes, and where others have a part in it, their name does.

    Returns the tables that they still sit at, where somebody has to stand up for them.
    """

    def erase(connection: Connection) -> tuple[str, ...]:
        sits = select(tables.c.table_id).join(seated, seated.c.table_id == tables.c.table_id)
        sits = sits.where(seated.c.player == player)
        still = (connection.execute(sits.where(tables.c.phase != "over"))).scalars().all()
        ended = union(sits.where(tables.c.phase == "over"), _tables_played(player))
        over = (connection.execute(ended)).scalars().all()
        _unname(connection, player)
        drop(connection, over)
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

    return await store.change(erase)


def _unname(connection: Connection, player: str) -> None:
    query = select(records.c.table_id, records.c.record, results.c.seat)
    query = query.join(results, results.c.table_id == records.c.table_id).where(results.c.player == player)
    for table, kept, seat in (connection.execute(query)).all():
        record = _parsed(kept)
        names = record.get("players") if isinstance(record, dict) else None
        if isinstance(names, list) and 0 <= seat < len(names):
            names[seat] = f"Seat {seat + 1}"
            text = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
            connection.execute(update(records).where(records.c.table_id == table).values(record=text))
        else:  # nobody can read it, and the name may be in it
            connection.execute(delete(records).where(records.c.table_id == table))


def _tables_played(player: str) -> Any:
    return select(results.c.table_id).where(results.c.player == player)


def _parsed(record: bytes) -> Any:
    try:
        return json.loads(record)
    except ValueError:
        return None
