"""Two equal servers on one PostgreSQL database and one Redis bus: each serves every table."""

import asyncio
import time
from collections.abc import Iterator

import pytest

from tests.databases import Redis
from tests.server.harness import Client, Server, play_to_the_end


@pytest.fixture
def pair(postgresql_url: str, redis: Redis) -> Iterator[tuple[Server, Server]]:
    with Server(postgresql_url, "--bus", redis.url) as first, Server(postgresql_url, "--bus", redis.url) as second:
        yield first, second
        assert first.stop() == 0
        assert second.stop() == 0
    for server in (first, second):
        assert "Traceback" not in server.log, server.log


def test_players_of_one_table_on_two_servers(pair: tuple[Server, Server]) -> None:
    first, second = pair
    ana, ben = first.new_player(), second.new_player()
    assert second.ask("GET", "/api/me", token=ana)[0] == 200
    for game in ("sushi-go", "sushi-roll"):
        table = first.new_table(ana, game, 3, name="Ana")

        async def main(table: str = table) -> None:
            async with Client(first, ana) as here, Client(second, ben) as there:
                await here.watch(table)
                await there.watch(table)
                await there.do(table, "sit", name="Ben")
                began = time.monotonic()
                await here.until(lambda: here.states[table]["seats"][1]["name"] == "Ben")
                assert time.monotonic() - began < 2  # by the bus: the log is polled only every three seconds
                await here.do(table, "add-bot", seat=2, level="greedy")
                await here.do(table, "start")
                await there.until(lambda: there.states[table]["phase"] == "playing")
                await asyncio.gather(play_to_the_end(here, table), play_to_the_end(there, table))
                assert here.states[table]["view"]["result"] == there.states[table]["view"]["result"]

        asyncio.run(main())
        for server in pair:
            assert server.ask("GET", f"/api/tables/{table}/record")[0] == 200


def test_presence_across_servers(pair: tuple[Server, Server]) -> None:
    first, second = pair
    ana, ben = first.new_player(), second.new_player()
    table = first.new_table(ana, name="Ana")

    async def main() -> None:
        async with Client(first, ana) as here:
            there = Client(second, ben)
            await there.connect()
            await here.watch(table)
            await there.watch(table)
            await there.do(table, "sit", name="Ben")
            await here.do(table, "start")
            assert (await here.do(table, "hand-over", seat=1))["code"] == "present"
            await there.close()
            await here.until(lambda: '"away":[1]' in here.frames[-1])
            assert (await here.do(table, "hand-over", seat=1))["type"] == "answer"
            await play_to_the_end(here, table)

    asyncio.run(main())
