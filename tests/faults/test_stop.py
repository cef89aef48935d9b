"""Clean shutdown (SIGTERM) in mid-game: clients are notified, and nothing acknowledged is lost."""

import asyncio
import json
import time
import urllib.request
from pathlib import Path

from tests.faults.audit import check_so_far, read_log
from tests.faults.processes import CrashServer
from tests.faults.table_session import table_session
from tests.server.harness import Server, sqlite

SERVICE_RESTART = 1012


def test_sigterm_notifies_clients_and_loses_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with table_session(server) as cards, table_session(server, game="sushi-roll") as dice:
            people = [*cards.people, *dice.people]
            playing = [asyncio.create_task(table.play(pause=0.02, repeat_rate=0)) for table in (cards, dice)]
            await people[0].until(lambda: len(people[0].done) > 8)
            lines = [person._socket for person in people]
            assert await asyncio.to_thread(server.stop) == 0, server.log
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            for person, line in zip(people, lines):
                assert line is not None
                await line.wait_closed()
                assert line.close_code == SERVICE_RESTART
                assert json.loads(person.frames[-1]) == {"type": "closing", "back_in": 2000}
            for table in (cards, dice):
                log = await read_log(server.database, table.table)
                check_so_far(log, table.people)
                assert not log.table.game.state.over
        assert server.leftover_processes() == []

    server = CrashServer(sqlite(tmp_path))
    with server:
        asyncio.run(main())


def test_games_continue_after_a_clean_stop(tmp_path: Path) -> None:
    async def main() -> None:
        async with table_session(server) as cards, table_session(server, game="sushi-roll") as dice:
            playing = [asyncio.create_task(table.play(pause=0.02)) for table in (cards, dice)]
            await asyncio.sleep(0.3)
            assert await asyncio.to_thread(server.stop) == 0, server.log
            await asyncio.to_thread(server.start)
            await asyncio.gather(*playing)
            for table in (cards, dice):
                await table.check()

    with CrashServer(sqlite(tmp_path)) as server:
        asyncio.run(main())


def test_games_in_progress_are_preloaded(tmp_path: Path) -> None:
    def in_memory() -> float:
        with urllib.request.urlopen(f"{server.url}/metrics") as response:  # noqa: S310
            lines = response.read().decode().splitlines()
        return float(next(line for line in lines if line.startswith("kaiten_tables ")).split()[1])

    async def begin() -> None:
        async with table_session(server) as cards:
            assert cards.people[0].state["phase"] == "playing"

    with Server(sqlite(tmp_path)) as server:
        server.new_table(server.new_player(), name="Ana")
        asyncio.run(begin())
        server.kill()
        server.start()
        until = time.monotonic() + 10
        while in_memory() < 1 and time.monotonic() < until:
            time.sleep(0.05)
        assert in_memory() == 1  # a table in the lobby phase is not preloaded
