"""`kaiten arena`: an experiment for each pair of bots, a cross-table and ratings."""

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
from kaiten.arena.experiment import Estimate, Experiment
from kaiten.arena.job import PREFIX
from kaiten.arena.rating import Rating, ratings
from kaiten.arena.results import ResultsFile
from kaiten.arena.runner import run_experiment
from kaiten.arena.workers import workers
from kaiten.cli.app import app
from kaiten.cli.console import err, out, print_json, say, say_path
from kaiten.cli.games import TITLES
from kaiten.cli.options import (
    ControlOption,
    DummyOption,
    JsonOption,
    PassOption,
    PenaltyOption,
    complete_bots,
    new_file,
    options_for,
    positive_number,
    split_names,
    whole_number,
)
from kaiten.kit.errors import OptionError
from kaiten.kit.extras import require
from kaiten.kit.game import GameName
from kaiten.players import LEVELS, bot_named

WIDE = 70
"""Columns that a terminal needs to show games, points and times too."""


@app.command(epilog="Example: [bold]kaiten arena sushi-go random,greedy,regular --file results.jsonl[/bold]")
def arena(
    game: Annotated[GameName, typer.Argument(help="sushi-go or sushi-roll.")],
    bots: Annotated[
        str,
        typer.Argument(
            metavar="A,B,..",
            help=f"Two or more bots, separated by commas: levels ({', '.join(LEVELS)}), random, greedy, regular, "
            "trained bots (policy, search-10, champion); run:PROGRAM is a bot of your own.",
            autocompletion=complete_bots,
        ),
    ],
    players: Annotated[
        int,
        typer.Option(
            metavar="N",
            parser=whole_number,
            help="Players at the table, 2 to 5; with more than two, one bot plays against copies of another.",
        ),
    ] = 2,
    games: Annotated[
        int, typer.Option(metavar="M", parser=positive_number, help="Most games for a pair of bots.")
    ] = 2000,
    fewest: Annotated[
        int,
        typer.Option(
            metavar="M", parser=positive_number, help="Fewest games for a pair of bots, even if the result is clear."
        ),
    ] = 400,
    seed: Annotated[
        int, typer.Option(metavar="S", parser=whole_number, help="The same seed gives the same deals.")
    ] = 1,
    passing: PassOption = "left",
    dummy: DummyOption = False,
    dummy_pudding_penalty: PenaltyOption = False,
    first_control: ControlOption = None,
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Append every result to FILE, one a line; games in it are not played again."),
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the cross-table into FILE, as SVG.")
    ] = None,
    processes: Annotated[
        int | None,
        typer.Option(metavar="P", parser=positive_number, help="Worker processes (default: one for each processor)."),
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Dask cluster, by the address of its scheduler.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play every pair of bots, and estimate which is stronger.

    Each deal is played in every seating, so that luck cancels out. A pair
    stops when the 95% confidence interval of the win rate excludes the even
    share. After Ctrl+C the same command resumes from FILE.
    """
    require("arena", "kaiten arena")
    names = split_names(bots, "bots")
    if len(names) < 2 or len({*names}) < len(names):
        raise OptionError(f"bots {bots!r}: name at least two different bots, each once")
    for name in names:
        if not name.startswith(PREFIX):
            bot_named(game, name)
    options = options_for(game, passing, dummy, dummy_pudding_penalty, first_control)
    record.game_named(game).new(options, players)
    if picture is not None:
        new_file(picture)
    results_file = ResultsFile(file)
    asked = crosstable.experiments(game, options, players, names, fewest=min(fewest, games), most=games, seed=seed)
    estimates: list[Estimate] = []
    stopped = False
    try:
        with workers(cluster, processes) as pool, _progress(quiet=as_json) as progress:
            for experiment in asked:
                task = progress.add_task(_against(experiment), total=games)
                on_progress = partial(_advance, progress, task)
                estimates.append(run_experiment(experiment, results_file, pool, on_progress))
                progress.update(task, total=estimates[-1].games)
    except KeyboardInterrupt:
        stopped = True
    if estimates:
        _print_results(estimates, results_file, picture, as_json=as_json)
    if stopped and as_json:
        raise typer.Exit(130)
    if stopped:
        say("Stopped." + (" Run the same command again to resume." if file is not None else ""))
        raise typer.Exit(130)


def _print_results(
    estimates: list[Estimate], results_file: ResultsFile, picture: Path | None, *, as_json: bool
) -> None:
    """Print the results as tables or JSON, and draw the picture."""
    experiment = estimates[0].experiment
    failed: dict[str, str] = {}
    rated = ratings(
        [results_file.results[job.key] for each in estimates for job in islice(each.experiment.jobs(), each.games)]
    )
    for job in (job for each in estimates for job in islice(each.experiment.jobs(), each.games)):
        for seat, why in results_file.results[job.key].forfeits.items():
            failed.setdefault(job.seating[seat], f"{why} (deal {job.deal})")
    if as_json:
        options = record.game_named(experiment.game).options_to_json(experiment.options)
        setting = {
            "game": str(experiment.game),
            "options": options,
            "players": experiment.players,
            "seed": experiment.seed,
        }
        print_json({**setting, **crosstable.to_json(estimates, rated)})
    else:
        out.print(_pairs(estimates))
        out.print(_cross(estimates, rated))
        for name, why in failed.items():
            say(f"{crosstable.label(name)} has forfeited games. The first time, it {why}.")
    if picture is not None:
        title = f"{TITLES[experiment.game]}, {experiment.players} players"
        picture.write_text(crosstable.to_svg(title, estimates, rated), encoding="utf-8")
        if not as_json:
            say_path(f"Picture: {picture}")


def _against(experiment: Experiment) -> str:
    return f"{crosstable.label(experiment.one)} and {crosstable.label(experiment.others)}"


def _advance(progress: Progress, task: TaskID, so_far: Estimate) -> None:
    progress.update(task, completed=so_far.games)


def _progress(*, quiet: bool) -> Progress:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    return Progress(*columns, console=err, transient=True, disable=quiet or not err.is_terminal)


def _pairs(estimates: list[Estimate]) -> Table:
    table = Table(box=box.SIMPLE, pad_edge=False)
    for column in ("one", "against"):
        table.add_column(column)
    wide = out.width >= WIDE
    for column in ("wins", "95% interval", "games", "points", "thinks")[: 5 if wide else 2]:
        table.add_column(column, justify="right", no_wrap=True)
    for each in estimates:
        low, high = each.interval
        more = (
            str(each.games),
            f"{each.points / each.games:.1f} : {each.against / each.games:.1f}",
            f"{1000 * each.seconds / each.games:,.0f} ms",
        )
        table.add_row(
            crosstable.label(each.experiment.one),
            crosstable.label(each.experiment.others),
            f"{100 * each.rate:.1f}%",
            f"{100 * low:.1f} to {100 * high:.1f}",
            *(more if wide else ()),
        )
    return table


def _cross(estimates: list[Estimate], rated: list[Rating]) -> Table:
    found = crosstable.cells(estimates)
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
