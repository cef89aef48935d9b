"""A game under which saving fails for a while: what has to be true whatever the reason is."""

import asyncio
import time
from contextlib import AbstractContextManager

from tests.faults.audit import read_log
from tests.faults.play import Party, party
from tests.server.running import Client, Server

AT_ONCE = 3.0
"""Seconds; the machine that runs this may be busy."""


async def survive(server: Server, fault: AbstractContextManager[object], seconds: float) -> int:
    """Play; for so many seconds nothing can be saved; play on. How often a command was refused meanwhile.

    Nothing is answered or told that is not in the log, whoever only looks is not kept waiting, and afterwards all goes on
    by itself: the command that was sent again and again counts once.
    """
    process = server.pid
    async with party(server) as playing:
        person = playing.people[0]
        onlooker = await asyncio.to_thread(server.new_player)
        with fault:
            ended = time.monotonic() + seconds
            before = await read_log(server.database, playing.table)
            move = person.state["view"]["legal"][0]
            waiting = asyncio.create_task(person.command("choose", round=1, turn=1, move=move))
            while time.monotonic() < ended:
                await _check_reads(server, playing, onlooker)
                await asyncio.sleep(0.3)
            assert not waiting.done()
            assert (await read_log(server.database, playing.table)).events == before.events
        assert (await waiting)["type"] == "answer"
        await playing.play()
        await playing.check()
        assert server.pid == process
        assert server.running
        return person.put_off


async def _check_reads(server: Server, playing: Party, onlooker: str) -> None:
    """The lists, a table at a glance and the table itself are there for whoever looks; and nobody has chosen."""
    begun = time.monotonic()
    for path in ("/api/tables", f"/api/tables/{playing.table}", "/api/health"):
        status, found = await asyncio.to_thread(server.ask, "GET", path)
        assert status == 200, found
    async with Client(server, onlooker) as looking:
        state = await looking.watch(playing.table)
    assert not any(state["view"]["ready"][: len(playing.people)])
    assert time.monotonic() - begun < AT_ONCE
