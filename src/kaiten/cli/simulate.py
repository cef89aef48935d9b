"""`kaiten simulate`: a series of games between bots, with mean scores and win rates."""

import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from kaiten import record
from kaiten.arena import Series
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
from kaiten.kit.errors import OptionError, shown
from kaiten.kit.game import GameName
from kaiten.kit.seats import check_players


@app.command(
    epilog="Example: [bold]kaiten simulate sushi-go --players 4 --games 500 --bots regular,greedy,greedy,random[/bold]"
)
def simulate(
    game: Annotated[GameName, typer.Argument(help="sushi-go or sushi-roll.")],
    players: Annotated[
        int | None, typer.Option(metavar="N", parser=whole_number, help="Players at the table, 2 to 5 (default: 2).")
    ] = None,
    games: Annotated[int, typer.Option(parser=positive_number, metavar="M", help="Number of games.")] = 100,
    seed: Annotated[
        int, typer.Option(parser=whole_number, metavar="S", help="The same seed gives the same games, on any machine.")
    ] = 0,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,..",
            help="Bots, separated by commas: random, greedy, regular. One name fills the table (default: one regular, the rest random).",
            autocompletion=complete_bots,
        ),
    ] = None,
    passing: PassOption = "left",
    dummy: DummyOption = False,
    dummy_pudding_penalty: PenaltyOption = False,
    first_control: ControlOption = None,
    record_file: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Save every game to FILE, one record a line.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play a series of games between bots, and show mean scores and win rates.

    Bots rotate by one seat from game to game, so that none keeps an advantageous seat. A win shared by two counts half for each.
    """
    options = options_for(game, passing, dummy, dummy_pudding_penalty, first_control)
    series = Series(game, options, _fill(bots, players), seed)
    record.game_named(game).new(options, len(series.standings))
    if record_file is not None:
        new_file(record_file)
    began, done, stopped = time.perf_counter(), 0, False
    try:
        with _progress(quiet=as_json) as progress:
            task = progress.add_task(TITLES[game], total=games)
            for played in series.run(games):
                if record_file is not None:
                    record.append(record_file, played)
                done += 1
                progress.advance(task)
    except KeyboardInterrupt:
        stopped = True
    speed = done / (time.perf_counter() - began)
    if as_json:
        print_json(_summary(series, done, speed))
    else:
        _show(series, done, speed, record_file)
    if stopped:
        raise typer.Exit(130)


def _fill(text: str | None, players: int | None) -> list[str]:
    """The bots of all seats: one name fills the table, otherwise there is one for each seat."""
    if players is not None:
        check_players(players)
    if text is None:
        return ["regular", *["random"] * ((players or 2) - 1)]
    names = split_names(text, "--bots")
    seats = players if players is not None else max(2, len(names))
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise OptionError(f"--bots {shown(text)} names {len(names)} bots: {seats} players need {seats}, or one for all")
    return names


def _progress(*, quiet: bool) -> Progress:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=err, transient=True, disable=quiet or not err.is_terminal)


def _summary(series: Series, games: int, speed: float) -> dict[str, Any]:
    return {
        "game": series.game,
        "options": record.game_named(series.game).options_to_json(series.options),
        "players": len(series.standings),
        "games": games,
        "seed": series.seed,
        "bots": [
            {
                "name": standing.name,
                "mean_score": round(standing.mean, 3),
                "wins": round(standing.wins, 3),
                "win_rate": round(standing.win_rate, 4),
                "interval_95": [round(end, 4) for end in standing.interval],
            }
            for standing in series.standings
        ],
        "games_per_second": round(speed, 1),
    }


def _show(series: Series, games: int, speed: float, record_file: Path | None) -> None:
    table = Table(box=box.SIMPLE, title_justify="left", pad_edge=False)
    table.add_column("bot")
    for column in ("mean score", "wins", "95% interval"):
        table.add_column(column, justify="right")
    for standing in series.standings:
        low, high = standing.interval
        table.add_row(
            standing.name,
            f"{standing.mean:.1f}",
            f"{100 * standing.win_rate:.1f}%",
            f"{100 * low:.1f} to {100 * high:.1f}",
        )
    out.print(table)
    title = TITLES[series.game]
    say(
        f"{title}, {len(series.standings)} players, {games} {'game' if games == 1 else 'games'}, seed {series.seed}: {speed:.0f} games a second."
    )
    if record_file is not None:
        say_path(f"Records: {record_file}")
