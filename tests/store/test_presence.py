"""Presence, heartbeats and downtime."""

from sqlalchemy import text

from kaiten.store import Store, presence
from tests.store.samples import Clock, run


def test_presence_ends_with_the_server(database_url: str) -> None:
    clock = Clock()

    async def work(store: Store) -> None:
        await presence.heartbeat(store, "s1")
        await presence.heartbeat(store, "s2")
        for player, server in (("ana", "s1"), ("ana", "s2"), ("ben", "s1"), ("ben", "s1"), ("cy", "s3")):
            await presence.add_player(store, player, server)
        everybody = ["ana", "ben", "cy", "dee"]
        assert await presence.connected_players(store, everybody, clock.at) == {"ana", "ben"}
        assert await presence.connected_players(store, ["ben"], clock.at) == {"ben"}
        assert await presence.connected_players(store, [], clock.at) == frozenset()
        await presence.remove_player(store, "ben", "s1")
        assert await presence.connected_players(store, everybody, clock.at) == {"ana"}
        await presence.remove_server(store, "s1")
        assert await presence.connected_players(store, everybody, clock.at) == {"ana"}  # at s2
        clock.at += 30_001
        await presence.heartbeat(store, "s1")
        assert await presence.connected_players(store, everybody, clock.at) == frozenset()
        await presence.heartbeat(store, "s2")
        assert await presence.connected_players(store, everybody, clock.at) == {"ana"}

    run(database_url, work, clock)


def test_silent_server_is_deleted(database_url: str) -> None:
    clock = Clock()

    async def work(store: Store) -> None:
        await presence.heartbeat(store, "s1")
        await presence.add_player(store, "ana", "s1")
        for _ in range(7):
            clock.at += 10_000
            await presence.heartbeat(store, "s2")
        assert [row.id for row in await store.rows(text("SELECT id FROM servers"))] == ["s2"]
        assert await store.rows(text("SELECT * FROM presence")) == []
        assert await presence.downtime_since(store, 0) == 0

    run(database_url, work, clock)


def test_downtime_is_measured(database_url: str) -> None:
    clock = Clock(1_000_000)

    async def work(store: Store) -> None:
        await presence.heartbeat(store, "s1")
        assert await presence.downtime_since(store, 0) == 0  # before the first one there was nothing to miss
        clock.at = 1_015_000
        await presence.heartbeat(store, "s2")
        assert await presence.downtime_since(store, 0) == 0
        clock.at = 1_020_000
        await presence.remove_server(store, "s2")
        clock.at = 1_120_000
        await presence.heartbeat(store, "s3")
        clock.at = 1_120_500
        await presence.heartbeat(store, "s4")
        assert await presence.downtime_since(store, 0) == 100_000
        assert await presence.downtime_since(store, 1_020_000) == 100_000
        assert await presence.downtime_since(store, 1_100_000) == 20_000
        assert await presence.downtime_since(store, 1_120_000) == 0
        clock.at = 1_140_500
        await presence.heartbeat(store, "s3")
        assert await presence.downtime_since(store, 1_100_000) == 40_000

    run(database_url, work, clock)


def test_heartbeat_syncs_the_database_clock(database_url: str) -> None:
    async def work(store: Store) -> None:
        before = store.now()
        await presence.heartbeat(store, "s1")
        ((seen,),) = await store.rows(text("SELECT seen_at FROM servers"))
        assert before - 50 <= seen <= store.now() + 50

    run(database_url, work)
