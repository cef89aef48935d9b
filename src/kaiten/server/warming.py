"""In a process that thinks: which of the players that have learned are ready, and a thread that gets the others ready.

What they compile, the first time on a machine, takes many seconds. No table waits for it: until a player is ready, another one
plays in its place.
"""

import atexit
import os
import queue
import threading
from contextlib import AbstractContextManager
from typing import Any

from kaiten import sushi_go, sushi_roll
from kaiten.kit.chance import SeededChance, Stream
from kaiten.kit.errors import KaitenError
from kaiten.kit.game import settled
from kaiten.kit.seats import MOST_PLAYERS
from kaiten.players import LEVELS, bot_named, has_learned
from kaiten.players.bot import random

Player = tuple[str, str, int, bool]
"""A game, who plays it, at a table of how many, and whether with the dummy."""

COUNTS = (3, 2, 4, MOST_PLAYERS)
"""Tables by how often people sit down at them."""


def wanted() -> list[Player]:
    """Whom people may ask for, in the order in which they are made ready: those that are ready soonest come first."""
    rules = (sushi_go.NAME, sushi_roll.NAME)
    learned = [(game, level) for level in LEVELS for game in rules if has_learned(game, level)]
    usual = [(game, level, players, False) for game, level in learned for players in COUNTS]
    return [
        *usual,
        *[(sushi_go.NAME, level, 2, True) for level in LEVELS if has_learned(sushi_go.NAME, level, dummy=True)],
    ]


def player_of(game: str, level: str, view: Any) -> Player:
    """Who has to be ready to choose here."""
    return game, level, view.players, game == sushi_go.NAME and view.options.dummy


class Warming:
    """What is ready in this process. One thread sees to the rest, in the order in which it was asked for."""

    def __init__(self, turn: AbstractContextManager[Any]) -> None:
        self._turn = turn
        """Processes take turns: what one has compiled, the next one finds on disk."""
        self._asked: set[Player] = set()
        self._ready: set[Player] = set()
        self._queue: queue.SimpleQueue[Player] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def ready(self, player: Player) -> bool:
        """Whether this one can answer at once; if not, it is on its way."""
        if player not in self._asked:
            self.ask(player)
        return player in self._ready

    def ask(self, *players: Player) -> None:
        for player in players:
            self._asked.add(player)
            self._queue.put(player)
        if self._thread is None:
            # A process that ends does not wait for what is being compiled, nor pull the compiler away from under it.
            atexit.register(os._exit, 0)
            self._thread = threading.Thread(target=self._work, daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while True:
            player = self._queue.get()
            try:
                with self._turn:
                    warm(*player)
            except KaitenError:
                continue  # there is no Numba here: another one plays on
            self._ready.add(player)


def warm(game: str, level: str, players: int, dummy: bool) -> None:
    """Play a round at one seat, against anybody: everything that this player ever calls has then been called."""
    rules: Any = sushi_go if game == sushi_go.NAME else sushi_roll
    chance, source = SeededChance(bytes(32)), Stream(bytes(32))
    bots = [bot_named(game, level), *[random] * (players - 1)]
    options = sushi_go.Options(dummy=True) if dummy else rules.Options()
    state = settled(rules, rules.new(options, players), chance)
    while not state.past:
        for seat in rules.actors(state):
            state = rules.choose(state, seat, bots[seat](rules.view(state, seat), source))
        state = settled(rules, state, chance)
