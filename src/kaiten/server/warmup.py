"""Warm-up in a bot process: a background thread compiles the kernels of trained bots.

The first compilation on a machine takes many seconds. No table waits for it: a stand-in bot plays until a bot is ready.
"""

import atexit
import os
import queue
import threading
from contextlib import AbstractContextManager
from typing import Any

from kaiten import sushi_go
from kaiten.kit.chance import SeededChance, Stream
from kaiten.kit.errors import KaitenError
from kaiten.kit.game import GameName, settled
from kaiten.kit.seats import MOST_PLAYERS
from kaiten.players import LEVELS, bot_named, is_trained
from kaiten.players.bot import random
from kaiten.record import GAMES, game_named

WarmupTarget = tuple[GameName, str, int, bool]
"""A unit of compilation: game, bot, number of players, and whether with the dummy."""

COUNTS = (3, 2, 4, MOST_PLAYERS)
"""Numbers of players, the most common first."""
EVERY_CHOICE = range(1_000)


def warmup_targets() -> list[WarmupTarget]:
    """All trained levels in the order of compilation: the quickest to compile first."""
    learned = [(game, level) for level in LEVELS for game in GAMES if is_trained(game, level)]
    usual: list[WarmupTarget] = [(game, level, players, False) for game, level in learned for players in COUNTS]
    return [
        *usual,
        *[(sushi_go.NAME, level, 2, True) for level in LEVELS if is_trained(sushi_go.NAME, level, dummy=True)],
    ]


def target_of(game: GameName, level: str, view: Any) -> WarmupTarget:
    """The unit that has to be compiled to choose in this view."""
    return game, level, view.players, game_named(game).dummies(view.options) > 0


class Warmup:
    """The compiled units of this process, and a thread that compiles the others in order of request."""

    def __init__(self, lock: AbstractContextManager[Any]) -> None:
        self._lock = lock
        """Shared by all workers: kernels that one has compiled the next one loads from Numba's cache on disk."""
        self._requested: set[WarmupTarget] = set()
        self._ready: set[WarmupTarget] = set()
        self._queue: queue.SimpleQueue[WarmupTarget] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def is_ready(self, target: WarmupTarget) -> bool:
        """Whether this can play at once; if not, it is queued for compilation."""
        if target not in self._requested:
            self.enqueue(target)
        return target in self._ready

    def enqueue(self, *targets: WarmupTarget) -> None:
        for target in targets:
            self._requested.add(target)
            self._queue.put(target)
        if self._thread is None:
            # At exit neither wait for the compiler nor tear it down while it runs.
            atexit.register(os._exit, 0)
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            target = self._queue.get()
            try:
                with self._lock:
                    warm(*target)
            except KaitenError:
                continue  # Numba is not installed: the stand-in continues
            self._ready.add(target)


def warm(game: GameName, level: str, players: int, dummy: bool, choices: range = EVERY_CHOICE) -> None:
    """Play one round at one seat against random bots: every kernel of this bot has then been called.

    Of the round's choices only those with a number in `choices` are the bot's own; it stops after the last of them.
    """
    rules = game_named(game)
    chance, source = SeededChance(bytes(32)), Stream(bytes(32))
    bot, number = bot_named(game, level), 0
    options = sushi_go.Options(dummy=True) if dummy else rules.Options()
    state = settled(rules, rules.new(options, players), chance)
    while not state.past and number < choices.stop:
        for seat in rules.actors(state):
            plays = bot if seat == 0 and number in choices else random
            number += seat == 0
            state = rules.choose(state, seat, plays(rules.view(state, seat), source))
        state = settled(rules, state, chance)
