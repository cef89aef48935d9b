"""`make pictures`: the pictures of the README and the docs, drawn from what the command really prints."""

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

HERE = Path(__file__).parent
COLUMNS = 92

# Paper, ink and the colours of the dishes.
THEME = TerminalTheme(
    (0xF6, 0xEF, 0xE3),
    (0x33, 0x27, 0x2A),
    [
        (51, 39, 42),
        (167, 58, 51),
        (47, 122, 70),
        (138, 106, 11),
        (47, 113, 150),
        (110, 79, 163),
        (31, 114, 107),
        (107, 94, 96),
    ],
    [
        (107, 94, 96),
        (167, 58, 51),
        (91, 122, 18),
        (138, 106, 11),
        (47, 113, 150),
        (166, 68, 104),
        (31, 114, 107),
        (51, 39, 42),
    ],
)
# No font is fetched from anywhere: the reader's own will do.
FORMAT = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL).replace("Fira Code, ", "")

PICTURES = {
    "play": (["play", "--seed", "12", "--players", "3"], ["W", "", "m", "q"]),
    "roll": (["play", "sushi-roll", "--seed", "4", "--players", "2"], ["menu 0,1", "", "q"]),
    "simulate": (["simulate", "sushi-go", "--players", "4", "--games", "200", "--seed", "1"], []),
}


def shown(arguments: list[str], typed: list[str], home: str) -> str:
    """What the terminal shows, with what was typed where it was typed."""
    environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(COLUMNS), "XDG_DATA_HOME": home}
    command = [sys.executable, "-m", "kaiten", *arguments]
    answers = "".join(f"{answer}\n" for answer in typed)
    result = subprocess.run(command, input=answers, capture_output=True, text=True, check=True, env=environment)
    parts = re.split(r"(\? for help\): |choose again: |next round\. )", result.stdout)
    lines = iter(typed)
    text = "".join(f"{part}{next(lines, '')}\n" if number % 2 else part for number, part in enumerate(parts))
    return f"$ kaiten {' '.join(arguments)}\n{text}"


def main() -> None:
    for name, (arguments, typed) in PICTURES.items():
        with tempfile.TemporaryDirectory() as home:
            screen = re.split("The game is kept|Nothing was played", shown(arguments, typed, home))[0].rstrip()
        console = Console(record=True, width=COLUMNS, file=io.StringIO())
        console.print(Text.from_ansi(screen))
        svg = console.export_svg(title="Kaiten", theme=THEME, code_format=FORMAT, unique_id=f"kaiten-{name}")
        (HERE / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
