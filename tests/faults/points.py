"""Where a server can be made to die, by wrapping its methods: production code has no such switch."""

import asyncio
import os
import signal
from typing import Any, NoReturn

from kaiten.server.bots import Thinkers
from kaiten.server.connection import Connection
from kaiten.server.live import LiveTable
from kaiten.store import Store, rows, writer

ON_ITS_WAY = 0.02
"""Seconds in which a frame that was handed to a socket leaves it."""


def die() -> NoReturn:
    """End this process at once, as `kill -9` from outside would; nothing is flushed, closed or said."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("unreachable")


class Countdown:
    """True at the n-th passage, and then never again."""

    def __init__(self, passages: int) -> None:
        self._left = passages

    def passed(self) -> bool:
        self._left -= 1
        return self._left == 0


def before_write(countdown: Countdown) -> None:
    """It is decided, and nothing of it is on disk."""
    append = Store.append

    async def doomed(self: Store, *writes: Any) -> None:
        if countdown.passed():
            die()
        await append(self, *writes)

    Store.append = doomed  # type: ignore[method-assign]


def in_write(countdown: Countdown) -> None:
    """The rows are in an open transaction."""
    put = rows.put

    def doomed(connection: Any, writes: Any, now: int) -> None:
        put(connection, writes, now)
        if writes and countdown.passed():
            die()

    writer.put = doomed  # type: ignore[attr-defined]


def after_commit(countdown: Countdown) -> None:
    """It is on disk, and nobody knows."""
    append = Store.append

    async def doomed(self: Store, *writes: Any) -> None:
        await append(self, *writes)
        if countdown.passed():
            die()

    Store.append = doomed  # type: ignore[method-assign]


def before_answer(countdown: Countdown) -> None:
    """The others were told, as far as their sockets were ready; whoever asked was not."""
    send = Connection.send

    def doomed(self: Connection, frame: str) -> bool:
        if frame.startswith('{"type":"answer"') and countdown.passed():
            die()
        return send(self, frame)

    Connection.send = doomed  # type: ignore[method-assign]


def mid_broadcast(countdown: Countdown) -> None:
    """One watcher's frame is on the wire, by the way that all frames go; the others never get theirs."""
    tell_all, tell_ready, send = LiveTable._tell_all, LiveTable._tell_ready, Connection.send
    left = [True]
    """The frame that may still go out, once the broadcast has come."""

    def told(self: LiveTable) -> None:
        if len(self.watchers) > 1 and countdown.passed():
            Connection.send = last  # type: ignore[method-assign]
            asyncio.get_running_loop().call_later(ON_ITS_WAY, die)

    def last(self: Connection, frame: str) -> bool:
        if not left:
            return True
        left.clear()
        return send(self, frame)

    def all_doomed(self: LiveTable, since: int) -> None:
        told(self)
        tell_all(self, since)

    def ready_doomed(self: LiveTable, seat: int, everybody: bool) -> None:
        if everybody:
            told(self)
        tell_ready(self, seat, everybody)

    LiveTable._tell_all = all_doomed  # type: ignore[method-assign]
    LiveTable._tell_ready = ready_doomed  # type: ignore[method-assign]


def mid_thought(countdown: Countdown) -> None:
    """A bot has begun to think."""
    think = Thinkers.think

    async def doomed(self: Thinkers, game: str, level: str, view: Any) -> Any:
        if countdown.passed():
            asyncio.get_running_loop().call_later(ON_ITS_WAY, die)
        return await think(self, game, level, view)

    Thinkers.think = doomed  # type: ignore[method-assign]


POINTS = {
    "before-write": before_write,
    "in-write": in_write,
    "after-commit": after_commit,
    "before-answer": before_answer,
    "mid-broadcast": mid_broadcast,
    "mid-thought": mid_thought,
}
