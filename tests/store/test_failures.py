"""Databases that are locked, full, damaged or gone: those who wait are told, and the log goes on when it can."""

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
from kaiten.store.engine import address
from tests.databases import Postgres
from tests.store.opened import payloads, run


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second, where people wait five."""
    monkeypatch.setattr(engine, "PATIENCE", 0.5)


def saying(statement: str) -> Callable[[Connection], None]:
    def say(connection: Connection) -> None:
        connection.execute(text(statement))

    return say


def test_the_log_is_written_ahead_and_flushed(sqlite_url: str) -> None:
    def look(connection: Connection) -> list[object]:
        return [(connection.exec_driver_sql(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")]

    async def work(store: Store) -> None:
        assert await store.change(look) == ["wal", 2]

    run(sqlite_url, work)


def test_without_a_save_there_is_no_answer(sqlite_url: str, tmp_path: Path) -> None:
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


@pytest.mark.usefixtures("impatient")
def test_a_log_that_stays_locked_says_so_and_goes_on_later(sqlite_url: str, tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        other = sqlite3.connect(tmp_path / "kaiten.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="^the log cannot be written: database is locked$"):
            await store.append(Write("t1", 0, [b"a"]))
        other.rollback()
        other.close()
        await store.append(Write("t1", 0, [b"a"]))

    run(sqlite_url, work)


@pytest.mark.usefixtures("impatient")
def test_a_postgresql_that_stays_locked_says_so_and_goes_on_later(postgresql_url: str) -> None:
    async def work(store: Store) -> None:
        other = create_async_engine(address(postgresql_url))
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


def test_a_log_that_cannot_be_written_says_so(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]))
        await store.change(saying("ALTER TABLE events RENAME TO elsewhere"))
        with pytest.raises(StoreError, match="^the log cannot be written: ") as failure:
            await store.append(Write("t1", 1, [b"b"], "ana", "c1", b"yes"))
        assert "INSERT" not in str(failure.value)
        assert await store.answer_to("ana", "c1") is None
        await store.change(saying("ALTER TABLE elsewhere RENAME TO events"))
        await store.append(Write("t1", 1, [b"b"]))  # and it goes on without a restart
        assert await payloads(store, "t1") == [b"a", b"b"]

    run(database_url, work)


def test_a_change_that_is_too_big_leaves_the_others_alone(sqlite_url: str) -> None:
    def fill(connection: Connection) -> None:
        pages = (connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages + 20}")

    async def work(store: Store) -> None:
        await store.change(fill)
        results = await asyncio.gather(
            store.append(Write("t1", 0, [b"a"])),
            store.change(saying("INSERT INTO players SELECT hex(randomblob(900000)), 1")),
            return_exceptions=True,
        )
        assert [str(result) for result in results] == ["None", "the log cannot be written: database or disk is full"]
        assert await payloads(store, "t1") == [b"a"]

    run(sqlite_url, work)


def test_a_full_disk_loses_nothing_that_was_answered(sqlite_url: str, tmp_path: Path) -> None:
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


def test_a_file_that_may_only_be_read_can_be_read(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]))
        await store.change(saying("PRAGMA query_only=ON"))
        with pytest.raises(StoreError, match="attempt to write a readonly database"):
            await store.append(Write("t1", 1, [b"b"]))
        assert await payloads(store, "t1") == [b"a"]
        await store.append(Write("t1", 1, [b"b"]))

    run(sqlite_url, work)


def test_postgresql_may_stop_and_start_under_an_open_log(postgres: Postgres, postgresql_url: str) -> None:
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
                    await store.set_clock()
            assert time.monotonic() - begun < 5
            await asyncio.to_thread(postgres.start)
            await store.append(Write("t1", number, [b"%d" % number]))
            assert await store.answer_to("ana", "c1") == b"yes"
        assert await payloads(store, "t1") == [b"a", b"1", b"2"]

    run(postgresql_url, work)


def test_postgresql_may_restart_between_two_writes(postgres: Postgres, postgresql_url: str) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]))
        await store.load("t1")
        await asyncio.to_thread(postgres.stop)
        await asyncio.to_thread(postgres.start)
        await store.append(Write("t1", 1, [b"b"]))  # nobody notices
        assert await payloads(store, "t1") == [b"a", b"b"]

    run(postgresql_url, work)


@pytest.mark.usefixtures("impatient")
def test_a_database_that_never_answers_does_not_keep_anybody_waiting() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:

        async def main() -> None:
            async with Store(f"postgresql://ana@127.0.0.1:{silent.getsockname()[1]}/kaiten"):
                pass

        begun = time.monotonic()
        with pytest.raises(StoreError, match="^the database cannot be opened: "):
            asyncio.run(main())
        assert time.monotonic() - begun < 3


def test_a_database_that_cannot_be_opened_says_so(tmp_path: Path) -> None:
    async def work(_: Store) -> None:
        pytest.fail("it cannot be opened")

    with pytest.raises(StoreError, match="^the database cannot be opened: unable to open database file$"):
        run(f"sqlite:///{tmp_path}/no/such/folder/kaiten.db", work)
    (tmp_path / "letter.db").write_bytes(b"Dear Ana, this is no database. " * 100)
    with pytest.raises(StoreError, match="^the database cannot be opened: file is not a database$"):
        run(f"sqlite:///{tmp_path}/letter.db", work)


def test_damaged_data_of_one_table_leaves_the_others_alone(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]), Write("t2", 0, [b"b"]))

        def spoil(connection: Connection) -> None:
            spoilt = {"event": b"\xff\x00 not an event"}
            connection.execute(text("UPDATE events SET event = :event WHERE table_id = 't1'"), spoilt)

        await store.change(spoil)
        assert await payloads(store, "t1") == [b"\xff\x00 not an event"]  # whoever knows events will see
        await store.append(Write("t2", 1, [b"c"]))
        assert await payloads(store, "t2") == [b"b", b"c"]

    run(database_url, work)
