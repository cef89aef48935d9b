"""Process pool in which bots choose their moves, off the event loop; a stand-in bot plays while kernels compile."""

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import AbstractContextManager
from multiprocessing import get_context
from typing import Any

from kaiten.kit.chance import Stream
from kaiten.kit.game import GameName
from kaiten.kit.processes import end_with_parent
from kaiten.players import STAND_IN, is_trained, prompt_bot
from kaiten.server.warmup import Warmup, WarmupTarget, target_of, warmup_targets

MAX_ATTEMPTS = 5
"""Attempts to choose a move when worker processes die."""

logger = logging.getLogger("kaiten.bots")


class BotPool:
    """A bounded process pool. After a worker dies the pool is replaced and the move is chosen again."""

    def __init__(self, processes: int, on_stand_in: Callable[[], None] = lambda: None) -> None:
        """`on_stand_in` is called for each move that a stand-in chose for a bot still being compiled."""
        self._processes = processes
        self._on_stand_in = on_stand_in
        self._pool: ProcessPoolExecutor | None = None
        self._targets: Sequence[WarmupTarget] = ()
        self._logged: set[tuple[str, str]] = set()

    def warm_up(self) -> None:
        """Compile all levels in the background, now and whenever the pool is replaced."""
        self._targets = warmup_targets()
        self._get_pool()

    async def choose_move(self, game: GameName, level: str, view: Any) -> Any:
        """A bot's move, from its seat's view."""
        loop = asyncio.get_running_loop()
        for attempt in range(1, MAX_ATTEMPTS + 1):
            pool = self._get_pool()
            try:
                move, is_own = await loop.run_in_executor(pool, _choose_move, game, level, view, os.urandom(32))
            except BrokenExecutor:
                # All callers see the failure: the first replaces the pool, the others use the new one.
                if self._pool is pool:
                    self.close(wait=False)
                if attempt == MAX_ATTEMPTS:
                    raise
            else:
                if not is_own:
                    self._record_stand_in(game, level)
                return move
        raise AssertionError("unreachable")

    def close(self, *, wait: bool = True) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=wait, cancel_futures=True)
        self._pool = None

    def _get_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Spawn: a forked worker would hold the server's sockets and memory.
            context = get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self._processes, mp_context=context, initializer=_init_worker, initargs=(context.Lock(), self._targets)
            )
            if self._targets:
                # A worker starts only when it has a task.
                for _ in range(self._processes):
                    self._pool.submit(os.getpid)
        return self._pool

    def _record_stand_in(self, game: GameName, level: str) -> None:
        self._on_stand_in()
        if (game, level) not in self._logged:
            self._logged.add((game, level))
            logger.info("a level is not ready yet", extra={"game": game, "bot": level, "plays": STAND_IN})


_warmup: Warmup
"""Warm-up state of this worker process."""


def _choose_move(game: GameName, level: str, view: Any, key: bytes) -> tuple[Any, bool]:
    """A move, and whether the bot itself chose it (not its stand-in)."""
    player = target_of(game, level, view)
    is_own = not is_trained(game, level, dummy=player[-1]) or _warmup.is_ready(player)
    return prompt_bot(game, level if is_own else STAND_IN)(view, Stream(key)), is_own


def _init_worker(lock: AbstractContextManager[Any], targets: Sequence[WarmupTarget]) -> None:
    """Set up a worker: it ignores signals and ends with the server, even if that is killed."""
    global _warmup  # noqa: PLW0603  (one per worker process)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    end_with_parent()
    _warmup = Warmup(lock)
    if targets:
        _warmup.enqueue(*targets)
