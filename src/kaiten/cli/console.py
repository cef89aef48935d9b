"""Output of the command: plain lines, suitable for screen readers, in colour if the terminal supports it."""

import json
import os
import sys
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text


class Terminal(Console):
    """A console whose reader may close the pipe, as `head` does, without an error."""

    def on_broken_pipe(self) -> None:
        discard_output()
        raise SystemExit(0)


def discard_output() -> None:
    """Redirect standard output to null, since flushing the rest when the program ends would fail again."""
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
    """A card's or die's name in the colour of its family; the colour adds no information."""
    style = next((colour for family, colour in _COLOURS.items() if family in label), "")
    return Text(label, style=style)


def print_json(data: Any) -> None:
    """Print JSON for programs: the only output on standard output."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def printable(text: str) -> str:
    """Text without control characters: names in records are untrusted (escape injection)."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)


def say(text: str = "", *, style: str = "", end: str = "\n") -> None:
    """Print a line for people. User input in it, such as names, is never read as markup."""
    out.print(Text(printable(text), style=style), end=end)


def say_below(text: str) -> None:
    """Print a line that belongs to the one above it, indented, also where it wraps."""
    out.print(Padding(Text(printable(text)), (0, 0, 0, 4)))


def say_path(text: str) -> None:
    """Print a line that is never wrapped, so that it can be copied."""
    out.print(printable(text), markup=False, soft_wrap=True)


def clear() -> None:
    """Clear the screen and the scrollback, or print empty lines where that is impossible."""
    if out.is_terminal and not out.is_dumb_terminal:
        out.file.write("\033[2J\033[3J\033[H")
        out.file.flush()
    else:
        out.print("\n" * 60)
