"""Bots think in processes of their own, a few at a time, never in the event loop."""

import asyncio
import os
import signal
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import connection, get_context, parent_process
from typing import Any

from kaiten.kit.chance import Stream
from kaiten.players import bot_named

MOST_TRIES = 5
"""How often a thought is begun anew because its process died."""


class Thinkers:
    """A bounded pool of processes. One that dies is replaced, and its thought is thought again."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def think(self, game: str, level: str, view: Any) -> Any:
        """The move of a bot, from what its seat may know."""
        loop = asyncio.get_running_loop()
        for tried in range(1, MOST_TRIES + 1):
            pool = self._ready()
            try:
                return await loop.run_in_executor(pool, _think, game, level, view, os.urandom(32))
            except BrokenExecutor:
                # All who thought there hear of it: the first one closes it, and the others go to the new one.
                if self._pool is pool:
                    self.close(wait=False)
                if tried == MOST_TRIES:
                    raise
        raise AssertionError("unreachable")

    def close(self, *, wait: bool = True) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=wait, cancel_futures=True)
        self._pool = None

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # A fresh interpreter: a fork of a server would hold its sockets and its memory.
            self._pool = ProcessPoolExecutor(self._processes, mp_context=get_context("spawn"), initializer=_begin)
        return self._pool


def _think(game: str, level: str, view: Any, key: bytes) -> Any:
    return bot_named(game, level)(view, Stream(key))


def _begin() -> None:
    """Signals are for the server; when it is gone, however it went, so is this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)
