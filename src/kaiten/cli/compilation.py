"""Compilation of trained bots in background processes while people think.

The first compilation on a machine takes ten seconds and more, on one core. Two processes share it: one compiles what the first choice
of a game needs, the other what later choices need (with two players the solver). Numba's cache on disk hands the kernels over.
"""

import subprocess
import sys
from importlib.util import find_spec
from typing import Any

from kaiten.cli.console import say
from kaiten.kit.chance import RandomSource
from kaiten.kit.game import GameName
from kaiten.players import is_trained
from kaiten.players.bot import Bot

FIRST, LATER = range(1), range(1, 1_000)
_PATIENCE = 0.5
"""Seconds to wait without a message."""


class Compilation:
    """The processes that compile the bots of a game."""

    def __init__(self, game: GameName, bots: set[str], players: int, *, dummy: bool) -> None:
        trained = sorted(bot for bot in bots if is_trained(game, bot, dummy=dummy)) if find_spec("numba") else []
        self._processes = [_start(game, trained, players, dummy, choices) for choices in (FIRST, LATER) if trained]

    def wrap(self, bot: Bot) -> Bot:
        """The same bot, which waits for its kernels at its first two choices."""
        awaited = iter(self._processes)

        def choose(view: Any, source: RandomSource) -> Any:
            process = next(awaited, None)
            if process is not None:
                _wait(process)
            return bot(view, source)

        return choose if self._processes else bot

    def stop(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait()


def _start(game: GameName, bots: list[str], players: int, dummy: bool, choices: range) -> "subprocess.Popen[bytes]":
    """A process that calls every kernel of these choices."""
    calls = [f"warm({game!r}, {bot!r}, {players}, {dummy}, {choices})" for bot in bots]
    program = f"from kaiten.server.warmup import warm; {'; '.join(calls)}"
    quiet = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, "-c", program], stdin=quiet, stdout=quiet, stderr=quiet)  # noqa: S603


def _wait(process: "subprocess.Popen[bytes]") -> None:
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        say("The bots are being compiled for this machine (once) ...")
        process.wait()
