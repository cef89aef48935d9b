"""Locked, full, corrupt or unreachable databases: callers get a StoreError, and the store recovers."""

import asyncio
import resource
import socket
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine

from kaiten.store import Store, StoreError, Write, engine
from kaiten.store.engine import parse_url
from tests.databases import Postgres
from tests.store.samples import payloads, run


@pytest.fixture
def short_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait half a second for the database instead of five."""
    monkeypatch.setattr(engine, "TIMEOUT_SECONDS", 0.5)


def executing(statement: str) -> Callable[[Connection], None]:
    def execute(connection: Connection) -> None:
        connection.execute(text(statement))

    return execute


def test_sqlite_uses_wal_and_full_sync(sqlite_url: str) -> None:
    def read_pragmas(connection: Connection) -> list[object]:
        return [(connection.exec_driver_sql(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")]

    async def work(store: Store) -> None:
        assert await store.write(read_pragmas) == ["wal", 2]

    run(sqlite_url, work)


def test_append_waits_for_a_lock_and_reads_go_on(sqlite_url: str, tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]))
        other = sqlite3.connect(tmp_path / "kaiten.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(store.append(Write("t1", 1, [b"b"])))
        await asyncio.sleep(0.3)
        assert not waiting.done()
        assert await payloads(store, "t1") == [b"a"]  # reads go on
        other.rollback()
        other.close()
        await waiting
        assert await payloads(store, "t1") == [b"a", b"b"]

    run(sqlite_url, work)


@pytest.mark.usefixtures("short_timeout")
def test_sqlite_locked_too_long_fails_then_recovers(sqlite_url: str, tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        other = sqlite3.connect(tmp_path / "kaiten.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="^the log cannot be written: database is locked$"):
            await store.append(Write("t1", 0, [b"a"]))
        other.rollback()
        other.close()
        await store.append(Write("t1", 0, [b"a"]))

    run(sqlite_url, work)


@pytest.mark.usefixtures("short_timeout")
def test_postgresql_locked_too_long_fails_then_recovers(postgresql_url: str) -> None:
    async def work(store: Store) -> None:
        other = create_async_engine(parse_url(postgresql_url))
        async with other.connect() as connection:
            await connection.execute(text("LOCK TABLE events IN EXCLUSIVE MODE"))
            with pytest.raises(StoreError, match="^the log cannot be written: "):
                await store.append(Write("t1", 0, [b"a"]))
            assert await store.load("t1") == []  # reads go on
            await connection.rollback()
        await other.dispose()
        await store.append(Write("t1", 0, [b"a"]))
        assert await payloads(store, "t1") == [b"a"]

    run(postgresql_url, work)


def test_write_failure_is_reported_and_recovers(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]))
        await store.write(executing("ALTER TABLE events RENAME TO elsewhere"))
        with pytest.raises(StoreError, match="^the log cannot be written: ") as failure:
            await store.append(Write("t1", 1, [b"b"], "ana", "c1", b"yes"))
        assert "INSERT" not in str(failure.value)
        assert await store.find_answer("ana", "c1") is None
        await store.write(executing("ALTER TABLE elsewhere RENAME TO events"))
        await store.append(Write("t1", 1, [b"b"]))  # and it goes on without a restart
        assert await payloads(store, "t1") == [b"a", b"b"]

    run(database_url, work)


def test_a_write_that_is_too_big_does_not_fail_the_batch(sqlite_url: str) -> None:
    def fill(connection: Connection) -> None:
        pages = (connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages + 20}")

    async def work(store: Store) -> None:
        await store.write(fill)
        results = await asyncio.gather(
            store.append(Write("t1", 0, [b"a"])),
            store.write(executing("INSERT INTO players SELECT hex(randomblob(900000)), 1")),
            return_exceptions=True,
        )
        assert [str(result) for result in results] == ["None", "the log cannot be written: database or disk is full"]
        assert await payloads(store, "t1") == [b"a"]

    run(sqlite_url, work)


def test_full_disk_loses_no_acknowledged_write(sqlite_url: str, tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]))
        assert await payloads(store, "t1") == [b"a"]
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        room = (tmp_path / "kaiten.db-wal").stat().st_size + 10_000
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))  # as far as this process goes, the disk is full
        try:
            for _ in range(2):
                with pytest.raises(StoreError, match="^the log cannot be written: (disk I/O|database or disk is full)"):
                    await store.append(Write("t1", 1, [b"b" * 100_000], "ana", "c1"))
                assert await payloads(store, "t1") == [b"a"]
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        await store.append(Write("t1", 1, [b"b"], "ana", "c1"))
        assert await payloads(store, "t1") == [b"a", b"b"]

    run(sqlite_url, work)


def test_read_only_file_can_be_read(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]))
        await store.write(executing("PRAGMA query_only=ON"))
        with pytest.raises(StoreError, match="attempt to write a readonly database"):
            await store.append(Write("t1", 1, [b"b"]))
        assert await payloads(store, "t1") == [b"a"]
        await store.append(Write("t1", 1, [b"b"]))

    run(sqlite_url, work)


def test_open_store_survives_a_postgresql_restart(postgres: Postgres, postgresql_url: str) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"], "ana", "c1", b"yes"))
        await asyncio.gather(*[store.load("t1") for _ in range(5)])
        for number in (1, 2):
            await asyncio.to_thread(postgres.stop)
            begun = time.monotonic()
            for _ in range(2):
                with pytest.raises(StoreError, match="^the log cannot be written: "):
                    await store.append(Write("t1", number, [b"lost"]))
                with pytest.raises(StoreError, match="^the log cannot be read: "):
                    await store.load("t1")
                with pytest.raises(StoreError, match="^the log cannot be read: "):
                    await store.sync_clock()
            assert time.monotonic() - begun < 5
            await asyncio.to_thread(postgres.start)
            await store.append(Write("t1", number, [b"%d" % number]))
            assert await store.find_answer("ana", "c1") == b"yes"
        assert await payloads(store, "t1") == [b"a", b"1", b"2"]

    run(postgresql_url, work)


def test_postgresql_restart_between_two_writes(postgres: Postgres, postgresql_url: str) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]))
        await store.load("t1")
        await asyncio.to_thread(postgres.stop)
        await asyncio.to_thread(postgres.start)
        await store.append(Write("t1", 1, [b"b"]))  # transparently to callers
        assert await payloads(store, "t1") == [b"a", b"b"]

    run(postgresql_url, work)


@pytest.mark.usefixtures("short_timeout")
def test_unresponsive_database_times_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:

        async def main() -> None:
            async with Store(f"postgresql://ana@127.0.0.1:{silent.getsockname()[1]}/kaiten"):
                pass

        begun = time.monotonic()
        with pytest.raises(StoreError, match="^the database cannot be opened: "):
            asyncio.run(main())
        assert time.monotonic() - begun < 3


def test_open_failure_is_reported(tmp_path: Path) -> None:
    async def work(_: Store) -> None:
        pytest.fail("it cannot be opened")

    with pytest.raises(StoreError, match="^the database cannot be opened: unable to open database file$"):
        run(f"sqlite:///{tmp_path}/no/such/folder/kaiten.db", work)
    (tmp_path / "letter.db").write_bytes(b"Dear Ana, this is no database. " * 100)
    with pytest.raises(StoreError, match="^the database cannot be opened: file is not a database$"):
        run(f"sqlite:///{tmp_path}/letter.db", work)


def test_corrupt_event_affects_only_its_table(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]), Write("t2", 0, [b"b"]))

        def spoil(connection: Connection) -> None:
            spoilt = {"event": b"\xff\x00 not an event"}
            connection.execute(text("UPDATE events SET event = :event WHERE table_id = 't1'"), spoilt)

        await store.write(spoil)
        assert await payloads(store, "t1") == [b"\xff\x00 not an event"]  # the store does not interpret events
        await store.append(Write("t2", 1, [b"c"]))
        assert await payloads(store, "t2") == [b"b", b"c"]

    run(database_url, work)
