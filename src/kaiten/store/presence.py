"""Who is there, which servers are up, and when none was: nobody loses time on the clock while there is no server."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, select

from kaiten.store.rows import unless_there, upsert
from kaiten.store.schema import outages, presence, servers
from kaiten.store.store import Store

SILENCE = 15_000
"""Milliseconds without a word from any server that count as an outage."""

BELIEVED = 30_000
"""Milliseconds that a server is taken for up after its last word."""

NOBODY = "-"
"""Stands among the servers for one that went down in good order: it was up till then, and is up no longer."""

FORGOTTEN = 60_000
"""Milliseconds after which a silent server is forgotten, and whoever was connected to it."""


async def heartbeat(store: Store, server: str) -> None:
    """Say that this server is up; and if nobody has for long, write down that nobody was."""
    await store.set_clock()

    def beat(connection: Connection) -> None:
        now = store.now()
        last = (connection.execute(select(func.max(servers.c.seen_at)))).scalar()
        if last is not None and last < now - SILENCE:
            connection.execute(unless_there(connection, outages), [{"began": last, "ended": now}])
        _seen(connection, server, now)
        lost = select(servers.c.id).where(servers.c.seen_at < now - FORGOTTEN)
        connection.execute(delete(presence).where(presence.c.server.in_(lost)))
        connection.execute(delete(servers).where(servers.c.seen_at < now - FORGOTTEN))

    await store.change(beat)


async def goodbye(store: Store, server: str) -> None:
    """This server goes down in good order: nobody is connected to it, and it was up till now."""

    def leave(connection: Connection) -> None:
        connection.execute(delete(presence).where(presence.c.server == server))
        connection.execute(delete(servers).where(servers.c.id == server))
        _seen(connection, NOBODY, store.now())

    await store.change(leave)


def _seen(connection: Connection, server: str, now: int) -> None:
    connection.execute(upsert(connection, servers, {"id"}), [{"id": server, "seen_at": now}])


async def arrived(store: Store, player: str, server: str) -> None:
    """A person has connected to this server."""

    def add(connection: Connection) -> None:
        connection.execute(unless_there(connection, presence), [{"player": player, "server": server}])

    await store.change(add)


async def departed(store: Store, player: str, server: str) -> None:
    """A person's last connection to this server is gone."""

    def remove(connection: Connection) -> None:
        connection.execute(delete(presence).where(presence.c.player == player, presence.c.server == server))

    await store.change(remove)


async def present(store: Store, players: Sequence[str], now: int, *, but: str = "") -> frozenset[str]:
    """Which of these people are connected to a server that is up, other than this one."""
    query = select(presence.c.player).join(servers, servers.c.id == presence.c.server)
    query = query.where(presence.c.player.in_(players), servers.c.seen_at >= now - BELIEVED, servers.c.id != but)
    return frozenset(row.player for row in await store.rows(query))


async def downtime_since(store: Store, at: int) -> int:
    """Milliseconds since this moment in which no server was up."""
    rows = await store.rows(select(outages).where(outages.c.ended > at))
    return sum(row.ended - max(row.began, at) for row in rows)
