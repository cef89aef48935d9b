"""An experiment: is the win rate of one bot above a bar? A sequential test that stops on a Wilson confidence interval."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kaiten.arena.job import Job, Result, mirrored
from kaiten.arena.series import wilson
from kaiten.kit.game import GameName


@dataclass(frozen=True, slots=True)
class Experiment:
    """The win rate of `one` among `others`; settled when the 95% confidence interval lies on one side of the bar."""

    game: GameName
    options: Any
    players: int
    one: str
    others: str
    bar: float
    fewest: int = 400
    """The minimum number of games before it may be settled."""
    most: int = 2000
    seed: int = 1

    def jobs(self) -> Iterator[Job]:
        """All its games: mirrored deals, each deal in every seating."""
        deals = range(-(-self.most // self.players))
        return mirrored(self.game, self.options, self.one, self.others, self.players, self.seed, deals)


@dataclass(slots=True)
class Estimate:
    """The win rate of an experiment so far, with its confidence interval."""

    experiment: Experiment
    games: int = 0
    wins: float = 0.0
    points: int = 0
    against: float = 0.0
    """The mean of the others' points, game by game."""
    seconds: float = 0.0
    forfeits: int = 0
    """Games that `one` forfeited: its program failed or broke the protocol."""

    def count(self, seat: int, result: Result) -> None:
        """Count one more game, in which `one` sat at this seat."""
        people = len(result.seating)
        self.games += 1
        self.wins += result.share(seat)
        self.points += result.totals[seat]
        self.against += (sum(result.totals[:people]) - result.totals[seat]) / (people - 1)
        self.seconds += result.seconds[seat]
        self.forfeits += seat in result.forfeits

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the rate (Wilson), as if games were independent; mirrored deals make it conservative."""
        return wilson(self.wins, self.games)

    @property
    def settled(self) -> bool:
        """Whether no more games are needed: the maximum was played, or the interval lies on one side of the bar."""
        low, high = self.interval
        experiment = self.experiment
        clear = low > experiment.bar or high < experiment.bar
        return self.games >= experiment.most or (clear and self.games >= experiment.fewest)

    @property
    def met(self) -> bool:
        """Whether the lower end of the interval is above the bar."""
        return self.interval[0] > self.experiment.bar


def estimate(experiment: Experiment, results: Iterable[tuple[Job, Result]]) -> Estimate:
    """The estimate from results in the order of the jobs, whole deals at a time, up to where it is settled."""
    counted = Estimate(experiment)
    for job, result in results:
        if counted.games % experiment.players == 0 and counted.settled:
            break
        counted.count(job.seating.index(experiment.one), result)
    return counted
