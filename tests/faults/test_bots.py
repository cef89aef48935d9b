"""Killed bot processes are replaced, and their games continue."""

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path

from tests.faults.processes import CrashServer
from tests.faults.table_session import table_session
from tests.server.harness import sqlite

TABLES = 4
KILLS = 3


def test_games_survive_killed_bot_processes(tmp_path: Path) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            tables = [await stack.enter_async_context(table_session(server)) for _ in range(TABLES)]
            playing = [asyncio.create_task(table.play(pause=0.03)) for table in tables]
            for _ in range(KILLS):
                await asyncio.sleep(0.25)
                kill_bot_process(server)
            await asyncio.gather(*playing)
            for table in tables:
                await table.check()
        assert server.stop() == 0
        assert "failed unexpectedly" not in server.log, server.log

    server = CrashServer(sqlite(tmp_path))
    with server:
        asyncio.run(main())


def kill_bot_process(server: CrashServer) -> None:
    """Kill the server's youngest child: the others are multiprocessing's resource trackers."""
    *_, thinker = sorted(set(server.processes()) - {server.pid})
    os.kill(thinker, signal.SIGKILL)
