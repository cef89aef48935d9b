"""`kaiten rules`: both games in a minute, in our own words."""

from typing import Annotated

import typer
from rich.table import Table

from kaiten import sushi_go, sushi_roll
from kaiten.cli.app import app
from kaiten.cli.console import coloured, out, say
from kaiten.cli.setting import TITLES, GameName

_GO = sushi_go.tables
_ROLL = sushi_roll.tables


def _steps(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


Text = tuple[str, dict[str, str], str]
"""How it goes, what counts, and what else there is to know."""

SUSHI_GO: Text = (
    "You hold a hand of cards. Everybody chooses one at the same time and puts it down; then all are shown, and the hands "
    "move on to the neighbour. When the hands are empty the round is scored. Three rounds, most points win.",
    {
        "tempura": f"T. {_GO.TEMPURA_POINTS} points for each pair.",
        "sashimi": f"S. {_GO.SASHIMI_POINTS} points for each three.",
        "dumpling": f"D. {_steps(_GO.DUMPLING_POINTS[1:])} points for one to five; more add nothing.",
        "maki": f"M1 M2 M3. Most icons {_GO.MAKI_MOST} points, second most {_GO.MAKI_SECOND}; ties share.",
        "nigiri": "N1 egg, 1 point. N2 salmon, 2 points. N3 squid, 3 points.",
        "wasabi": f"W. Your next nigiri goes on it and counts {_GO.WASABI_FACTOR} times.",
        "chopsticks": "C. In a later turn you may take two cards; then the chopsticks go on with the hand.",
        "pudding": f"P. Kept to the end of the game. Most gain {_GO.PUDDING_MOST} points, fewest lose "
        f"{_GO.PUDDING_FEWEST} (not with two players); ties share.",
    },
    "Equal totals: more puddings win. Two may play with a dummy (--dummy); hands may pass both ways (--pass both).",
)

SUSHI_ROLL: Text = (
    "Dice lie on belts, one belt a player. The player with the red belt begins. On your turn you may pay menus to re-roll "
    "dice of your belt, and chopsticks to swap one of them for a die on another belt; then you take one die. When all have "
    "had a turn the belts slide to the left and all dice are rolled again. When none are left the round is scored. Three "
    "rounds, most points win.",
    {
        "maki": f"M1 M2 M3. Most icons {_ROLL.MAKI_MOST} points, second most {_ROLL.MAKI_SECOND}; "
        "everybody in a tie gets all of it.",
        "nigiri": "N1 egg, 1 point. N2 salmon, 2 points. N3 squid, 3 points.",
        "wasabi": f"W. Your next nigiri goes on it and counts {_ROLL.WASABI_FACTOR} times.",
        "dumpling": f"D. {_steps(_ROLL.DUMPLING_POINTS[1:])} points for one, two, three; then a new set begins.",
        "tempura": f"T. {_steps(_ROLL.TEMPURA_POINTS[1:])} points for one, two, three; then a new set begins.",
        "sashimi": f"S. {_steps(_ROLL.SASHIMI_POINTS[1:])} points for one, two, three; then a new set begins.",
        "pudding": f"P1 P2 P3. That many tokens. At the end most gain {_ROLL.PUDDING_MOST} points, fewest lose "
        f"{_ROLL.PUDDING_FEWEST} (not with two players); everybody in a tie gets all of it.",
        "menus": "U2. Two menus to spend.",
        "chopsticks": "C1 C2. That many chopsticks to spend.",
    },
    f"You begin with {_ROLL.START_MENUS} menus and {_ROLL.START_CHOPSTICKS} chopsticks; each two tokens left at the end are "
    "a point. Equal totals: more puddings win.",
)

TEXTS = {GameName.SUSHI_GO: SUSHI_GO, GameName.SUSHI_ROLL: SUSHI_ROLL}


@app.command(epilog="Every clause, with our rulings and why, is in docs/rules.md.")
def rules(
    game: Annotated[GameName | None, typer.Argument(help="sushi-go or sushi-roll; both if not said.")] = None,
) -> None:
    """The rules in a minute."""
    for name in [game] if game else [*GameName]:
        show_rules(name)


def show_rules(game: GameName) -> None:
    course, dishes, rest = TEXTS[game]
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
