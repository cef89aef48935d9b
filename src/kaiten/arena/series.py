"""A series: many games between the same bots from one seed, with mean scores and win rates."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from kaiten.arena.match import game_seed, play
from kaiten.kit.game import GameName
from kaiten.players import bot_named
from kaiten.record import Record, Recording, game_named


@dataclass(slots=True)
class Standing:
    """Games, points and wins of one bot so far. A win shared by two is half a win to each."""

    name: str
    games: int = 0
    points: int = 0
    wins: float = 0.0

    @property
    def mean(self) -> float:
        return self.points / self.games if self.games else 0.0

    @property
    def win_rate(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the win rate (Wilson)."""
        return wilson(self.wins, self.games)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95% confidence interval of a rate (Wilson's score interval).

    >>> low, high = wilson(75, 100)
    >>> round(low, 3), round(high, 3)
    (0.657, 0.825)
    """
    if not games:
        return 0.0, 1.0
    z = 1.959964
    rate = wins / games
    centre = rate + z * z / (2 * games)
    spread = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


class Series:
    """Games numbered from 0, each with its own seed; the bots rotate one seat from game to game."""

    def __init__(self, game: GameName, options: Any, bots: Sequence[str], seed: int) -> None:
        self.game = game_named(game).NAME
        self.options = options
        self.seed = seed
        self.standings = [Standing(name) for name in _number_duplicates(bots)]
        self._bots = [bot_named(game, name) for name in bots]

    def run(self, games: int) -> Iterator[Record]:
        """Play this many games, updating the standings after each."""
        for number in range(games):
            recording = self._play(number)
            self._count(number, recording)
            yield recording.record()

    def _seating(self, number: int) -> list[int]:
        """The bot at each seat in the game with this number."""
        return [(seat - number) % len(self._bots) for seat in range(len(self._bots))]

    def _play(self, number: int) -> Recording:
        seating = self._seating(number)
        names = [self.standings[bot].name for bot in seating]
        bots = [self._bots[bot] for bot in seating]
        return play(self.game, self.options, names, bots, game_seed(self.seed, number))

    def _count(self, number: int, recording: Recording) -> None:
        outcome = recording.rules.outcome(recording.state)
        if outcome is None:
            raise RuntimeError("a game stopped before its end")
        for seat, bot in enumerate(self._seating(number)):
            standing = self.standings[bot]
            standing.games += 1
            standing.points += outcome.totals[seat]
            if seat in outcome.winners:
                standing.wins += 1 / len(outcome.winners)


def _number_duplicates(names: Sequence[str]) -> list[str]:
    """The names, with numbers after those that occur more than once.

    >>> _number_duplicates(["greedy", "random", "random"])
    ['greedy', 'random 1', 'random 2']
    """
    seen = [names[: place + 1].count(name) for place, name in enumerate(names)]
    return [f"{name} {nth}" if names.count(name) > 1 else name for name, nth in zip(names, seen, strict=True)]
