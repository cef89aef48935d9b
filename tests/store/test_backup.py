"""Backup and restore of an SQLite database."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from kaiten.store import Store, StoreError, Write, presence
from kaiten.store.backup import backup, restore
from tests.store.samples import Clock, payloads, run


async def fill(store: Store) -> None:
    await store.append(Write("t1", 0, [b"a", b"b"]))


def test_backup_while_a_server_writes(sqlite_url: str, tmp_path: Path) -> None:
    to = tmp_path / "copy.db"

    async def work(store: Store) -> None:
        stop = asyncio.Event()
        version = 0

        async def write() -> None:
            nonlocal version
            while not stop.is_set():
                await store.append(Write("t1", version, [b"x" * 500]))
                version += 1

        writing = asyncio.create_task(write())
        await asyncio.sleep(0.2)
        before = version
        await asyncio.to_thread(backup, sqlite_url, to)
        after = version
        await asyncio.sleep(0.1)
        stop.set()
        await writing
        assert version > after  # the writer went on
        async with Store(f"sqlite:///{to}") as copy:
            assert before <= len(await copy.load("t1")) <= after + 1

    run(sqlite_url, work)
    assert not [*tmp_path.glob(".*")]


def test_restore_brings_the_backup_back(sqlite_url: str, tmp_path: Path) -> None:
    to = tmp_path / "copy.db"

    async def spoil(store: Store) -> None:
        await store.append(Write("t1", 2, [b"oh no"]))

    async def check(store: Store) -> None:
        assert await payloads(store, "t1") == [b"a", b"b"]
        await store.append(Write("t1", 2, [b"c"]))

    async def check_kept(store: Store) -> None:
        assert await payloads(store, "t1") == [b"a", b"b", b"oh no"]

    run(sqlite_url, fill)
    backup(sqlite_url, to)
    run(sqlite_url, spoil)
    restore(sqlite_url, to)
    run(sqlite_url, check)
    run(f"sqlite:///{tmp_path / 'kaiten.db.before-restore'}", check_kept)
    with pytest.raises(StoreError, match="still there from an earlier restore"):
        restore(sqlite_url, to)


def test_restore_without_an_existing_database(sqlite_url: str, tmp_path: Path) -> None:
    run(sqlite_url, fill)
    backup(sqlite_url, tmp_path / "copy.db")
    restore(f"sqlite:///{tmp_path / 'new.db'}", tmp_path / "copy.db")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "kaiten.db", "new.db"]


def test_backup_refuses_existing_target_and_missing_source(sqlite_url: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no database at"):
        backup(sqlite_url, tmp_path / "copy.db")
    run(sqlite_url, fill)
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(StoreError, match="copy.db exists already: name a new file"):
        backup(sqlite_url, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "precious"
    with pytest.raises(StoreError, match="the backup cannot be made"):
        backup(sqlite_url, tmp_path / "no" / "such" / "folder.db")


def test_restore_refuses_corrupt_or_foreign_databases(sqlite_url: str, tmp_path: Path) -> None:
    run(sqlite_url, fill)
    good, bad = tmp_path / "good.db", tmp_path / "bad.db"
    backup(sqlite_url, good)
    whole = good.read_bytes()
    with pytest.raises(StoreError, match="there is no backup at"):
        restore(sqlite_url, bad)
    for contents, problem in (
        (b"Dear Ana, this is no database. " * 100, "not a (sound )?database"),
        (whole[: len(whole) // 2], "not an intact database|malformed"),
        (whole[:8192] + b"\xff" * 100 + whole[8292:], "not an intact database|malformed"),
    ):
        bad.write_bytes(contents)
        with pytest.raises(StoreError, match=problem):
            restore(sqlite_url, bad)
        bad.unlink()
    other = sqlite3.connect(bad)
    other.execute("CREATE TABLE recipes (rice)")
    other.close()
    with pytest.raises(StoreError, match="is not a Kaiten database"):
        restore(sqlite_url, bad)
    run(sqlite_url, still_there)
    assert not [*tmp_path.glob(".*")]


async def still_there(store: Store) -> None:
    assert await payloads(store, "t1") == [b"a", b"b"]


def test_restore_refuses_while_a_server_is_up(sqlite_url: str, tmp_path: Path) -> None:
    async def beat(store: Store) -> None:
        await presence.heartbeat(store, "s1")

    run(sqlite_url, fill)
    backup(sqlite_url, tmp_path / "copy.db")
    run(sqlite_url, beat)
    with pytest.raises(StoreError, match="a server uses .*kaiten.db: stop it"):
        restore(sqlite_url, tmp_path / "copy.db")
    assert not (tmp_path / "kaiten.db.before-restore").exists()
    (tmp_path / "kaiten.db").unlink()
    run(sqlite_url, beat, Clock(1000))
    restore(sqlite_url, tmp_path / "copy.db")  # that one was long ago


def test_restore_refuses_an_open_database(sqlite_url: str, tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await fill(store)
        backup(sqlite_url, tmp_path / "copy.db")
        with pytest.raises(StoreError, match="the restore cannot be made: database is locked"):
            await asyncio.to_thread(restore, sqlite_url, tmp_path / "copy.db")
        assert await payloads(store, "t1") == [b"a", b"b"]

    run(sqlite_url, work)


def test_backup_of_postgresql_names_its_tools(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="for PostgreSQL use pg_dump$"):
        backup("postgresql://ana@db/kaiten", tmp_path / "copy.db")
    with pytest.raises(StoreError, match="for PostgreSQL use pg_restore$"):
        restore("postgresql://ana@db/kaiten", tmp_path / "copy.db")
