"""PostgreSQL restarted under a running server: commands wait or are refused, and nothing acknowledged is lost."""

import asyncio
import os
import signal

import pytest

from tests.databases import Postgres
from tests.faults.table_session import table_session
from tests.server.harness import Server

DOWN_SECONDS = 1.5


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["fast", "immediate"])
def test_games_survive_a_postgresql_restart(postgres: Postgres, postgresql_url: str, how: signal.Signals) -> None:
    async def main() -> None:
        process = server.pid
        async with table_session(server) as cards, table_session(server, game="sushi-roll") as dice:
            people = [*cards.people, *dice.people]
            playing = [asyncio.create_task(table.play(pause=0.06)) for table in (cards, dice)]
            for _ in range(2):
                await asyncio.sleep(0.5)
                assert not any(task.done() for task in playing)
                await asyncio.to_thread(stop, postgres, how)
                await asyncio.sleep(DOWN_SECONDS / 2)  # for commands in flight when it stopped
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


def test_clean_stop_without_a_database(postgres: Postgres, postgresql_url: str) -> None:
    async def main() -> None:
        async with table_session(server) as playing:
            await asyncio.to_thread(postgres.stop)
            assert await asyncio.to_thread(server.stop) == 0, server.log
            await asyncio.to_thread(postgres.start)
            await asyncio.to_thread(server.start)
            await playing.play()
            await playing.check()

    with Server(postgresql_url) as server:
        asyncio.run(main())


def stop(postgres: Postgres, how: signal.Signals) -> None:
    """Fast: connections are cut. Immediate: like a crash, with recovery at the next start."""
    assert postgres.pid is not None
    os.kill(postgres.pid, how)
    postgres.stop()
