"""Presence and heartbeats: which players are connected to which server, which servers are up, and outages.

Downtime is credited to the deadlines of turns: nobody loses time on the clock while no server is up.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, select

from kaiten.store.schema import outages, presence, servers
from kaiten.store.sql import insert_or_ignore, upsert
from kaiten.store.store import Store

OUTAGE_AFTER_MS = 15_000
"""Time without a heartbeat of any server that counts as an outage."""

SERVER_TIMEOUT_MS = 30_000
"""Time after its last heartbeat during which a server counts as up."""

STOPPED = "-"
"""Row in `servers` for the last clean shutdown: a server was up until then."""

FORGET_SERVER_AFTER_MS = 60_000
"""Time after which a silent server's row and its players' presence are deleted."""


async def heartbeat(store: Store, server: str) -> None:
    """Record that this server is up; record an outage if the last heartbeat of any server is too old."""
    await store.sync_clock()

    def beat(connection: Connection) -> None:
        now = store.now()
        last = (connection.execute(select(func.max(servers.c.seen_at)))).scalar()
        if last is not None and last < now - OUTAGE_AFTER_MS:
            connection.execute(insert_or_ignore(connection, outages), [{"began": last, "ended": now}])
        _set_seen(connection, server, now)
        lost = select(servers.c.id).where(servers.c.seen_at < now - FORGET_SERVER_AFTER_MS)
        connection.execute(delete(presence).where(presence.c.server.in_(lost)))
        connection.execute(delete(servers).where(servers.c.seen_at < now - FORGET_SERVER_AFTER_MS))

    await store.write(beat)


async def remove_server(store: Store, server: str) -> None:
    """Clean shutdown: delete the server and its presence rows; it counts as up until now."""

    def remove(connection: Connection) -> None:
        connection.execute(delete(presence).where(presence.c.server == server))
        connection.execute(delete(servers).where(servers.c.id == server))
        _set_seen(connection, STOPPED, store.now())

    await store.write(remove)


def _set_seen(connection: Connection, server: str, now: int) -> None:
    connection.execute(upsert(connection, servers, {"id"}), [{"id": server, "seen_at": now}])


async def add_player(store: Store, player: str, server: str) -> None:
    """A player has connected to this server."""

    def add(connection: Connection) -> None:
        connection.execute(insert_or_ignore(connection, presence), [{"player": player, "server": server}])

    await store.write(add)


async def remove_player(store: Store, player: str, server: str) -> None:
    """A player's last connection to this server is closed."""

    def remove(connection: Connection) -> None:
        connection.execute(delete(presence).where(presence.c.player == player, presence.c.server == server))

    await store.write(remove)


async def connected_players(
    store: Store, players: Sequence[str], now: int, *, except_server: str = ""
) -> frozenset[str]:
    """Which of these players are connected to a server that is up, other than `except_server`."""
    query = select(presence.c.player).join(servers, servers.c.id == presence.c.server)
    up = servers.c.seen_at >= now - SERVER_TIMEOUT_MS
    query = query.where(presence.c.player.in_(players), up, servers.c.id != except_server)
    return frozenset(row.player for row in await store.rows(query))


async def downtime_since(store: Store, at: int) -> int:
    """Milliseconds since this moment during which no server was up."""
    rows = await store.rows(select(outages).where(outages.c.ended > at))
    return sum(row.ended - max(row.began, at) for row in rows)
