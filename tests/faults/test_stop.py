"""SIGTERM while games are played: everybody is told, and what was answered is there."""

import asyncio
import json
from pathlib import Path

from tests.faults.audit import check_so_far, read_log
from tests.faults.play import party
from tests.faults.processes import Doomed
from tests.server.running import sqlite

SERVICE_RESTART = 1012


def test_a_server_that_is_asked_to_stop_tells_everybody_and_loses_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with party(server) as cards, party(server, game="sushi-roll") as dice:
            people = [*cards.people, *dice.people]
            playing = [asyncio.create_task(table.play(pause=0.02, restless=0)) for table in (cards, dice)]
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
        assert server.left_behind() == []

    server = Doomed(sqlite(tmp_path))
    with server:
        asyncio.run(main())


def test_games_go_on_after_a_clean_stop(tmp_path: Path) -> None:
    async def main() -> None:
        async with party(server) as cards, party(server, game="sushi-roll") as dice:
            playing = [asyncio.create_task(table.play(pause=0.02)) for table in (cards, dice)]
            await asyncio.sleep(0.3)
            assert await asyncio.to_thread(server.stop) == 0, server.log
            await asyncio.to_thread(server.start)
            await asyncio.gather(*playing)
            for table in (cards, dice):
                await table.check()

    with Doomed(sqlite(tmp_path)) as server:
        asyncio.run(main())
