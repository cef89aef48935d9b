"""Queries on table summaries."""

from kaiten.store import Store, Write, tables
from tests.store.samples import Clock, opened, run, summary


def test_lobby_lists_joinable_tables_newest_first(database_url: str) -> None:
    clock = Clock()

    async def work(store: Store) -> None:
        for table, changes in (
            ("t1", {}),
            ("t2", {"free": 0}),
            ("t3", {"listed": False}),
            ("t4", {"phase": "playing"}),
            ("t5", {"host": "Ben", "clock": "30 s", "spectators": False}),
        ):
            clock.at += 1
            await store.append(opened(table, **changes))
        newest, oldest = await tables.open_tables(store)
        assert oldest == tables.ListedTable("t1", "code-t1", "sushi-go", 4, 3, "none", "Ana", True, 1_000_001)
        assert newest == tables.ListedTable("t5", "code-t5", "sushi-go", 4, 3, "30 s", "Ben", False, 1_000_005)
        assert [listed.table for listed in await tables.open_tables(store, limit=1)] == ["t5"]

    run(database_url, work, clock)


def test_table_is_found_by_code(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.append(opened("t1", code="SUSHI"))
        assert await tables.table_by_code(store, "SUSHI") == "t1"
        assert await tables.table_by_code(store, "sushi") is None

    run(database_url, work)


def test_summary_changes_with_its_events_only(database_url: str) -> None:
    async def work(store: Store) -> None:
        first = summary("SUSHI", players=("ana", "ben"))
        later = summary("SUSHI", phase="playing", free=0, due=1234, bot_waits=True, players=("ana", "cy"))
        await store.append(Write("t1", 0, [b"a"], summary=first))
        assert await tables.find_summary(store, "t1") == first
        await store.append(Write("t1", 1, [b"b"], summary=later))
        assert await tables.find_summary(store, "t1") == later
        await store.append(Write("t1", 2, [b"c"]))
        assert await tables.find_summary(store, "t1") == later
        assert await tables.find_summary(store, "t2") is None
        assert await tables.tables_of(store, "ben") == []

    run(database_url, work)


def test_last_summary_of_a_batch_counts(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.append(
            opened("t1"),
            Write("t1", 1, [b"b"], summary=summary("c", free=2, players=("ana", "ben"))),
            Write("t1", 2, [b"c"], summary=summary("c", free=1, players=("ben", "cy"))),
        )
        found = await tables.find_summary(store, "t1")
        assert found is not None
        assert (found.free, found.players) == (1, ("ben", "cy"))

    run(database_url, work)


def test_tables_of_a_player_unfinished_first(database_url: str) -> None:
    clock = Clock()

    async def work(store: Store) -> None:
        for table, phase in (("t1", "playing"), ("t2", "over"), ("t3", "lobby"), ("t4", "over")):
            clock.at += 1
            await store.append(opened(table, phase=phase))
        await store.append(opened("t5", players=("ben",)))
        assert await tables.tables_of(store, "ana") == ["t3", "t1", "t4", "t2"]

    run(database_url, work, clock)


def test_overdue_turns_are_found(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.append(
            opened("t1", phase="playing", due=200),
            opened("t2", phase="playing", due=100),
            opened("t3", phase="playing", due=201),
            opened("t4", phase="over", due=100),
            opened("t5", phase="playing"),
        )
        assert {*await tables.games_in_progress(store, 10)} == {"t1", "t2", "t3", "t5"}
        assert len(await tables.games_in_progress(store, 2)) == 2
        assert await tables.overdue(store, 200) == ["t2", "t1"]
        assert await tables.overdue(store, 200, limit=1) == ["t2"]
        await tables.mark_broken(store, "t2")
        assert await tables.overdue(store, 200) == ["t1"]
        broken = await tables.find_summary(store, "t2")
        assert broken == summary("code-t2", phase="broken")

    run(database_url, work)


def test_idle_bots_are_found(database_url: str) -> None:
    clock = Clock(100)

    async def work(store: Store) -> None:
        await store.append(
            opened("t1", phase="playing", bot_waits=True),
            opened("t2", phase="playing"),
            opened("t3", phase="over", bot_waits=True),
            opened("t4", phase="playing", bot_waits=True),
        )
        clock.at = 200
        await store.append(Write("t4", 1, [b"b"]))
        assert await tables.bots_waiting(store, 100) == []
        assert await tables.bots_waiting(store, 200) == ["t1"]
        assert await tables.bots_waiting(store, 201) == ["t1", "t4"]

    run(database_url, work, clock)
