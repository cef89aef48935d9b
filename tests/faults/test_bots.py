"""Processes in which bots think may be killed too: others take their place, and no game waits for long."""

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path

from tests.faults.play import party
from tests.faults.processes import Doomed
from tests.server.running import sqlite

TABLES = 4
KILLS = 3


def test_games_go_on_when_the_process_that_thinks_for_their_bots_is_killed(tmp_path: Path) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            tables = [await stack.enter_async_context(party(server)) for _ in range(TABLES)]
            playing = [asyncio.create_task(table.play(pause=0.03)) for table in tables]
            for _ in range(KILLS):
                await asyncio.sleep(0.25)
                kill_a_thinker(server)
            await asyncio.gather(*playing)
            for table in tables:
                await table.check()
        assert server.stop() == 0
        assert "something went wrong" not in server.log, server.log

    server = Doomed(sqlite(tmp_path))
    with server:
        asyncio.run(main())


def kill_a_thinker(server: Doomed) -> None:
    """Kill the server's youngest process that is not the server: the others only count what is shared."""
    *_, thinker = sorted(set(server.processes()) - {server.pid})
    os.kill(thinker, signal.SIGKILL)
