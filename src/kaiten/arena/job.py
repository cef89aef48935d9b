"""One game of an experiment as a job: seating and deal, and its result. A job is deterministic: any worker may run it, and repeat it."""

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
"""Prefix of a bot that is a program: the command to run follows."""


@dataclass(frozen=True, slots=True)
class Job:
    """A game to be played."""

    game: GameName
    options: Any
    seating: tuple[str, ...]
    """The names of bots, from seat 0."""
    seed: int
    deal: int
    """The number of the deal under this seed. The same deal gives the same chance for any seating."""

    @property
    def key(self) -> str:
        """The identity of the job (idempotency key): a result stored under it is not played again."""
        options = game_named(self.game).options_to_json(self.options)
        chosen = ",".join([f"{name}={value}" for name, value in sorted(options.items())])
        return f"{self.game}({chosen}) {'|'.join(self.seating)} {self.seed}/{self.deal}"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a job."""

    key: str
    seating: tuple[str, ...]
    totals: tuple[int, ...]
    """Points by seat; a dummy's last."""
    winners: tuple[int, ...]
    seconds: tuple[float, ...]
    """Thinking time of each seat, all moves together."""
    forfeits: dict[int, str] = field(default_factory=dict)
    """Seats whose program forfeited, and why. They cannot win; random moves were played for them."""

    def share(self, seat: int) -> float:
        """The seat's share of the win: 1, a fraction if several share it, or 0."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def play_job(job: Job) -> Result:
    """Play the game of a job."""
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
    """A bot by its name, or a program: `run:` and the command."""
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
    """Jobs with mirrored deals (common random numbers): each deal in every seating, so that every bot plays every seat of it."""
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
