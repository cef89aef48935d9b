"""`kaiten rules`: a summary of the rules of both games, in our own words."""

from typing import Annotated

import typer
from rich.table import Table

from kaiten.cli.app import app
from kaiten.cli.console import coloured, out, say
from kaiten.cli.games import SCREENS, TITLES
from kaiten.kit.game import GameName


@app.command(epilog="Every clause, with our rulings and why, is in docs/rules.md.")
def rules(
    game: Annotated[GameName | None, typer.Argument(help="sushi-go or sushi-roll (default: both).")] = None,
) -> None:
    """Print a summary of the rules."""
    for name in [game] if game else SCREENS:
        show_rules(name)


def show_rules(game: GameName) -> None:
    course, dishes, rest = SCREENS[game].RULES
    say(TITLES[game], style="bold")
    say(course)
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for name, text in dishes.items():
        table.add_row(coloured(name), text)
    out.print(table)
    say(rest)
    say()
