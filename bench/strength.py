"""`make strength`: the strength of the bots, in mirrored deals, until each experiment is settled. Prints the tables of docs/strength.md.

Each deal is played in every seating (mirrored deals), a win shared by two counts half, confidence intervals are 95% (Wilson). An experiment
with a bar is settled when the interval lies on one side of it, after 400 games at least and 2,000 at most; one without a bar takes 400.

Results are saved to a file as games end: after Ctrl+C the same command resumes. `--save` writes the estimates into
bench/strength_summary.json, which is checked in; `--report` prints the tables, from the results file or, without one, from the summary.
"""

import argparse
import json
import os
import platform
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from bench import cards
from kaiten import __version__, sushi_go, sushi_roll
from kaiten.arena.experiment import Estimate, Experiment, estimate
from kaiten.arena.job import Job, Result
from kaiten.arena.results import ResultsFile
from kaiten.arena.runner import run_experiment
from kaiten.arena.workers import workers
from kaiten.kit.game import GameName
from kaiten.record import GAMES

GO: Final = "sushi-go"
ROLL: Final = "sushi-roll"
TITLES = {GO: "Sushi Go!", ROLL: "Sushi Roll"}
BARS: tuple[tuple[GameName, int, str, str, float], ...] = (
    (GO, 2, "regular", "greedy", 0.75),
    (GO, 2, "policy", "regular", 0.92),
    (GO, 2, "search-10", "policy", 0.85),
    (GO, 2, "champion", "random", 0.99),
    (GO, 2, "champion", "greedy", 0.99),
    (GO, 2, "champion", "regular", 0.98),
    (GO, 2, "champion", "policy", 0.90),
    (GO, 2, "champion", "search-10", 0.60),
    (GO, 4, "champion", "regular", 0.80),
    (GO, 4, "champion", "policy", 0.50),
    (GO, 4, "champion", "search-10", 0.28),
    (GO, 4, "search-10", "champion", 0.22),
    (ROLL, 2, "champion", "random", 0.95),
    (ROLL, 2, "champion", "regular", 0.70),
    (ROLL, 4, "champion", "regular", 0.45),
)
"""Game, players, the bot, its opponents, and the bar: the lower end of the interval has to be above it, or with `AT_MOST` the upper end below."""
AT_MOST = {(GO, 4, "search-10", "champion")}
SUMMARY = Path(__file__).with_name("strength_summary.json")
CHAIN = ("random", "greedy", "regular", "policy", "search-10", "champion")
FEWEST, MOST, REPORTED = 400, 2000, 400
COUNTS = ("games", "wins", "points", "against", "seconds", "forfeits")


def experiments() -> Iterator[tuple[Experiment, bool]]:
    """All experiments, and whether each has a bar."""
    asked = set()
    for game, players, one, others, bar in BARS:
        options = GAMES[game].Options()
        asked.add((game, options, players, one, others))
        yield Experiment(game, options, players, one, others, bar, FEWEST, MOST), True
    settings: list[tuple[GameName, Any, int]] = [(GO, sushi_go.Options(), players) for players in range(2, 6)]
    settings.append((GO, sushi_go.Options(dummy=True), 2))
    settings += [(ROLL, sushi_roll.Options(), players) for players in range(2, 6)]
    for game, options, players in settings:
        for others, one in [*pairwise(CHAIN), ("regular", "champion")]:
            if (game, options, players, one, others) not in asked:
                yield Experiment(game, options, players, one, others, 1 / players, REPORTED, REPORTED), False


def to_summary(estimates: Sequence[Estimate]) -> str:
    """The estimates as JSON, a line each."""
    rows = []
    for each in estimates:
        options = GAMES[each.experiment.game].options_to_json(each.experiment.options)
        row: dict[str, Any] = {"game": each.experiment.game, "options": options, "players": each.experiment.players}
        row |= {"one": each.experiment.one, "others": each.experiment.others}
        rows.append(json.dumps(row | {name: round(getattr(each, name), 4) for name in COUNTS}))
    return "[\n" + ",\n".join(rows) + "\n]\n"


def from_summary(text: str) -> Iterator[tuple[Estimate, bool]]:
    """The estimates in a summary, and whether each experiment has a bar."""
    found = {
        _key(row["game"], row["options"], row["players"], row["one"], row["others"]): row for row in json.loads(text)
    }
    for each, bar in experiments():
        options = GAMES[each.game].options_to_json(each.options)
        row = found.get(_key(each.game, options, each.players, each.one, each.others))
        if row is not None:
            yield Estimate(each, **{name: row[name] for name in COUNTS}), bar


def _key(*parts: Any) -> str:
    return json.dumps(parts, sort_keys=True)


