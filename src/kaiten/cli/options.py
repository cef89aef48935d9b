"""Options that several commands share: numbers, names, and the options of a game."""

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from kaiten.cli.games import SCREENS, TITLES
from kaiten.kit.errors import OptionError, shown
from kaiten.kit.game import GameName
from kaiten.players import BOTS, LEVELS, TRAINED

Passing = Literal["left", "both"]
"""The direction in which hands pass."""


def whole_number(value: str | int, least: int = 0) -> int:
    """A whole number from `least`, as an option's value or its default."""
    text = str(value)
    if not (text.isascii() and text.isdecimal()) or len(text) > 18 or int(text) < least:
        raise typer.BadParameter(f"{shown(text)} is not a whole number of {least} or more, with 18 digits at most")
    return int(text)


def positive_number(value: str | int) -> int:
    """A whole number from 1, as an option's value or its default."""
    return whole_number(value, 1)


LONGEST_NAME = 40

# A flag takes no value, so the help shows none.
FLAG = " "

PassOption = Annotated[
    Passing,
    typer.Option(
        "--pass", metavar="left|both", help="Sushi Go!: pass hands to the left, or both ways (right in round 2)."
    ),
]
DummyOption = Annotated[bool, typer.Option("--dummy", metavar=FLAG, help="Sushi Go! for two: play with the dummy.")]
PenaltyOption = Annotated[
    bool,
    typer.Option(
        "--dummy-pudding-penalty", metavar=FLAG, help="With the dummy: fewest puddings lose points, as with three."
    ),
]
ControlOption = Annotated[
    int | None,
    typer.Option(
        "--first-control",
        metavar="SEAT",
        parser=whole_number,
        help="With the dummy: the seat, 0 or 1, that controls it first (by lot if not set).",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", metavar=FLAG, help="Write JSON, for programs to read.")]


def complete_bots(incomplete: str) -> list[str]:
    """Bot names for shell completion, also after a comma."""
    before, comma, last = incomplete.rpartition(",")
    names = dict.fromkeys([*LEVELS, *[name for bots in (BOTS, TRAINED) for game in bots.values() for name in game]])
    return [before + comma + name for name in names if name.startswith(last)]


LEVELS_LIST = "\n\n".join([f"[bold]{level.name}[/bold]: {level.character}" for level in LEVELS.values()])
"""The levels and their characters, for the end of a help text."""


def options_for(
    game: GameName,
    passing: Passing = "left",
    dummy: bool = False,
    penalty: bool = False,
    first_control: int | None = None,
) -> Any:
    """The game's options; OptionError for those that the game does not have or that need another."""
    asked = {"--pass both": passing == "both", "--dummy": dummy}
    asked |= {"--dummy-pudding-penalty": penalty, "--first-control": first_control is not None}
    screen = SCREENS[game]
    for name, given in asked.items():
        if given and name not in screen.OPTIONS:
            raise OptionError(f"{name} is for Sushi Go!: {TITLES[game]} has no options")
    for name in ("--dummy-pudding-penalty", "--first-control"):
        if asked[name] and not dummy:
            raise OptionError(f"{name} needs --dummy")
    return screen.make_options(passing, dummy, penalty, first_control)


def new_file(path: Path) -> Path:
    """The path, checked to be a writable file that does not exist yet, so that nothing is overwritten."""
    try:
        if path.exists():
            raise OptionError(f"{path} exists already: name another file, or remove it first")
        path.touch()
        path.unlink()
    except OSError as error:
        raise OptionError(f"{shown(str(path))} cannot be written: {(error.strerror or str(error)).lower()}") from None
    return path


def split_people(text: str) -> list[str]:
    """Names of people from a comma-separated text: different, printable and not too long."""
    names = split_names(text, "--people")
    for name in names:
        if not name.isprintable() or len(name) > LONGEST_NAME:
            raise OptionError(f"the name {shown(name)} is not allowed: write up to {LONGEST_NAME} printable characters")
    if len({name.lower() for name in names}) < len(names):
        raise OptionError(f"--people {shown(text)}: two people have the same name")
    return names


def split_names(text: str, what: str) -> list[str]:
    """Names from a comma-separated text."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise OptionError(f"{what} {shown(text)}: write names with commas between them, such as 'greedy,random'")
    return names
