"""One game of an experiment as a job: who sits where, which deal, and its result. A job may be run anywhere, and again."""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from kaiten.arena.match import game_seed, play
from kaiten.kit.extras import require
from kaiten.kit.game import GameName
from kaiten.kit.ranking import winners
from kaiten.players import bot_named
from kaiten.players.bot import Bot
from kaiten.record import game_named

PREFIX = "run:"
"""Before the call of a program that plays."""


@dataclass(frozen=True, slots=True)
class Job:
    """A game to be played."""

    game: GameName
    options: Any
    seating: tuple[str, ...]
    """The names of bots, from seat 0."""
    seed: int
    deal: int
    """Of this seed. The same deal is the same chance, whoever sits there."""

    @property
    def key(self) -> str:
        """The identity of the job: results are kept under it, and not played again."""
        options = game_named(self.game).options_to_json(self.options)
        chosen = ",".join([f"{name}={value}" for name, value in sorted(options.items())])
        return f"{self.game}({chosen}) {'|'.join(self.seating)} {self.seed}/{self.deal}"


@dataclass(frozen=True, slots=True)
class Result:
    """How a job ended."""

    key: str
    seating: tuple[str, ...]
    totals: tuple[int, ...]
    """Points by seat; a dummy's last."""
    winners: tuple[int, ...]
    seconds: tuple[float, ...]
    """Thinking time of each seat, all moves together."""
    forfeits: dict[int, str] = field(default_factory=dict)
    """Seats whose program forfeited, and why. They win nothing; random moves were played for them."""

    def share(self, seat: int) -> float:
        """The share of the win of a seat: 1, a part where several tie, or 0."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def played(job: Job) -> Result:
    """The result of a job: play its game."""
    bots: list[Bot] = []
    with ExitStack() as afterwards:
        for name in job.seating:
            bot = load_entrant(job.game, name)
            afterwards.callback(getattr(bot, "close", _nothing))
            bots.append(bot)
        clocks = [_TimedBot(bot) for bot in bots]
        names = [f"{name[:30]} {seat + 1}" for seat, name in enumerate(job.seating)]
        recording = play(job.game, job.options, names, clocks, game_seed(job.seed, job.deal))
    outcome = recording.rules.outcome(recording.state)
    if outcome is None:
        raise RuntimeError("a game stopped before its end")
    done = [getattr(bot, "forfeit", None) for bot in bots]
    forfeits = {seat: why for seat, why in enumerate(done) if why is not None}
    won = tuple(outcome.winners)
    if forfeits:
        rest = [seat for seat in range(len(bots)) if seat not in forfeits]
        won = winners(outcome.totals, recording.state.puddings, rest)
    return Result(job.key, job.seating, tuple(outcome.totals), won, tuple([c.seconds for c in clocks]), forfeits)


def load_entrant(game: GameName, name: str) -> Bot:
    """A bot by its name, or a program: `run:` and what to call."""
    if not name.startswith(PREFIX):
        return bot_named(game, name)
    require("arena", "a bot in a program of its own")
    from kaiten.arena.subprocess_bot import SubprocessBot  # noqa: PLC0415  (only programs need JSON)

    return SubprocessBot(game, name)


def _nothing() -> None:
    """Built-in bots have nothing to close."""


def mirrored(
    game: GameName, options: Any, one: str, others: str, players: int, seed: int, deals: Sequence[int]
) -> Iterator[Job]:
    """Jobs with common random numbers: each deal in every seating, so that every bot gets the luck of every seat."""
    for deal in deals:
        for seat in range(players):
            seating = tuple([one if each == seat else others for each in range(players)])
            yield Job(game, options, seating, seed, deal)


class _TimedBot:
    """A bot with its thinking time measured."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.seconds = 0.0

    def __call__(self, view: Any, source: Any) -> Any:
        began = time.perf_counter()
        move = self._bot(view, source)
        self.seconds += time.perf_counter() - began
        return move
