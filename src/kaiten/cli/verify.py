"""`kaiten verify`: replay records and check choices, chance, scores and seeds."""

from pathlib import Path
from typing import Annotated

import typer

from kaiten import record
from kaiten.cli.app import app
from kaiten.cli.console import err, print_json, say, say_path
from kaiten.cli.options import JsonOption
from kaiten.kit.errors import KaitenError


@app.command(epilog="Example: [bold]kaiten verify games.jsonl[/bold]")
def verify(
    file: Annotated[Path, typer.Argument(help="A file of records, one game a line.", metavar="FILE")],
    as_json: JsonOption = False,
) -> None:
    """Replay every game of a file and check choices, chance, scores and, if the seeds are in the record, the deal.

    The first error is reported with its line, turn, seat and choice, and the legal choices; the exit code is then 2.
    """
    games = finished = fair = 0
    try:
        with err.status("Replaying the games"):
            for played in record.read(file):
                games += 1
                finished += played.scores is not None
                fair += record.seeded_chance(played) is not None
    except KaitenError as error:
        if not as_json:
            raise
        where = {name: getattr(error, name, None) for name in ("line", "turn", "seat", "choice", "legal")}
        print_json({"file": str(file), "ok": False, "code": error.code, "error": str(error), **where})
        raise typer.Exit(2) from None
    if as_json:
        print_json({"file": str(file), "ok": True, "games": games, "finished": finished, "deals_checked": fair})
        return
    amount = "1 game is valid" if games == 1 else f"all {games} games are valid"
    say_path(f"{file}: {amount}.")
    if finished < games:
        say(f"Not finished: {games - finished}.")
    say(f"Deals checked against their seeds: {fair} of {games}.")
