"""`kaiten arena`: everybody against everybody, until it is settled who is stronger."""

from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn
from rich.table import Table

from kaiten import record
from kaiten.arena import crosstable
from kaiten.arena.job import PREFIX
from kaiten.arena.ledger import Ledger
from kaiten.arena.question import Answer, Question
from kaiten.arena.rating import Rating, ratings
from kaiten.arena.running import answer
from kaiten.arena.workers import workers
from kaiten.cli.app import app
from kaiten.cli.console import err, out, print_json, say, say_path
from kaiten.cli.setting import (
    TITLES,
    ControlOption,
    DummyOption,
    GameName,
    JsonOption,
    Passing,
    PassOption,
    PenaltyOption,
    complete_bots,
    counting,
    new_file,
    options_for,
    split_names,
    whole,
)
from kaiten.kit.errors import OptionError
from kaiten.players import LEVELS, bot_named

WIDE = 70
"""Columns of a terminal in which games, points and times have room too."""


@app.command(epilog="Example: [bold]kaiten arena sushi-go random,greedy,regular --file results.jsonl[/bold]")
def arena(
    game: Annotated[GameName, typer.Argument(help="sushi-go or sushi-roll.")],
    bots: Annotated[
        str,
        typer.Argument(
            metavar="A,B,..",
            help=f"Two bots or more, with commas between them: levels ({', '.join(LEVELS)}), random, greedy, regular, "
            "those that have learned (policy, search-10, champion); run:PROGRAM is a bot of your own.",
            autocompletion=complete_bots,
        ),
    ],
    players: Annotated[
        int,
        typer.Option(
            metavar="N",
            parser=whole,
            help="How many sit at the table, 2 to 5; with more than two, one among others of one kind.",
        ),
    ] = 2,
    games: Annotated[
        int, typer.Option(metavar="M", parser=counting, help="At most so many games for two bots.")
    ] = 2000,
    fewest: Annotated[
        int, typer.Option(metavar="M", parser=counting, help="At least so many, however clear it is.")
    ] = 400,
    seed: Annotated[int, typer.Option(metavar="S", parser=whole, help="The same seed gives the same deals.")] = 1,
    passing: PassOption = Passing.LEFT,
    dummy: DummyOption = False,
    dummy_pudding_penalty: PenaltyOption = False,
    first_control: ControlOption = None,
    file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Keep every result in FILE, a line each; what is in it already is not played again."
        ),
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the cross-table into FILE, as SVG.")
    ] = None,
    processes: Annotated[
        int | None,
        typer.Option(metavar="P", parser=counting, help="Play on so many processes (one for each processor)."),
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Dask cluster, by the address of its scheduler.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Let everybody play everybody, and say who is stronger.

    Each deal is played in every seating: luck is the same for all. Two bots
    stop when the 95% interval of their wins leaves out the even share.
    Stopped with Ctrl+C, it goes on from FILE when it is called again.
    """
    names = split_names(bots, "bots")
    if len(names) < 2 or len({*names}) < len(names):
        raise OptionError(f"bots {bots!r}: name two different ones at least, each once")
    for name in names:
        if not name.startswith(PREFIX):
            bot_named(game, name)
    options = options_for(game, passing, dummy, dummy_pudding_penalty, first_control)
    record.game_named(game).new(options, players)
    if picture is not None:
        new_file(picture)
    ledger = Ledger(file)
    asked = crosstable.questions(game, options, players, names, fewest=min(fewest, games), most=games, seed=seed)
    answers: list[Answer] = []
    stopped = False
    try:
        with workers(cluster, processes) as pool, _progress(quiet=as_json) as progress:
            for question in asked:
                task = progress.add_task(_against(question), total=games)
                told = partial(_advance, progress, task)
                answers.append(answer(question, ledger, pool, told))
                progress.update(task, total=answers[-1].games)
    except KeyboardInterrupt:
        stopped = True
    if answers:
        _tell(answers, ledger, picture, as_json=as_json)
    if stopped and as_json:
        raise typer.Exit(130)
    if stopped:
        say("Stopped." + (" Call it again, and it goes on." if file is not None else ""))
        raise typer.Exit(130)


def _tell(answers: list[Answer], ledger: Ledger, picture: Path | None, *, as_json: bool) -> None:
    """What came of it: tables, or JSON, and a picture."""
    question = answers[0].question
    failed: dict[str, str] = {}
    rated = ratings([ledger.results[job.key] for each in answers for job in islice(each.question.jobs(), each.games)])
    for job in (job for each in answers for job in islice(each.question.jobs(), each.games)):
        for seat, why in ledger.results[job.key].forfeits.items():
            failed.setdefault(job.seating[seat], f"{why} (deal {job.deal})")
    if as_json:
        options = record.game_named(question.game).options_to_json(question.options)
        setting = {"game": str(question.game), "options": options, "players": question.players, "seed": question.seed}
        print_json({**setting, **crosstable.to_json(answers, rated)})
    else:
        out.print(_pairs(answers))
        out.print(_cross(answers, rated))
        for name, why in failed.items():
            say(f"{crosstable.label(name)} has lost games by what it did, first this: it {why}.")
    if picture is not None:
        title = f"{TITLES[GameName(question.game)]}, {question.players} players"
        picture.write_text(crosstable.to_svg(title, answers, rated), encoding="utf-8")
        if not as_json:
            say_path(f"Picture: {picture}")


def _against(question: Question) -> str:
    return f"{crosstable.label(question.one)} and {crosstable.label(question.others)}"


def _advance(progress: Progress, task: TaskID, so_far: Answer) -> None:
    progress.update(task, completed=so_far.games)


def _progress(*, quiet: bool) -> Progress:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    return Progress(*columns, console=err, transient=True, disable=quiet or not err.is_terminal)


def _pairs(answers: list[Answer]) -> Table:
    table = Table(box=box.SIMPLE, pad_edge=False)
    for column in ("one", "against"):
        table.add_column(column)
    wide = out.width >= WIDE
    for column in ("wins", "95% interval", "games", "points", "thinks")[: 5 if wide else 2]:
        table.add_column(column, justify="right", no_wrap=True)
    for each in answers:
        low, high = each.interval
        more = (
            str(each.games),
            f"{each.points / each.games:.1f} : {each.against / each.games:.1f}",
            f"{1000 * each.seconds / each.games:,.0f} ms",
        )
        table.add_row(
            crosstable.label(each.question.one),
            crosstable.label(each.question.others),
            f"{100 * each.rate:.1f}%",
            f"{100 * low:.1f} to {100 * high:.1f}",
            *(more if wide else ()),
        )
    return table


def _cross(answers: list[Answer], rated: list[Rating]) -> Table:
    found = crosstable.cells(answers)
    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column("wins of")
    for rating in rated:
        table.add_column(crosstable.label(rating.name), justify="right")
    table.add_column("rating", justify="right")
    for rating in rated:
        row = [found.get((rating.name, other.name)) for other in rated]
        shown = ["" if cell is None else f"{100 * cell[0]:.1f}%" for cell in row]
        table.add_row(crosstable.label(rating.name), *shown, f"{rating.mean:.0f} ± {2 * rating.spread:.0f}")
    return table
