"""`make levels`: win rates and ratings of the five levels. Prints the tables of docs/strength.md; players/levels.py has the ratings.

With two players every level plays every other, but the champion, which is slow, only the level before it. With more players one bot of
each level plays against copies of the level before it. Each deal is played in every seating (mirrored deals). An interrupted run resumes; a
level that is a named bot reuses the games that `make strength` has played under that name.
"""

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from kaiten import sushi_go, sushi_roll
from kaiten.arena import crosstable
from kaiten.arena.experiment import Estimate, Experiment
from kaiten.arena.job import Job
from kaiten.arena.rating import ratings
from kaiten.arena.results import ResultsFile
from kaiten.arena.runner import run_experiment
from kaiten.arena.workers import workers
from kaiten.kit.game import GameName
from kaiten.players import LEVELS

GAMES: tuple[tuple[str, GameName, Any], ...] = (
    ("Sushi Go!", sushi_go.NAME, sushi_go.Options()),
    ("Sushi Go!, dummy", sushi_go.NAME, sushi_go.Options(dummy=True)),
    ("Sushi Roll", sushi_roll.NAME, sushi_roll.Options()),
)


SLOW = "toro"


def for_two(game: GameName, options: Any, games: int, results_file: ResultsFile, pool: Executor) -> Iterator[Estimate]:
    for experiment in crosstable.experiments(game, options, 2, [*LEVELS], fewest=games, most=games, seed=1):
        if SLOW not in (experiment.one, experiment.others) or {experiment.one, experiment.others} == {*[*LEVELS][-2:]}:
            yield from estimates([experiment], results_file, pool)


def for_more(
    game: GameName, options: Any, players: int, games: int, results_file: ResultsFile, pool: Executor
) -> Iterator[Estimate]:
    asked = [
        Experiment(game, options, players, one, others, 1 / players, games, games) for others, one in pairwise(LEVELS)
    ]
    yield from estimates(asked, results_file, pool)


def estimates(experiments: Sequence[Experiment], results_file: ResultsFile, pool: Executor) -> Iterator[Estimate]:
    for experiment in experiments:
        for job in experiment.jobs():
            reuse_result(job, results_file)
        yield run_experiment(experiment, results_file, pool, _quiet)


def reuse_result(job: Job, results_file: ResultsFile) -> None:
    """Copy the result of the same game under the names of the bots, if there is one: choices do not depend on the name."""
    dummy = getattr(job.options, "dummy", False)
    plays = [LEVELS[name].plays_as(job.game, dummy=dummy) for name in job.seating]
    names = [bot if isinstance(bot, str) else level for bot, level in zip(plays, job.seating, strict=True)]
    found = results_file.results.get(replace(job, seating=tuple(names)).key)
    if found is not None:
        results_file.results.setdefault(job.key, replace(found, key=job.key, seating=job.seating))


def row(title: str, players: int, one: Estimate) -> str:
    """A row of the table, from the point of view of the stronger level."""
    experiment, (low, high), rate = one.experiment, one.interval, one.rate
    stronger, weaker = experiment.one, experiment.others
    points = one.points / one.games, one.against / one.games
    if [*LEVELS].index(stronger) < [*LEVELS].index(weaker):
        stronger, weaker, rate, low, high, points = weaker, stronger, 1 - rate, 1 - high, 1 - low, points[::-1]
    interval = f"{100 * low:.1f} to {100 * high:.1f}"
    wins = f"{100 * rate:.1f}% | {interval} | {one.games}"
    return f"| {title} | {players} | {stronger} | {weaker} | {wins} | {points[0]:.1f}, {points[1]:.1f} |"


def rated(title: str, players: int, estimates: Sequence[Estimate], results_file: ResultsFile) -> str:
    """A line of the table of ratings, from all games of these estimates."""
    results = [results_file.results[job.key] for one in estimates for job in islice(one.experiment.jobs(), one.games)]
    found = {rating.name: f"{rating.mean:.0f}" for rating in ratings(results)}
    return f"| {title} | {players} | " + " | ".join([found[name] for name in LEVELS]) + " |"


def _quiet(_: Estimate) -> None:
    """Show no progress: lines are printed when they are complete."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="games for each pair (400)")
    parser.add_argument("--file", type=Path, default=Path("strength.jsonl"), help="results (strength.jsonl)")
    parser.add_argument("--processes", type=int, help="worker processes (one for each processor)")
    asked = parser.parse_args()
    results_file = ResultsFile(asked.file)
    neighbours = {frozenset(pair) for pair in pairwise(LEVELS)}
    ranked: list[str] = []
    print("| game | players | one | against | wins | 95% interval | games | mean scores |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    with workers(None, asked.processes) as pool:
        for title, game, options in GAMES:
            found_out = [*for_two(game, options, asked.games, results_file, pool)]
            for one in found_out:
                if {one.experiment.one, one.experiment.others} in neighbours:
                    print(row(title, 2, one), flush=True)
            ranked.append(rated(title, 2, found_out, results_file))
        for title, game, options in GAMES[::2]:
            for players in range(3, 6):
                found_out = []
                for one in for_more(game, options, players, asked.games, results_file, pool):
                    found_out.append(one)
                    print(row(title, players, one), flush=True)
                ranked.append(rated(title, players, found_out, results_file))
    print(
        "\nRatings:", "", "| game | players | " + " | ".join(LEVELS) + " |", "|---" * (2 + len(LEVELS)) + "|", sep="\n"
    )
    print(*ranked, sep="\n")


if __name__ == "__main__":
    main()
