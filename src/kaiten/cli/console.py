"""Where the command writes: plain lines that read well aloud, in colour where the terminal has it."""

import json
import os
import sys
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text


class Terminal(Console):
    """A console whose reader may leave, as `head` does, without that being a fault."""

    def on_broken_pipe(self) -> None:
        discard_output()
        raise SystemExit(0)


def discard_output() -> None:
    """Write no more: what is still to be flushed when the program ends would fail again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


out = Terminal(highlight=False)
err = Terminal(highlight=False, stderr=True)

_COLOURS = {
    "tempura": "magenta",
    "sashimi": "green",
    "dumpling": "blue",
    "maki": "red",
    "nigiri": "yellow",
    "pudding": "bright_magenta",
    "wasabi": "bright_green",
    "chopsticks": "cyan",
    "menu": "cyan",
}


def coloured(label: str) -> Text:
    """A card's or die's name in the colour of its family; the name says it all without."""
    style = next((colour for family, colour in _COLOURS.items() if family in label), "")
    return Text(label, style=style)


def print_json(data: Any) -> None:
    """For programs: JSON on standard output, and nothing else there."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def printable(text: str) -> str:
    """Text without what could steer the terminal: a name in a record may be anybody's."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)


def say(text: str = "", *, style: str = "", end: str = "\n") -> None:
    """A line for people. What they typed, such as their names, is never read as markup."""
    out.print(Text(printable(text), style=style), end=end)


def say_below(text: str) -> None:
    """A line that belongs to the one above it: set in, also where it wraps."""
    out.print(Padding(Text(printable(text)), (0, 0, 0, 4)))


def say_path(text: str) -> None:
    """A line to copy, never broken."""
    out.print(printable(text), markup=False, soft_wrap=True)


def clear() -> None:
    """Hide what was on the screen, and what could be scrolled back to."""
    if out.is_terminal and not out.is_dumb_terminal:
        out.file.write("\033[2J\033[3J\033[H")
        out.file.flush()
    else:
        out.print("\n" * 60)
