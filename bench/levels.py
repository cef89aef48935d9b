"""`make levels`: how the five levels compare. Prints the tables of docs/bots.md, and the ratings that stand in players/levels.py.

With two players everybody plays everybody, which gives the ratings; with more, one of each level sits among those of the level
before it. Each deal is played in every seating. With --file it goes on where it was stopped.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import Executor
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from kaiten import sushi_go, sushi_roll
from kaiten.arena import crosstable
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


def for_two(game: str, options: Any, games: int, ledger: Ledger, pool: Executor) -> Iterator[Answer]:
    for question in crosstable.questions(game, options, 2, [*LEVELS], fewest=games, most=games, seed=1):
        yield answer(question, ledger, pool, _quiet)


def for_more(game: str, options: Any, players: int, games: int, ledger: Ledger, pool: Executor) -> Iterator[Answer]:
    for weaker, stronger in pairwise(LEVELS):
        question = Question(game, options, players, stronger, weaker, 1 / players, games, games)
        yield answer(question, ledger, pool, _quiet)


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


def _quiet(_: Answer) -> None:
    """Lines are printed when they are whole."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="for each two (400)")
    parser.add_argument("--file", type=Path, help="keep every result here, and play only what is missing")
    parser.add_argument("--processes", type=int, help="play on so many (one for each processor)")
    asked = parser.parse_args()
    ledger = Ledger(asked.file)
    neighbours = {frozenset(pair) for pair in pairwise(LEVELS)}
    rated: list[str] = []
    print("| game | players | one | against | wins | 95% interval | even share | mean scores |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    with workers(None, asked.processes) as pool:
        for title, game, options in GAMES:
            answers = [*for_two(game, options, asked.games, ledger, pool)]
            for one in answers:
                if {one.question.one, one.question.others} in neighbours:
                    print(row(title, 2, one), flush=True)
            results = [ledger.results[job.key] for one in answers for job in islice(one.question.jobs(), one.games)]
            found = {rating.name: rating for rating in ratings(results)}
            rated.append(f"{title}: " + ", ".join([f"{name} {found[name].mean:.0f}" for name in LEVELS]))
        for title, game, options in GAMES[::2]:
            for players in range(3, 6):
                for one in for_more(game, options, players, asked.games, ledger, pool):
                    print(row(title, players, one), flush=True)
    print("\nRatings, two players:", *rated, sep="\n")


if __name__ == "__main__":
    main()
