"""PostgreSQL stopped and started under a running server: commands wait or are refused, and nothing answered is lost."""

import asyncio
import os
import signal

import pytest

from tests.databases import Postgres
from tests.faults.play import party
from tests.server.running import Server

DOWN_SECONDS = 1.5


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["fast", "immediate"])
def test_postgresql_may_stop_and_start_under_games(
    postgres: Postgres, postgresql_url: str, how: signal.Signals
) -> None:
    async def main() -> None:
        process = server.pid
        async with party(server) as cards, party(server, game="sushi-roll") as dice:
            people = [*cards.people, *dice.people]
            playing = [asyncio.create_task(table.play(pause=0.06)) for table in (cards, dice)]
            for _ in range(2):
                await asyncio.sleep(0.5)
                assert not any(task.done() for task in playing)
                await asyncio.to_thread(stop, postgres, how)
                await asyncio.sleep(DOWN_SECONDS / 2)  # what was on its way when it stopped
                before = [person.state["view"] for person in people]
                await asyncio.sleep(DOWN_SECONDS / 2)
                assert [person.state["view"] for person in people] == before, "nothing goes on that cannot be saved"
                assert not any(task.done() for task in playing)
                status, health = await asyncio.to_thread(server.ask, "GET", "/api/health")
                assert (status, health["database"]) == (503, "down")
                await asyncio.to_thread(postgres.start)
            await asyncio.gather(*playing)
            for table in (cards, dice):
                await table.check()
        assert server.pid == process
        assert server.running

    with Server(postgresql_url) as server:
        asyncio.run(main())


def test_a_server_whose_database_is_gone_stops_cleanly_all_the_same(postgres: Postgres, postgresql_url: str) -> None:
    async def main() -> None:
        async with party(server) as playing:
            await asyncio.to_thread(postgres.stop)
            assert await asyncio.to_thread(server.stop) == 0, server.log
            await asyncio.to_thread(postgres.start)
            await asyncio.to_thread(server.start)
            await playing.play()
            await playing.check()

    with Server(postgresql_url) as server:
        asyncio.run(main())


def stop(postgres: Postgres, how: signal.Signals) -> None:
    """Fast: connections are cut. Immediate: as if it had crashed, to be mended when it starts."""
    assert postgres.pid is not None
    os.kill(postgres.pid, how)
    postgres.stop()
