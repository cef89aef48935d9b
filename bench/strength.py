"""`make strength`: how strong the bots are, in mirrored deals, until each question is settled.

Prints the tables of docs/strength.md.

Each deal is played in every seating, a win shared by two counts half, intervals are 95% (Wilson). A question with a bar is settled when
the interval lies on one side of it, after 400 games at least and 2,000 at most; one without is answered with 400.

Results are kept in a file as they come: stopped with Ctrl+C, the command goes on where it was when it is called again. A new file
begins with the games that docs/strength.md tells of (bench/played.jsonl.gz). Who changes a bot takes its games out of there.
"""

import argparse
import gzip
import os
import platform
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from bench import cards
from kaiten import __version__, sushi_go, sushi_roll
from kaiten.arena.job import Job, Result
from kaiten.arena.ledger import Ledger
from kaiten.arena.question import Answer, Question, answered
from kaiten.arena.running import answer
from kaiten.arena.workers import workers

GO, ROLL = sushi_go.NAME, sushi_roll.NAME
TITLES = {GO: "Sushi Go!", ROLL: "Sushi Roll"}
BARS = (
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
"""Game, players, one, the others, and what the lower end of the interval should reach; the upper end, where it should stay below."""
AT_MOST = {(GO, 4, "search-10", "champion")}
PLAYED = Path(__file__).with_name("played.jsonl.gz")
CHAIN = ("random", "greedy", "regular", "policy", "search-10", "champion")
FEWEST, MOST, REPORTED = 400, 2000, 400


def questions() -> Iterator[tuple[Question, bool]]:
    """What is asked, and whether there is a bar."""
    asked = set()
    for game, players, one, others, bar in BARS:
        options = sushi_go.Options() if game == GO else sushi_roll.Options()
        asked.add((game, options, players, one, others))
        yield Question(game, options, players, one, others, bar, FEWEST, MOST), True
    settings: list[tuple[str, Any, int]] = [(GO, sushi_go.Options(), players) for players in range(2, 6)]
    settings.append((GO, sushi_go.Options(dummy=True), 2))
    settings += [(ROLL, sushi_roll.Options(), players) for players in range(2, 6)]
    for game, options, players in settings:
        for others, one in [*pairwise(CHAIN), ("regular", "champion")]:
            if (game, options, players, one, others) not in asked:
                yield Question(game, options, players, one, others, 1 / players, REPORTED, REPORTED), False


def begun(file: Path) -> Ledger:
    """The results of a file; a new one begins with what was played before."""
    if not file.exists():
        file.write_bytes(gzip.decompress(PLAYED.read_bytes()))
    return Ledger(file)


def title(question: Question) -> str:
    dummy = ", dummy" if getattr(question.options, "dummy", False) else ""
    return f"{TITLES[question.game]}{dummy}"


def label(question: Question) -> str:
    return f"{title(question)} {question.players}: {question.one} against {question.others}"


def verdict(found: Answer) -> str:
    """The bar, and whether it is met."""
    question = found.question
    low, high = found.interval
    key = (question.game, question.players, question.one, question.others)
    if not found.settled:
        return f"{100 * question.bar:.0f}%: not settled"
    if key in AT_MOST:
        word = "met" if high < question.bar else "not met"
        return f"{100 * question.bar:.0f}% at most: {word}"
    if found.met:
        return f"{100 * question.bar:.0f}%: met"
    return f"{100 * question.bar:.0f}%: missed by {100 * (question.bar - low):.1f}"


def row(found: Answer, *, bar: bool) -> str:
    question = found.question
    low, high = found.interval
    moves = found.games * moves_of(question)
    cells = [
        title(question),
        str(question.players),
        question.one,
        question.others,
        f"{100 * found.rate:.1f}%",
        f"{100 * low:.1f} to {100 * high:.1f}",
        str(found.games),
        f"{found.points / found.games:.1f}, {found.against / found.games:.1f}",
        f"{1000 * found.seconds / moves:.1f} ms",
    ]
    return "| " + " | ".join([*cells, *([verdict(found)] if bar else [])]) + " |"


def moves_of(question: Question) -> int:
    """Choices of one player in a game; in Sushi Roll without menus and chopsticks, of which there may be any number."""
    if question.game == GO:
        return sushi_go.tables.ROUNDS * sushi_go.hand_size(question.options, question.players)
    return sushi_roll.tables.ROUNDS * sushi_roll.tables.DICE_EACH[question.players]


def report(found: Sequence[tuple[Answer, bool]]) -> str:
    """The tables of docs/strength.md."""
    head = "| game | players | one | against | wins | 95% interval | games | mean scores | thinks |"
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
    parser.add_argument("--only", default="", help="only questions with this text in their name, such as 'Sushi Go! 4'")
    parser.add_argument("--processes", type=int, help="one for each processor")
    parser.add_argument("--report", action="store_true", help="play nothing: report what the file has")
    parser.add_argument("--cards", action="store_true", help="write the results onto the cards of the weights, too")
    parser.add_argument("--pack", action="store_true", help="let new files begin with what this one has in the end")
    asked = parser.parse_args()
    ledger = begun(asked.file)
    found: list[tuple[Answer, bool]] = []
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with workers(None, asked.processes) as pool, Progress(*columns) as progress:
        for question, bar in questions():
            if asked.only not in label(question):
                continue
            if asked.report:
                so_far = answered(question, _kept(question, ledger))
                if so_far.games:
                    found.append((so_far, bar))
                continue
            task = progress.add_task(label(question), total=question.most)
            found.append((answer(question, ledger, pool, partial(_advance, progress, task)), bar))
            progress.update(task, total=found[-1][0].games)
    if asked.cards:
        cards.write([answer for answer, _ in found])
    if asked.pack:
        PLAYED.write_bytes(gzip.compress(asked.file.read_bytes(), mtime=0))
    print(report(found))


def _kept(question: Question, ledger: Ledger) -> Iterator[tuple[Job, Result]]:
    for job in question.jobs():
        if job.key not in ledger.results:
            return
        yield job, ledger.results[job.key]


def _advance(progress: Progress, task: TaskID, so_far: Answer) -> None:
    progress.update(task, completed=so_far.games)


if __name__ == "__main__":
    main()
