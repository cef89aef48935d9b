"""Is one stronger than its fair share, or than a bar? Games are played until that is settled."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kaiten.arena.job import Job, Result, mirrored
from kaiten.arena.series import wilson


@dataclass(frozen=True, slots=True)
class Question:
    """How often one wins among others of another kind; settled when the 95% interval lies on one side of the bar."""

    game: str
    options: Any
    players: int
    one: str
    others: str
    bar: float
    fewest: int = 400
    """Games before anything is settled."""
    most: int = 2000
    seed: int = 1

    def jobs(self) -> Iterator[Job]:
        """All its games, deal by deal."""
        deals = range(-(-self.most // self.players))
        return mirrored(self.game, self.options, self.one, self.others, self.players, self.seed, deals)


@dataclass(slots=True)
class Answer:
    """What the games say so far."""

    question: Question
    games: int = 0
    wins: float = 0.0
    points: int = 0
    against: float = 0.0
    """The mean of the others' points, game by game."""
    seconds: float = 0.0
    forfeits: int = 0
    """Games that the one lost by what its program did."""

    def count(self, seat: int, result: Result) -> None:
        """One more game, in which the one sat here."""
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
        """95%, as if all games were by themselves: mirrored deals make it narrower than it says, not wider."""
        return wilson(self.wins, self.games)

    @property
    def settled(self) -> bool:
        """Whether more games would tell nothing new; asked after whole deals."""
        low, high = self.interval
        question = self.question
        clear = low > question.bar or high < question.bar
        return self.games >= question.most or (clear and self.games >= question.fewest)

    @property
    def met(self) -> bool:
        """Whether the lower end of the interval is above the bar."""
        return self.interval[0] > self.question.bar


def answered(question: Question, results: Iterable[tuple[Job, Result]]) -> Answer:
    """Count results in the order of the games, whole deals at a time, up to where it was settled."""
    answer = Answer(question)
    for job, result in results:
        if answer.games % question.players == 0 and answer.settled:
            break
        answer.count(job.seating.index(question.one), result)
    return answer
