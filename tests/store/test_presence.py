"""Who is there, and when no server was."""

from sqlalchemy import text

from kaiten.store import Store, presence
from tests.store.opened import Clock, run


def test_somebody_is_there_while_their_server_is_up(database_url: str) -> None:
    clock = Clock()

    async def work(store: Store) -> None:
        await presence.heartbeat(store, "s1")
        await presence.heartbeat(store, "s2")
        for player, server in (("ana", "s1"), ("ana", "s2"), ("ben", "s1"), ("ben", "s1"), ("cy", "s3")):
            await presence.arrived(store, player, server)
        everybody = ["ana", "ben", "cy", "dee"]
        assert await presence.present(store, everybody, clock.at) == {"ana", "ben"}
        assert await presence.present(store, ["ben"], clock.at) == {"ben"}
        assert await presence.present(store, [], clock.at) == frozenset()
        await presence.departed(store, "ben", "s1")
        assert await presence.present(store, everybody, clock.at) == {"ana"}
        await presence.goodbye(store, "s1")
        assert await presence.present(store, everybody, clock.at) == {"ana"}  # at s2
        clock.at += 30_001
        await presence.heartbeat(store, "s1")
        assert await presence.present(store, everybody, clock.at) == frozenset()
        await presence.heartbeat(store, "s2")
        assert await presence.present(store, everybody, clock.at) == {"ana"}

    run(database_url, work, clock)


def test_a_server_that_says_nothing_is_forgotten(database_url: str) -> None:
    clock = Clock()

    async def work(store: Store) -> None:
        await presence.heartbeat(store, "s1")
        await presence.arrived(store, "ana", "s1")
        for _ in range(7):
            clock.at += 10_000
            await presence.heartbeat(store, "s2")
        assert [row.id for row in await store.rows(text("SELECT id FROM servers"))] == ["s2"]
        assert await store.rows(text("SELECT * FROM presence")) == []
        assert await presence.downtime_since(store, 0) == 0

    run(database_url, work, clock)


def test_time_without_any_server_is_counted(database_url: str) -> None:
    clock = Clock(1_000_000)

    async def work(store: Store) -> None:
        await presence.heartbeat(store, "s1")
        assert await presence.downtime_since(store, 0) == 0  # before the first one there was nothing to miss
        clock.at = 1_015_000
        await presence.heartbeat(store, "s2")
        assert await presence.downtime_since(store, 0) == 0
        clock.at = 1_020_000
        await presence.goodbye(store, "s2")
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


def test_the_clock_of_the_database_is_looked_at_again(database_url: str) -> None:
    async def work(store: Store) -> None:
        before = store.now()
        await presence.heartbeat(store, "s1")
        ((seen,),) = await store.rows(text("SELECT seen_at FROM servers"))
        assert before - 50 <= seen <= store.now() + 50

    run(database_url, work)
