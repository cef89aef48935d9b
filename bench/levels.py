"""`make levels`: how the five levels compare. Prints the tables of docs/strength.md; the ratings with two players stand in
players/levels.py.

With two players everybody plays everybody, but for the champion, which takes its time: that plays the level before it. With more, one
of each level sits among those of the level before it. Each deal is played in every seating. It goes on where it was stopped, and a
level that is a bot with a name of its own does not play again what `make strength` has played under that.
"""

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from bench.strength import begun
from kaiten import sushi_go, sushi_roll
from kaiten.arena import crosstable
from kaiten.arena.job import Job
from kaiten.arena.ledger import Ledger
from kaiten.arena.question import Answer, Question
from kaiten.arena.rating import ratings
from kaiten.arena.running import answer
from kaiten.arena.workers import workers
from kaiten.players import LEVELS

GAMES: tuple[tuple[str, str, Any], ...] = (
    ("Sushi Go!", sushi_go.NAME, sushi_go.Options()),
    ("Sushi Go!, dummy", sushi_go.NAME, sushi_go.Options(dummy=True)),
    ("Sushi Roll", sushi_roll.NAME, sushi_roll.Options()),
)


SLOW = "toro"


def for_two(game: str, options: Any, games: int, ledger: Ledger, pool: Executor) -> Iterator[Answer]:
    for question in crosstable.questions(game, options, 2, [*LEVELS], fewest=games, most=games, seed=1):
        if SLOW not in (question.one, question.others) or {question.one, question.others} == {*[*LEVELS][-2:]}:
            yield from answers([question], ledger, pool)


def for_more(game: str, options: Any, players: int, games: int, ledger: Ledger, pool: Executor) -> Iterator[Answer]:
    asked = [
        Question(game, options, players, one, others, 1 / players, games, games) for others, one in pairwise(LEVELS)
    ]
    yield from answers(asked, ledger, pool)


def answers(questions: Sequence[Question], ledger: Ledger, pool: Executor) -> Iterator[Answer]:
    for question in questions:
        for job in question.jobs():
            take_over(job, ledger)
        yield answer(question, ledger, pool, _quiet)


def take_over(job: Job, ledger: Ledger) -> None:
    """A game of levels that was played under the names of bots is the same game: what they choose does not hang on the name."""
    dummy = getattr(job.options, "dummy", False)
    plays = [LEVELS[name].who(job.game, dummy=dummy) for name in job.seating]
    names = [bot if isinstance(bot, str) else level for bot, level in zip(plays, job.seating, strict=True)]
    found = ledger.results.get(replace(job, seating=tuple(names)).key)
    if found is not None:
        ledger.results.setdefault(job.key, replace(found, key=job.key, seating=job.seating))


def row(title: str, players: int, one: Answer) -> str:
    """A line of the table; of two who were asked about the weaker first, seen from the stronger."""
    question, (low, high), rate = one.question, one.interval, one.rate
    stronger, weaker = question.one, question.others
    points = one.points / one.games, one.against / one.games
    if [*LEVELS].index(stronger) < [*LEVELS].index(weaker):
        stronger, weaker, rate, low, high, points = weaker, stronger, 1 - rate, 1 - high, 1 - low, points[::-1]
    interval = f"{100 * low:.1f} to {100 * high:.1f}"
    wins = f"{100 * rate:.1f}% | {interval} | {100 / players:.0f}%"
    return f"| {title} | {players} | {stronger} | {weaker} | {wins} | {points[0]:.1f}, {points[1]:.1f} |"


def rated(title: str, players: int, answers: Sequence[Answer], ledger: Ledger) -> str:
    """A line of the table of ratings, by all games of these answers."""
    results = [ledger.results[job.key] for one in answers for job in islice(one.question.jobs(), one.games)]
    found = {rating.name: f"{rating.mean:.0f}" for rating in ratings(results)}
    return f"| {title} | {players} | " + " | ".join([found[name] for name in LEVELS]) + " |"


def _quiet(_: Answer) -> None:
    """Lines are printed when they are whole."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="for each two (400)")
    parser.add_argument("--file", type=Path, default=Path("strength.jsonl"), help="results (strength.jsonl)")
    parser.add_argument("--processes", type=int, help="play on so many (one for each processor)")
    asked = parser.parse_args()
    ledger = begun(asked.file)
    neighbours = {frozenset(pair) for pair in pairwise(LEVELS)}
    ranked: list[str] = []
    print("| game | players | one | against | wins | 95% interval | even share | mean scores |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    with workers(None, asked.processes) as pool:
        for title, game, options in GAMES:
            found_out = [*for_two(game, options, asked.games, ledger, pool)]
            for one in found_out:
                if {one.question.one, one.question.others} in neighbours:
                    print(row(title, 2, one), flush=True)
            ranked.append(rated(title, 2, found_out, ledger))
        for title, game, options in GAMES[::2]:
            for players in range(3, 6):
                found_out = []
                for one in for_more(game, options, players, asked.games, ledger, pool):
                    found_out.append(one)
                    print(row(title, players, one), flush=True)
                ranked.append(rated(title, players, found_out, ledger))
    print(
        "\nRatings:", "", "| game | players | " + " | ".join(LEVELS) + " |", "|---" * (2 + len(LEVELS)) + "|", sep="\n"
    )
    print(*ranked, sep="\n")


if __name__ == "__main__":
    main()
