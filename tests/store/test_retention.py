"""Retention of tables."""

from sqlalchemy import text

from kaiten.store import PlayerResult, Store, Write, games, people, retention, tables
from tests.store.samples import Clock, finished, opened, run, summary


def test_purge_deletes_old_tables_and_keeps_records(database_url: str) -> None:
    clock = Clock(100)

    async def work(store: Store) -> None:
        ana = PlayerResult("ana", 0, "Ana", 40, 1, True)
        over = Write("over", 1, [b"b"], "ana", "c1", b"yes", summary("over", phase="over"), finished(ana))
        await store.append(opened("abandoned"), opened("resumed"), opened("over"), opened("broken", phase="broken"))
        await store.append(over)
        await people.add_link(store, "old", "ana", 150)
        await people.add_link(store, "new", "ana", 5000)
        clock.at = 200
        await store.append(Write("resumed", 1, [b"b"]), opened("late", phase="over"))
        assert await retention.purge(store, 100, 100) == 0
        assert await retention.purge(store, 150, 100) == 2
        assert await tables.tables_of(store, "ana") == ["resumed", "late", "over"]
        assert await retention.purge(store, 150, 150) == 1
        assert await tables.tables_of(store, "ana") == ["resumed", "late"]
        assert await store.versions(["abandoned", "broken", "resumed", "over", "late"]) == {"resumed": 2, "late": 1}
        assert await store.find_answer("ana", "c1") is None
        assert await games.record_of(store, "over") == b"{}"
        assert len(await games.history(store, "ana")) == 1
        assert [row.hash for row in await store.rows(text("SELECT hash FROM links"))] == ["new"]

    run(database_url, work, clock)


def test_purge_works_in_batches(database_url: str) -> None:
    clock = Clock(100)

    async def work(store: Store) -> None:
        await store.append(*[opened(f"t{number}") for number in range(2 * retention.BATCH_SIZE + 1)])
        assert await retention.purge(store, 101, 0) == 2 * retention.BATCH_SIZE + 1
        assert await tables.open_tables(store) == []

    run(database_url, work, clock)
