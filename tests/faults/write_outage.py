"""A game during which writes fail for a while: invariants that hold whatever the cause."""

import asyncio
import time
from contextlib import AbstractContextManager

from tests.faults.audit import read_log
from tests.faults.table_session import TableSession, table_session
from tests.server.harness import Client, Server

READ_SECONDS = 3.0
"""Limit for reads, on a busy machine."""


async def check_outage(server: Server, fault: AbstractContextManager[object], seconds: float) -> int:
    """Play, fail all writes for some seconds, play on; the number of refused commands.

    Nothing is answered or sent that is not in the log, reads go on, and the server recovers by itself: the command that was
    resent counts once.
    """
    process = server.pid
    async with table_session(server) as playing:
        person = playing.people[0]
        spectator = await asyncio.to_thread(server.new_player)
        with fault:
            ended = time.monotonic() + seconds
            before = await read_log(server.database, playing.table)
            move = person.state["view"]["legal"][0]
            waiting = asyncio.create_task(person.command("choose", round=1, turn=1, move=move))
            while time.monotonic() < ended:
                await _check_reads(server, playing, spectator)
                await asyncio.sleep(0.3)
            assert not waiting.done()
            assert (await read_log(server.database, playing.table)).events == before.events
        assert (await waiting)["type"] == "answer"
        await playing.play()
        await playing.check()
        assert server.pid == process
        assert server.running
        return person.retries


async def _check_reads(server: Server, playing: TableSession, spectator: str) -> None:
    """Lobby, summary, health and state are readable; and nobody has chosen."""
    begun = time.monotonic()
    for path in ("/api/tables", f"/api/tables/{playing.table}", "/api/health"):
        status, found = await asyncio.to_thread(server.ask, "GET", path)
        assert status == 200, found
    async with Client(server, spectator) as looking:
        state = await looking.watch(playing.table)
    assert not any(state["view"]["ready"][: len(playing.people)])
    assert time.monotonic() - begun < READ_SECONDS
