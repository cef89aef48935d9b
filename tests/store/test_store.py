"""The event log on both databases: concurrency, idempotency, group commit, and kill -9 while writing."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest
from sqlalchemy import Connection, text

from kaiten.kit.errors import SeatError
from kaiten.store import ConflictError, Store, StoreError, Write
from kaiten.store.engine import parse_url
from tests.store.samples import Clock, finished, opened, payloads, run, summary


def test_events_are_read_in_order_also_after_a_restart(database_url: str) -> None:
    async def write(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a", b"b"]))
        await store.append(Write("t2", 0, [b"x"]))
        await store.append(Write("t1", 2, [b"c"]))

    async def read(store: Store) -> None:
        assert await payloads(store, "t1") == [b"a", b"b", b"c"]
        assert await payloads(store, "t1", after=2) == [b"c"]
        assert await payloads(store, "t2") == [b"x"]
        assert await store.load("t3") == []
        assert await store.load_tables(["t3", "t2", "t1"]) == {
            "t1": await store.load("t1"),
            "t2": await store.load("t2"),
        }
        assert await store.load_versions([("t2", 1), ("t1", 3), ("t1", 2), ("t9", 1)]) == {
            "t1": await store.load("t1", after=1),
            "t2": await store.load("t2"),
        }
        assert await store.load_versions([]) == {}
        assert [stored.version for stored in await store.load("t1")] == [1, 2, 3]
        assert await store.versions(["t1", "t2", "t3"]) == {"t1": 3, "t2": 1}
        assert await store.versions([]) == {}

    run(database_url, write)
    run(database_url, read)


def test_versions_of_more_tables_than_fit_in_one_query(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.append(*[Write(f"t{number}", 0, [b"a"] * (1 + number % 3)) for number in range(1200)])
        found = await store.versions([f"t{number}" for number in range(1300)])
        assert found == {f"t{number}": 1 + number % 3 for number in range(1200)}

    run(database_url, work)


def test_event_has_the_database_time(database_url: str) -> None:
    async def work(store: Store) -> None:
        before = store.now()
        await store.append(Write("t1", 0, [b"a"]))
        (stored,) = await store.load("t1")
        assert before <= stored.at <= store.now()
        assert abs(stored.at - time.time() * 1000) < 1000  # the same machine

    run(database_url, work)


def test_append_of_an_existing_version_conflicts(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"opened"]))
        async with Store(database_url) as second:
            writes = [
                (store, second)[number % 2].append(Write("t1", 1, [b"%d" % number, b"more"])) for number in range(50)
            ]
            results = await asyncio.gather(*writes, return_exceptions=True)
        assert results.count(None) == 1
        assert sum(isinstance(result, ConflictError) for result in results) == 49
        assert len(await store.load("t1")) == 3

    run(database_url, work)


def test_two_servers_write_to_the_same_tables(database_url: str) -> None:
    """Also to two tables in one append, in any order: one server gets a conflict, and there is no deadlock."""
    written: dict[tuple[str, int], bytes] = {}

    async def play(store: Store, person: int) -> None:
        chance = random.Random(person)  # noqa: S311
        for number in range(8):
            names = chance.sample(["t1", "t2", "t3", "t4"], chance.choice([1, 2]))
            versions = await store.versions(names)
            event = b"%d-%d" % (person, number)
            writes = [Write(name, versions.get(name, 0), [event], summary=summary(name)) for name in names]
            with suppress(ConflictError):
                await store.append(*writes)
                written.update({(write.table, write.after + 1): event for write in writes})

    async def work(store: Store) -> None:
        async with Store(database_url) as second:
            await asyncio.gather(*[play((store, second)[person % 2], person) for person in range(12)])
        found = {
            (name, event.version): event.event for name in ("t1", "t2", "t3", "t4") for event in await store.load(name)
        }
        assert found == written

    run(database_url, work)


def test_command_id_is_an_idempotency_key(database_url: str) -> None:
    async def work(store: Store) -> None:
        first = Write("t1", 0, [b"a"], "ana", "c1", b"yes")
        await store.append(first)
        assert await store.find_answer("ana", "c1") == b"yes"
        assert await store.find_answer("ana", "c2") is None
        assert await store.find_answer("ben", "c1") is None
        with pytest.raises(ConflictError, match="table t1 has newer events"):
            await store.append(Write("t1", 1, [b"b"], "ana", "c1", b"yes again"))
        assert await payloads(store, "t1") == [b"a"]  # nothing of the second one is there
        assert await store.find_answer("ana", "c1") == b"yes"
        await store.append(Write("t1", 1, [], "ben", "c1", b"refused"))
        assert await store.find_answer("ben", "c1") == b"refused"

    run(database_url, work)


def test_group_commit_isolates_conflicts(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t7", 0, [b"taken"]))
        writes = [store.append(Write(f"t{number}", 0, [b"%d" % number])) for number in range(500)]
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert [place for place, result in enumerate(results) if result is not None] == [7]
        assert await payloads(store, "t499") == [b"499"]

    run(database_url, work)


def test_writes_of_one_append_are_atomic(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]), Write("t2", 0, [b"b"]))
        with pytest.raises(ConflictError, match="table t3, t1 has"):
            await store.append(Write("t3", 0, [b"c"]), Write("t1", 0, [b"late"]))
        assert await store.versions(["t1", "t2", "t3"]) == {"t1": 1, "t2": 1}

    run(database_url, work)


def test_join_code_and_record_are_unique(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.append(opened("t1", code="SUSHI"))
        with pytest.raises(ConflictError):
            await store.append(opened("t2", code="SUSHI"))
        assert await store.load("t2") == []
        await store.append(Write("t1", 1, [b"over"], finished=finished()))
        with pytest.raises(ConflictError):
            await store.append(Write("t1", 2, [b"over"], finished=finished()))
        assert await store.versions(["t1"]) == {"t1": 2}

    run(database_url, work)


def test_failing_write_does_not_fail_the_batch(database_url: str) -> None:
    def insert(connection: Connection) -> str:
        connection.execute(text("INSERT INTO players (id, created_at) VALUES ('ana', 1)"))
        return "done"

    def spoil(connection: Connection) -> None:
        connection.execute(text("INSERT INTO players (id, created_at) VALUES ('ben', 1)"))
        raise SeatError("after all, no")

    def misspell(connection: Connection) -> None:
        connection.execute(text("INSERT INTO playerz VALUES ('secret')"))

    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]))
        results = await asyncio.gather(
            store.append(Write("t1", 1, [b"b"])),
            store.write(insert),
            store.write(insert),
            store.write(spoil),
            store.write(misspell),
            store.append(Write("t1", 0, [b"late"])),
            store.append(Write("t2", 0, [b"c"])),
            return_exceptions=True,
        )
        assert results[:2] == [None, "done"]
        assert isinstance(results[2], ConflictError)
        assert isinstance(results[3], SeatError)
        assert isinstance(results[4], StoreError)
        assert "secret" not in str(results[4])
        assert isinstance(results[5], ConflictError)
        assert results[6] is None
        rows = await store.rows(text("SELECT id FROM players"))
        assert [row.id for row in rows] == ["ana"]

    run(database_url, work)


def test_read_error_is_redacted(database_url: str) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(StoreError, match="^the log cannot be read: ") as failure:
            await store.rows(text("SELECT nothing FROM nowhere WHERE secret = 'secret'"))
        assert "secret" not in str(failure.value)

    run(database_url, work)


def test_cancelled_append_does_not_cancel_the_others(database_url: str) -> None:
    async def work(store: Store) -> None:
        waiting = asyncio.create_task(store.append(Write("t1", 0, [b"a"])))
        await asyncio.sleep(0)
        waiting.cancel()
        await store.append(Write("t2", 0, [b"b"]))
        assert await store.versions(["t1", "t2"]) == {"t1": 1, "t2": 1}

    run(database_url, work)


def test_closed_store_refuses_writes(database_url: str) -> None:
    async def main() -> None:
        store = Store(database_url)
        with pytest.raises(StoreError, match="the log is not open"):
            await store.append(Write("t1", 0, [b"a"]))
        async with store:
            pass
        with pytest.raises(StoreError, match="the log is closed"):
            await store.append(Write("t1", 0, [b"a"]))

    asyncio.run(main())


def test_clock_can_be_replaced(database_url: str) -> None:
    clock = Clock(7)

    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]))
        clock.at = 9
        await store.sync_clock()
        await store.append(Write("t1", 1, [b"b"]))
        assert [stored.at for stored in await store.load("t1")] == [7, 9]

    run(database_url, work, clock)


@pytest.mark.parametrize("url", ["", "kaiten.db", "mysql://db/kaiten", "sqlite://", "sqlite:///:memory:"])
def test_unsupported_urls_are_refused(url: str) -> None:
    with pytest.raises(StoreError, match="sqlite"):
        Store(url)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("sqlite:////srv/kaiten.db", "sqlite+pysqlite:////srv/kaiten.db"),
        ("sqlite+aiosqlite:////srv/kaiten.db", "sqlite+pysqlite:////srv/kaiten.db"),
        ("postgres://ana@db/kaiten", "postgresql+asyncpg://ana@db/kaiten"),
        ("postgresql://ana@db/kaiten", "postgresql+asyncpg://ana@db/kaiten"),
        ("postgresql+asyncpg://ana@db/kaiten", "postgresql+asyncpg://ana@db/kaiten"),
    ],
)
def test_url_is_completed_with_the_driver(short: str, long: str) -> None:
    assert str(parse_url(short)) == long


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


def test_acknowledged_writes_survive_kill_9(database_url: str) -> None:
    answered = -1
    for kill in range(3):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, database_url], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            for _ in range(3 + 11 * kill):
                line = process.stdout.readline()
                assert line, process.stderr.read() if process.stderr else ""
                answered = int(line)
            os.kill(process.pid, signal.SIGKILL)
            for line in process.stdout:
                answered = int(line)

        async def check(store: Store, least: int = answered) -> None:
            numbers = [int(payload) for payload in await payloads(store, "t1")]
            assert numbers == [*range(len(numbers))]
            assert len(numbers) >= least + 1
            for number in numbers:
                assert await store.find_answer("ana", f"c{number}") == b"%d" % number

        run(database_url, check)
