"""One game of many: who sits where, which deal it is, and how it ended. A job may be played anywhere, and anew."""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from kaiten.arena.match import game_seed, play
from kaiten.kit.errors import OptionError
from kaiten.kit.ranking import winners
from kaiten.players import bot_named
from kaiten.players.bot import Bot
from kaiten.record import game_named

PREFIX = "run:"
"""Before the call of a program that plays."""


@dataclass(frozen=True, slots=True)
class Job:
    """A game to be played."""

    game: str
    options: Any
    seating: tuple[str, ...]
    """The names of bots, from seat 0."""
    seed: int
    deal: int
    """Of this seed. The same deal is the same chance, whoever sits there."""

    @property
    def key(self) -> str:
        """What tells it from every other job."""
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
    """What each seat has thought, all moves together."""
    forfeits: dict[int, str] = field(default_factory=dict)
    """Seats of programs that lost by what they did, and what it was. They win nothing; anything played on for them."""

    def share(self, seat: int) -> float:
        """What a seat has of the win: all of it, a part, or nothing."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def played(job: Job) -> Result:
    """Play it."""
    bots: list[Bot] = []
    with ExitStack() as afterwards:
        for name in job.seating:
            bot = entrant(job.game, name)
            afterwards.callback(getattr(bot, "close", _nothing))
            bots.append(bot)
        clocks = [_Clocked(bot) for bot in bots]
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


def entrant(game: str, name: str) -> Bot:
    """A bot by its name, or a program: `run:` and what to call."""
    if not name.startswith(PREFIX):
        return bot_named(game, name)
    try:
        from kaiten.arena.outside import Outside  # noqa: PLC0415  (only programs need JSON)
    except ImportError:
        raise OptionError("a bot of your own needs msgspec: pip install 'kaiten-sushi[arena]'") from None
    return Outside(game, name)


def _nothing() -> None:
    """Bots of ours have nothing to close."""


def mirrored(
    game: str, options: Any, one: str, others: str, players: int, seed: int, deals: Sequence[int]
) -> Iterator[Job]:
    """One among others, each deal in every seating: whatever luck a seat is dealt, everybody gets it in turn."""
    for deal in deals:
        for seat in range(players):
            seating = tuple([one if each == seat else others for each in range(players)])
            yield Job(game, options, seating, seed, deal)


class _Clocked:
    """A bot, and how long it has thought."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.seconds = 0.0

    def __call__(self, view: Any, source: Any) -> Any:
        began = time.perf_counter()
        move = self._bot(view, source)
        self.seconds += time.perf_counter() - began
        return move
