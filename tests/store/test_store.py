"""The event log on a real database in a real file, and with a process that is killed while it writes."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from kaiten.store import ConflictError, Store, StoreError, Write


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path / 'log.db'}"


def run(path: Path, work: Callable[[Store], Awaitable[None]]) -> None:
    """Do this with a log of its own, and leave it on disk."""

    async def main() -> None:
        async with Store(url(path)) as store:
            await work(store)

    asyncio.run(main())


def test_what_was_written_is_read_in_order_also_after_a_restart(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a", b"b"]))
        await store.append(Write("t2", 0, [b"x"]))
        await store.append(Write("t1", 2, [b"c"]))

    async def read(store: Store) -> None:
        assert await store.load("t1") == [b"a", b"b", b"c"]
        assert await store.load("t1", after=2) == [b"c"]
        assert await store.load("t2") == [b"x"]
        assert await store.load("t3") == []

    run(tmp_path, write)
    run(tmp_path, read)


def test_two_writers_cannot_both_write_the_same_event(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"opened"]))
        results = await asyncio.gather(
            *[store.append(Write("t1", 1, [b"%d" % number, b"more"])) for number in range(50)], return_exceptions=True
        )
        assert results.count(None) == 1
        assert sum(isinstance(result, ConflictError) for result in results) == 49
        assert len(await store.load("t1")) == 3

    run(tmp_path, work)


def test_a_command_counts_once_and_its_answer_is_kept(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        first = Write("t1", 0, [b"a"], "ana", "c1", b"yes")
        await store.append(first)
        assert await store.answer_to("ana", "c1") == b"yes"
        assert await store.answer_to("ana", "c2") is None
        assert await store.answer_to("ben", "c1") is None
        with pytest.raises(ConflictError, match="table t1 has gone on without this"):
            await store.append(Write("t1", 1, [b"b"], "ana", "c1", b"yes again"))
        assert await store.load("t1") == [b"a"]  # nothing of the second one is there
        assert await store.answer_to("ana", "c1") == b"yes"
        await store.append(Write("t1", 1, [], "ben", "c1", b"refused"))
        assert await store.answer_to("ben", "c1") == b"refused"

    run(tmp_path, work)


def test_many_writes_share_a_commit_and_each_stands_by_itself(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t7", 0, [b"taken"]))
        writes = [store.append(Write(f"t{number}", 0, [b"%d" % number])) for number in range(500)]
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert [place for place, result in enumerate(results) if result is not None] == [7]
        assert await store.load("t499") == [b"499"]

    run(tmp_path, work)


def test_the_log_is_written_ahead_and_flushed(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        async with store._engine.connect() as connection:
            answers = [
                (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
                for name in ("journal_mode", "synchronous")
            ]
        assert answers == ["wal", 2]

    run(tmp_path, work)


def test_without_a_save_there_is_no_answer(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]))
        other = sqlite3.connect(tmp_path / "log.db")
        other.execute("PRAGMA busy_timeout=0")
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(store.append(Write("t1", 1, [b"b"])))
        await asyncio.sleep(0.3)
        assert not waiting.done()
        assert await store.load("t1") == [b"a"]  # reads go on
        other.rollback()
        other.close()
        await waiting
        assert await store.load("t1") == [b"a", b"b"]

    run(tmp_path, work)


def test_a_log_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]))
        async with store._engine.begin() as connection:
            await connection.exec_driver_sql("ALTER TABLE events RENAME TO elsewhere")
        with pytest.raises(StoreError, match="the log cannot be written"):
            await store.append(Write("t1", 1, [b"b"]))
        async with store._engine.begin() as connection:
            await connection.exec_driver_sql("ALTER TABLE elsewhere RENAME TO events")
        await store.append(Write("t1", 1, [b"b"]))  # and it goes on without a restart
        assert await store.load("t1") == [b"a", b"b"]

    run(tmp_path, work)


WRITER = """
import asyncio, sys
from kaiten.store import Store, Write

async def main():
    async with Store(sys.argv[1]) as store:
        version = len(await store.load("t1"))
        while True:
            number = b"%d" % version
            await store.append(Write("t1", version, [number], "ana", f"c{version}", number))
            print(version, flush=True)
            version += 1

asyncio.run(main())
"""


def test_what_was_answered_survives_being_killed_at_any_moment(tmp_path: Path) -> None:
    answered = -1
    for kill in range(6):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, url(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            for _ in range(3 + 7 * kill):
                line = process.stdout.readline()
                assert line, process.stderr.read() if process.stderr else ""
                answered = int(line)
            os.kill(process.pid, signal.SIGKILL)
            for line in process.stdout:
                answered = int(line)

        async def check(store: Store, least: int = answered) -> None:
            numbers = [int(payload) for payload in await store.load("t1")]
            assert numbers == [*range(len(numbers))]
            assert len(numbers) >= least + 1
            for number in numbers:
                assert await store.answer_to("ana", f"c{number}") == b"%d" % number

        run(tmp_path, check)
