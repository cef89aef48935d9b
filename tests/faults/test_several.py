"""Two servers, one database and a bus: what becomes of a table when the bus, or one of the servers, is gone."""

import asyncio
import time
from collections.abc import Iterator

import pytest

from kaiten.server.ledger import encoded, summary_of
from kaiten.store import ConflictError, Store, Write
from kaiten.table.events import Due
from tests.databases import Redis
from tests.faults.audit import read_log
from tests.faults.play import Party, party, until
from tests.faults.processes import Doomed
from tests.faults.steadfast import Steadfast

BY_THE_LOG = 8.0
"""Seconds in which a server without a bus finds out what others have written: it looks every three."""

BY_THE_BUS = 4.0
"""Seconds for five messages over the bus, on a busy machine; five looks at the log would take longer."""

SOON = 15.0
"""Seconds in which a bot or a clock that a dead server had is seen to by the other, on a busy machine."""

Pair = tuple[Doomed, Doomed]


@pytest.fixture
def pair(postgresql_url: str, redis: Redis) -> Iterator[Pair]:
    """Two servers of one database."""
    options = ("--bus", redis.url)
    one, two = Doomed(postgresql_url, *options), Doomed(postgresql_url, *options)
    with one, two:
        yield one, two


def test_players_see_each_other_without_the_bus_and_at_once_when_it_is_back(pair: Pair, redis: Redis) -> None:
    async def main() -> None:
        async with party(*pair, bots=0) as playing:
            assert await _seconds_until_seen(playing, turns=[1, 2]) < BY_THE_BUS
            await asyncio.to_thread(redis.stop)
            assert await _seconds_until_seen(playing, turns=[3]) < BY_THE_LOG
            await asyncio.to_thread(redis.start)
            for server in pair:
                await _until_bus_is_up(server)
            assert await _seconds_until_seen(playing, turns=[4, 5, 6, 7, 8]) < BY_THE_BUS
            await playing.play()
            await playing.check()

    asyncio.run(main())


def test_games_go_on_at_the_other_server_when_one_is_killed_under_load(pair: Pair) -> None:
    one, two = pair

    async def main() -> None:
        tables: list[Party] = []
        async with (
            party(*pair) as first,
            party(*pair, game="sushi-roll") as second,
            party(*pair, people=3) as third,
            party(*pair, people=3, game="sushi-roll") as fourth,
        ):
            tables += [first, second, third, fourth]
            playing = [asyncio.create_task(table.play(pause=0.05)) for table in tables]
            await asyncio.sleep(0.7)
            assert not any(task.done() for task in playing)
            one.kill()
            assert one.left_behind() == []
            await asyncio.gather(*playing)
            for table in tables:
                assert all(person.server is two for person in table.people)
                await table.check()

    asyncio.run(main())


def test_a_bot_whose_server_dies_in_mid_thought_plays_at_the_other(pair: Pair) -> None:
    one, two = pair

    async def main() -> None:
        one.kill()
        one.doom("mid-thought")
        await asyncio.to_thread(one.start)
        async with party(*pair, people=2) as playing:
            begun = time.monotonic()
            await asyncio.to_thread(one.wait)
            elsewhere = playing.people[1]
            assert elsewhere.server is two
            await until(lambda: bool(elsewhere.state["view"]["ready"][2]))
            assert time.monotonic() - begun < SOON
            await playing.play()
            await playing.check()

    asyncio.run(main())


def test_a_clock_whose_server_dies_runs_on_at_the_other(pair: Pair) -> None:
    one, two = pair

    async def main() -> None:
        async with party(*pair, clock="brisk") as playing:
            here, elsewhere = playing.people
            assert (here.server, elsewhere.server) == pair
            await here.close()
            one.kill()
            move = elsewhere.state["view"]["legal"][0]
            await elsewhere.command("choose", round=1, turn=1, move=move)
            await _hasten(two.database, playing.table, milliseconds=1000)
            begun = time.monotonic()
            await until(lambda: elsewhere.state["turn"] == [1, 2])
            assert elsewhere.state["seats"][0]["bot"] == "regular"
            assert time.monotonic() - begun < SOON

    asyncio.run(main())


async def _seconds_until_seen(playing: Party, turns: list[int]) -> float:
    """In each of these turns one chooses at one server: how long, in all, until the other knows of it at the other."""
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


async def _choose(person: Steadfast, turn: int) -> None:
    answer = await person.command("choose", round=1, turn=turn, move=person.state["view"]["legal"][0])
    assert answer["type"] == "answer", answer


async def _until_bus_is_up(server: Doomed) -> None:
    async with asyncio.timeout(SOON):
        while (await asyncio.to_thread(server.ask, "GET", "/api/health"))[1]["bus"] != "ok":
            await asyncio.sleep(0.05)


async def _hasten(url: str, table: str, milliseconds: int) -> None:
    """Write, as another server would, that this turn's time is up soon."""
    async with Store(url) as store:
        while True:
            before = (await read_log(url, table)).table
            due = Due(store.now() + milliseconds)
            write = Write(table, before.version, encoded([due]), summary=summary_of(before.after([due])))
            try:
                return await store.append(write)
            except ConflictError:  # a bot was quicker
                continue
