"""Two servers, one database and a bus: failover when the bus or a server is gone."""

import asyncio
import time
from collections.abc import Iterator

import pytest

from kaiten.server.serialization import encode_events, summarize
from kaiten.store import ConflictError, Store, Write
from kaiten.table.events import Due
from tests.databases import Redis
from tests.faults.audit import read_log
from tests.faults.processes import CrashServer
from tests.faults.reconnecting_client import ReconnectingClient
from tests.faults.table_session import TableSession, table_session, until

POLL_SECONDS = 8.0
"""Limit without a bus: servers poll the log every three seconds."""

BUS_SECONDS = 4.0
"""Limit for five messages over the bus on a busy machine; five polls would take longer."""

TAKEOVER_SECONDS = 15.0
"""Limit for taking over a dead server's bots and deadlines on a busy machine."""

Pair = tuple[CrashServer, CrashServer]


@pytest.fixture
def pair(postgresql_url: str, redis: Redis) -> Iterator[Pair]:
    """Two servers on one database."""
    options = ("--bus", redis.url)
    one, two = CrashServer(postgresql_url, *options), CrashServer(postgresql_url, *options)
    with one, two:
        yield one, two


def test_bus_outage_falls_back_to_log_polling(pair: Pair, redis: Redis) -> None:
    async def main() -> None:
        async with table_session(*pair, bots=0) as playing:
            assert await _seconds_until_seen(playing, turns=[1, 2]) < BUS_SECONDS
            await asyncio.to_thread(redis.stop)
            assert await _seconds_until_seen(playing, turns=[3]) < POLL_SECONDS
            await asyncio.to_thread(redis.start)
            for server in pair:
                await _until_bus_is_up(server)
            assert await _seconds_until_seen(playing, turns=[4, 5, 6, 7, 8]) < BUS_SECONDS
            await playing.play()
            await playing.check()

    asyncio.run(main())


def test_failover_to_the_other_server(pair: Pair) -> None:
    one, two = pair

    async def main() -> None:
        tables: list[TableSession] = []
        async with (
            table_session(*pair) as first,
            table_session(*pair, game="sushi-roll") as second,
            table_session(*pair, people=3) as third,
            table_session(*pair, people=3, game="sushi-roll") as fourth,
        ):
            tables += [first, second, third, fourth]
            playing = [asyncio.create_task(table.play(pause=0.05)) for table in tables]
            await asyncio.sleep(0.7)
            assert not any(task.done() for task in playing)
            one.kill()
            assert one.leftover_processes() == []
            await asyncio.gather(*playing)
            for table in tables:
                assert all(person.server is two for person in table.people)
                await table.check()

    asyncio.run(main())


def test_bot_takeover_by_the_other_server(pair: Pair) -> None:
    one, two = pair

    async def main() -> None:
        one.kill()
        one.crash_at("mid-thought")
        await asyncio.to_thread(one.start)
        async with table_session(*pair, people=2) as playing:
            begun = time.monotonic()
            await asyncio.to_thread(one.wait)
            elsewhere = playing.people[1]
            assert elsewhere.server is two
            await until(lambda: bool(elsewhere.state["view"]["ready"][2]))
            assert time.monotonic() - begun < TAKEOVER_SECONDS
            await playing.play()
            await playing.check()

    asyncio.run(main())


def test_deadline_takeover_by_the_other_server(pair: Pair) -> None:
    one, two = pair

    async def main() -> None:
        async with table_session(*pair, clock="brisk") as playing:
            here, elsewhere = playing.people
            assert (here.server, elsewhere.server) == pair
            await here.close()
            one.kill()
            move = elsewhere.state["view"]["legal"][0]
            await elsewhere.command("choose", round=1, turn=1, move=move)
            await _shorten_deadline(two.database, playing.table, milliseconds=1000)
            begun = time.monotonic()
            await until(lambda: elsewhere.state["turn"] == [1, 2])
            assert elsewhere.state["seats"][0]["bot"] == "regular"
            assert time.monotonic() - begun < TAKEOVER_SECONDS

    asyncio.run(main())


async def _seconds_until_seen(playing: TableSession, turns: list[int]) -> float:
    """Total time until a choice made at one server is seen at the other, over these turns."""
    one, other = playing.people
    seconds = 0.0
    for turn in turns:
        await until(lambda: all(person.state["turn"] == [1, turn] for person in playing.people))  # noqa: B023
        await _choose(one, turn)
        begun = time.monotonic()
        await until(lambda: bool(other.state["view"]["ready"][0]))
        seconds += time.monotonic() - begun
        await _choose(other, turn)
    return seconds


async def _choose(person: ReconnectingClient, turn: int) -> None:
    answer = await person.command("choose", round=1, turn=turn, move=person.state["view"]["legal"][0])
    assert answer["type"] == "answer", answer


async def _until_bus_is_up(server: CrashServer) -> None:
    async with asyncio.timeout(TAKEOVER_SECONDS):
        while (await asyncio.to_thread(server.ask, "GET", "/api/health"))[1]["bus"] != "ok":
            await asyncio.sleep(0.05)


async def _shorten_deadline(url: str, table: str, milliseconds: int) -> None:
    """Append, as another server would, a deadline that is soon over."""
    async with Store(url) as store:
        while True:
            before = (await read_log(url, table)).table
            due = Due(store.now() + milliseconds)
            write = Write(table, before.version, encode_events([due]), summary=summarize(before.after([due])))
            try:
                return await store.append(write)
            except ConflictError:  # a bot was quicker
                continue
