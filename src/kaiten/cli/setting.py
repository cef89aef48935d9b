"""What commands ask for alike: which game, how many players, which options."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from kaiten import sushi_go, sushi_roll
from kaiten.kit.errors import OptionError
from kaiten.players import BOTS


class GameName(StrEnum):
    """The games, as they are named on the command line."""

    SUSHI_GO = sushi_go.NAME
    SUSHI_ROLL = sushi_roll.NAME


class Passing(StrEnum):
    """Which way hands pass."""

    LEFT = "left"
    BOTH = "both"


TITLES = {GameName.SUSHI_GO: "Sushi Go!", GameName.SUSHI_ROLL: "Sushi Roll"}


def whole(value: str | int) -> int:
    """A whole number from 0, as an option's value or its default."""
    text = str(value)
    if not (text.isascii() and text.isdecimal()) or len(text) > 18:
        raise typer.BadParameter(f"{text!r} is not a whole number of 0 or more")
    return int(text)


def counting(value: str | int) -> int:
    """A whole number from 1, as an option's value or its default."""
    number = whole(value)
    if not number:
        raise typer.BadParameter(f"'{value}' is not a whole number of 1 or more")
    return number


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
        parser=whole,
        help="With the dummy: the seat, 0 or 1, that controls it first (by lot if not set).",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", metavar=FLAG, help="Write JSON, for programs to read.")]


def complete_bots(incomplete: str) -> list[str]:
    """Bot names for shell completion, also after a comma."""
    before, comma, last = incomplete.rpartition(",")
    return [before + comma + name for name in BOTS[sushi_go.NAME] if name.startswith(last)]


def options_for(
    game: GameName,
    passing: Passing = Passing.LEFT,
    dummy: bool = False,
    penalty: bool = False,
    first_control: int | None = None,
) -> Any:
    """The game's options, or a sentence about those that do not fit together."""
    asked = {"--pass both": passing is Passing.BOTH, "--dummy": dummy}
    asked |= {"--dummy-pudding-penalty": penalty, "--first-control": first_control is not None}
    if game is GameName.SUSHI_ROLL:
        for name, given in asked.items():
            if given:
                raise OptionError(f"{name} is for Sushi Go!: Sushi Roll has no options")
        return sushi_roll.Options()
    for name in ("--dummy-pudding-penalty", "--first-control"):
        if asked[name] and not dummy:
            raise OptionError(f"{name} needs --dummy")
    way: Literal["left", "both"] = "both" if passing is Passing.BOTH else "left"
    return sushi_go.Options(way, dummy, penalty, first_control)


def new_file(path: Path) -> Path:
    """A file to write that does not exist yet, so that nothing is lost."""
    if path.exists():
        raise OptionError(f"{path} exists already: name another file, or remove it first")
    if not path.absolute().parent.is_dir():
        raise OptionError(f"{path} cannot be written: there is no folder {path.absolute().parent}")
    return path


def split_names(text: str, what: str) -> list[str]:
    """Names with commas between them."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise OptionError(f"{what} {text!r}: write names with commas between them, such as 'greedy,random'")
    return names
