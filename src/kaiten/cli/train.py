"""`kaiten train`: self-play training of a policy, or of the champion's model of the win probability."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from kaiten import __version__, record
from kaiten.cli.app import app
from kaiten.cli.console import err, say, say_path
from kaiten.cli.games import SCREENS
from kaiten.cli.options import DummyOption, options_for, positive_number, whole_number
from kaiten.kit.errors import OptionError
from kaiten.kit.extras import require
from kaiten.kit.game import GameName

TRAINING_STEPS, FIT_STEPS = 5000, 1000
"""Default numbers of steps."""
CHECKPOINT_SECONDS = 20.0
"""Seconds between two checkpoints."""


@app.command(epilog="Example: [bold]kaiten train sushi-go --players 4 --out mine.npz[/bold]")
def train(
    game: Annotated[GameName, typer.Argument(help="sushi-go or sushi-roll.")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="File for the weights (.npz).")],
    players: Annotated[int, typer.Option(metavar="N", parser=whole_number, help="Number of players, 2 to 5.")] = 2,
    steps: Annotated[
        int | None,
        typer.Option(
            metavar="K", parser=positive_number, help="Steps of a thousand games (default: 5000; 1000 with --standing)."
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="S", parser=whole_number, help="The same seed gives the same weights.")
    ] = 1,
    dummy: DummyOption = False,
    standing: Annotated[
        bool,
        typer.Option(
            "--standing", metavar="", help="Fit the Sushi Go! champion's model of the win probability after a round."
        ),
    ] = False,
    parts: Annotated[
        int,
        typer.Option(
            metavar="P", parser=positive_number, help="Thousands of games in a step, each played by its own process."
        ),
    ] = 1,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Dask cluster, by the address of its scheduler.")
    ] = None,
) -> None:
    """Train a policy by self-play and policy gradient.

    With --standing the shipped policy plays, and the champion's model of the
    win probability after a round is fitted.

    Needs the extra `fast`. After Ctrl+C the same command resumes from a
    checkpoint beside FILE.
    """
    record.game_named(game).new(options_for(game, dummy=dummy), players)
    if out.suffix != ".npz":
        raise OptionError(f"--out {out.name!r}: the file has to end with .npz")
    if not out.parent.is_dir():
        raise OptionError(f"--out {str(out)!r}: there is no folder {str(out.parent)!r}")
    if standing and (dummy or not SCREENS[game].HAS_WIN_TABLE):
        raise OptionError("--standing works only for sushi-go without the dummy")
    learner = _learner(game, dummy=dummy, standing=standing)
    steps = steps or (FIT_STEPS if standing else TRAINING_STEPS)
    part = out.with_suffix(".part.npz")
    run = learner.resume(part, players, steps, seed, parts) if part.exists() else learner(players, steps, seed, parts)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    began, kept = time.perf_counter(), time.perf_counter()
    try:
        with (
            _pool(parts, cluster) as pool,
            Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress,
        ):
            task = progress.add_task(f"{players} players, steps", total=run.last_step, completed=run.step)
            while run.step < run.last_step:
                run.advance(pool)
                progress.advance(task)
                if time.perf_counter() - kept > CHECKPOINT_SECONDS:
                    run.save(part)
                    kept = time.perf_counter()
    except KeyboardInterrupt:
        run.save(part)
        say(f"Stopped after {run.step} of {run.last_step} steps. Run the same command again to resume.")
        raise typer.Exit(130) from None
    card = {
        "version": 1,
        "game": game,
        "players": players,
        "dummy": dummy,
        "games": run.total_games,
        "seed": seed,
        "parts": parts,
        "made_by": f"kaiten {__version__}",
        "seconds": round(time.perf_counter() - began),
    }
    run.export(out, card)
    part.unlink(missing_ok=True)
    say_path(f"Weights: {out}")


def _learner(game: str, *, dummy: bool, standing: bool) -> Any:
    """The training class; imported here, since it needs an extra and is slow to import."""
    room = f"kaiten.players.{game.replace('-', '_')}"
    require("fast", "kaiten train")
    if standing:
        return import_module(f"{room}.fit_win_table").WinTableFit
    return import_module(f"{room}{'.dummy' if dummy else ''}.training").Training


@contextmanager
def _pool(parts: int, cluster: str | None) -> Iterator[Executor | None]:
    """The worker pool of the arena; None for one part, which is played in this process."""
    if parts == 1 and cluster is None:
        yield None
        return
    from kaiten.arena.workers import workers  # noqa: PLC0415  (slow to import)

    with workers(cluster, min(parts, os.cpu_count() or 1)) as pool:
        yield pool