def title(experiment: Experiment) -> str:
    dummy = ", dummy" if getattr(experiment.options, "dummy", False) else ""
    return f"{TITLES[experiment.game]}{dummy}"


def label(experiment: Experiment) -> str:
    return f"{title(experiment)} {experiment.players}: {experiment.one} against {experiment.others}"


def verdict(found: Estimate) -> str:
    """The bar, and whether it is met."""
    experiment = found.experiment
    low, high = found.interval
    key = (experiment.game, experiment.players, experiment.one, experiment.others)
    if not found.settled:
        return f"{100 * experiment.bar:.0f}%: not settled"
    if key in AT_MOST:
        word = "met" if high < experiment.bar else "not met"
        return f"{100 * experiment.bar:.0f}% at most: {word}"
    if found.met:
        return f"{100 * experiment.bar:.0f}%: met"
    return f"{100 * experiment.bar:.0f}%: missed by {100 * (experiment.bar - low):.1f}"


def row(found: Estimate, *, bar: bool) -> str:
    experiment = found.experiment
    low, high = found.interval
    moves = found.games * moves_of(experiment)
    cells = [
        title(experiment),
        str(experiment.players),
        experiment.one,
        experiment.others,
        f"{100 * found.rate:.1f}%",
        f"{100 * low:.1f} to {100 * high:.1f}",
        str(found.games),
        f"{found.points / found.games:.1f}, {found.against / found.games:.1f}",
        f"{1000 * found.seconds / moves:.1f} ms",
    ]
    return "| " + " | ".join([*cells, *([verdict(found)] if bar else [])]) + " |"


def moves_of(experiment: Experiment) -> int:
    """Choices of one player in a game; in Sushi Roll without those of menus and chopsticks, whose number varies."""
    if experiment.game == GO:
        return sushi_go.tables.ROUNDS * sushi_go.hand_size(experiment.options, experiment.players)
    return sushi_roll.tables.ROUNDS * sushi_roll.tables.DICE_EACH[experiment.players]


def report(found: Sequence[tuple[Estimate, bool]]) -> str:
    """The tables of docs/strength.md."""
    head = "| game | players | one | against | wins | 95% interval | games | mean scores | time a choice |"
    lines = [
        f"kaiten {__version__}, Python {platform.python_version()}, {os.cpu_count()} processors",
        "",
        f"{head} bar |",
        "|---|---|---|---|---|---|---|---|---|---|",
        *[row(each, bar=True) for each, bar in found if bar],
        "",
        head,
        "|---|---|---|---|---|---|---|---|---|",
        *[row(each, bar=False) for each, bar in found if not bar],
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", type=Path, default=Path("strength.jsonl"), help="results (strength.jsonl)")
    parser.add_argument(
        "--only", default="", help="only experiments with this text in their name, such as 'Sushi Go! 4'"
    )
    parser.add_argument("--processes", type=int, help="worker processes (one for each processor)")
    parser.add_argument(
        "--report", action="store_true", help="play nothing, print the tables of the file or the summary"
    )
    parser.add_argument("--cards", action="store_true", help="also write the results to the model cards of the weights")
    parser.add_argument("--save", action="store_true", help="also write the summary, bench/strength_summary.json")
    asked = parser.parse_args()
    if asked.report and not asked.file.exists():
        summary = from_summary(SUMMARY.read_text(encoding="utf-8"))
        print(report([(each, bar) for each, bar in summary if asked.only in label(each.experiment)]))
        return
    results_file = ResultsFile(asked.file)
    found: list[tuple[Estimate, bool]] = []
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with workers(None, asked.processes) as pool, Progress(*columns) as progress:
        for experiment, bar in experiments():
            if asked.only not in label(experiment):
                continue
            if asked.report:
                so_far = estimate(experiment, _kept(experiment, results_file))
                if so_far.games:
                    found.append((so_far, bar))
                continue
            task = progress.add_task(label(experiment), total=experiment.most)
            found.append((run_experiment(experiment, results_file, pool, partial(_advance, progress, task)), bar))
            progress.update(task, total=found[-1][0].games)
    if asked.cards:
        cards.write([each for each, _ in found])
    if asked.save:
        SUMMARY.write_text(to_summary([each for each, _ in found]), encoding="utf-8")
    print(report(found))


def _kept(experiment: Experiment, results_file: ResultsFile) -> Iterator[tuple[Job, Result]]:
    for job in experiment.jobs():
        if job.key not in results_file.results:
            return
        yield job, results_file.results[job.key]


def _advance(progress: Progress, task: TaskID, so_far: Estimate) -> None:
    progress.update(task, completed=so_far.games)


if __name__ == "__main__":
    main()
