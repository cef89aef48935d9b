"""Crash points: kill a server at a chosen point of its work by wrapping its methods; production code has no such switch."""

import asyncio
import os
import signal
from typing import Any, NoReturn

from kaiten.kit.game import GameName
from kaiten.server.bot_pool import BotPool
from kaiten.server.connection import Connection
from kaiten.server.live_table import LiveTable
from kaiten.store import Store, sql, writer

SEND_SECONDS = 0.02
"""Time for a frame handed to a socket to be sent."""


def die() -> NoReturn:
    """Kill this process with SIGKILL: nothing is flushed or closed."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("unreachable")


class Countdown:
    """True at the n-th passage only."""

    def __init__(self, passages: int) -> None:
        self._left = passages

    def passed(self) -> bool:
        self._left -= 1
        return self._left == 0


def before_write(countdown: Countdown) -> None:
    """Decided, but not yet on disk."""
    append = Store.append

    async def crashing(self: Store, *writes: Any) -> None:
        if countdown.passed():
            die()
        await append(self, *writes)

    Store.append = crashing  # type: ignore[method-assign]


def in_write(countdown: Countdown) -> None:
    """The rows are in an open transaction."""
    insert_writes = sql.insert_writes

    def crashing(connection: Any, writes: Any, now: int) -> None:
        insert_writes(connection, writes, now)
        if writes and countdown.passed():
            die()

    writer.insert_writes = crashing  # type: ignore[attr-defined]


def after_commit(countdown: Countdown) -> None:
    """Committed, but no client has been notified."""
    append = Store.append

    async def crashing(self: Store, *writes: Any) -> None:
        await append(self, *writes)
        if countdown.passed():
            die()

    Store.append = crashing  # type: ignore[method-assign]


def before_answer(countdown: Countdown) -> None:
    """The other watchers may have been notified; the sender has no answer."""
    send = Connection.send

    def crashing(self: Connection, frame: str) -> bool:
        if frame.startswith('{"type":"answer"') and countdown.passed():
            die()
        return send(self, frame)

    Connection.send = crashing  # type: ignore[method-assign]


def mid_broadcast(countdown: Countdown) -> None:
    """One watcher's frame is sent; the others never get theirs."""
    tell_all, tell_ready, send = LiveTable._fan_out, LiveTable._send_ready, Connection.send
    left = [True]
    """Whether one more frame may be sent."""

    def fan_out_then_crash(self: LiveTable) -> None:
        if len(self.watchers) > 1 and countdown.passed():
            Connection.send = last  # type: ignore[method-assign]
            asyncio.get_running_loop().call_later(SEND_SECONDS, die)

    def last(self: Connection, frame: str) -> bool:
        if not left:
            return True
        left.clear()
        return send(self, frame)

    def crashing_fan_out(self: LiveTable, since: int) -> None:
        fan_out_then_crash(self)
        tell_all(self, since)

    def crashing_ready(self: LiveTable, seat: int, everybody: bool) -> None:
        if everybody:
            fan_out_then_crash(self)
        tell_ready(self, seat, everybody)

    LiveTable._fan_out = crashing_fan_out  # type: ignore[method-assign]
    LiveTable._send_ready = crashing_ready  # type: ignore[method-assign]


def mid_bot_move(countdown: Countdown) -> None:
    """A bot has begun to choose its move."""
    think = BotPool.choose_move

    async def crashing(self: BotPool, game: GameName, level: str, view: Any) -> Any:
        if countdown.passed():
            asyncio.get_running_loop().call_later(SEND_SECONDS, die)
        return await think(self, game, level, view)

    BotPool.choose_move = crashing  # type: ignore[method-assign]


POINTS = {
    "before-write": before_write,
    "in-write": in_write,
    "after-commit": after_commit,
    "before-answer": before_answer,
    "mid-broadcast": mid_broadcast,
    "mid-thought": mid_bot_move,
}
