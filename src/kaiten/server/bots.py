"""Bots think in processes of their own, a few at a time, never in the event loop."""

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import AbstractContextManager
from multiprocessing import get_context
from typing import Any

from kaiten.arena.workers import end_with_parent
from kaiten.kit.chance import Stream
from kaiten.players import STAND_IN, company, has_learned
from kaiten.server.warming import Player, Warming, player_of, wanted

MOST_TRIES = 5
"""How often a thought is begun anew because its process died."""

logger = logging.getLogger("kaiten.bots")


class Thinkers:
    """A bounded pool of processes. One that dies is replaced, and its thought is thought again."""

    def __init__(self, processes: int, stood_in: Callable[[], None] = lambda: None) -> None:
        """`stood_in` is called whenever another bot has played for one that is not ready."""
        self._processes = processes
        self._stood_in = stood_in
        self._pool: ProcessPoolExecutor | None = None
        self._early: Sequence[Player] = ()
        self._noted: set[tuple[str, str]] = set()

    def warm(self) -> None:
        """Get all levels ready in the background, now and whenever processes are replaced."""
        self._early = wanted()
        self._ready()

    async def think(self, game: str, level: str, view: Any) -> Any:
        """The move of a bot, from what its seat may know."""
        loop = asyncio.get_running_loop()
        for tried in range(1, MOST_TRIES + 1):
            pool = self._ready()
            try:
                move, itself = await loop.run_in_executor(pool, _think, game, level, view, os.urandom(32))
            except BrokenExecutor:
                # All who thought there hear of it: the first one closes it, and the others go to the new one.
                if self._pool is pool:
                    self.close(wait=False)
                if tried == MOST_TRIES:
                    raise
            else:
                if not itself:
                    self._note(game, level)
                return move
        raise AssertionError("unreachable")

    def close(self, *, wait: bool = True) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=wait, cancel_futures=True)
        self._pool = None

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # A fresh interpreter: a fork of a server would hold its sockets and its memory.
            context = get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self._processes, mp_context=context, initializer=_begin, initargs=(context.Lock(), self._early)
            )
            if self._early:
                # A process is there only once it has something to do.
                for _ in range(self._processes):
                    self._pool.submit(os.getpid)
        return self._pool

    def _note(self, game: str, level: str) -> None:
        self._stood_in()
        if (game, level) not in self._noted:
            self._noted.add((game, level))
            logger.info("a level is not ready yet", extra={"game": game, "bot": level, "plays": STAND_IN})


_warming: Warming
"""Of this process, if it is one that thinks."""


def _think(game: str, level: str, view: Any, key: bytes) -> tuple[Any, bool]:
    """A move, and whether it is the bot's own."""
    player = player_of(game, level, view)
    itself = not has_learned(game, level, dummy=player[-1]) or _warming.ready(player)
    return company(game, level if itself else STAND_IN)(view, Stream(key)), itself


def _begin(turn: AbstractContextManager[Any], early: Sequence[Player]) -> None:
    """Signals are for the server; when it is gone, however it went, so is this process."""
    global _warming  # noqa: PLW0603  (a process that thinks has one)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    end_with_parent()
    _warming = Warming(turn)
    if early:
        _warming.ask(*early)
