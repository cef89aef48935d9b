"""`kaiten solve`: what is best for two players who know both hands, exactly."""

import time
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich import box
from rich.progress import Progress, SpinnerColumn, TextColumn
from rich.table import Table

from kaiten.cli.app import app
from kaiten.cli.console import err, out, print_json, say
from kaiten.cli.setting import JsonOption, counting, whole
from kaiten.kit.errors import OptionError, shown
from kaiten.players.sushi_go.position import Position, parse_position
from kaiten.sushi_go import tables
from kaiten.sushi_go.notation import format_cards, format_move

if TYPE_CHECKING:
    from kaiten.players.sushi_go.exact import Choice, Memory, Solution

ROOM = 1 << 23
"""Positions that are remembered: 200 megabytes."""
SELDOM = 0.0005
"""What is chosen less often than this is not chosen."""


@app.command(
    epilog='Example: [bold]kaiten solve "T N3 W : S | D P M2 : C" --round 3 --points 24,27 --puddings 2,1[/bold]'
)
def solve(
    position: Annotated[
        str,
        typer.Argument(
            help="In quotes: your hand, a colon, your table; a bar; the same of the other player. 'T N3 : W | D P : C'."
        ),
    ],
    number: Annotated[
        int, typer.Option("--round", metavar="R", parser=whole, help="The round, 1 to 3.")
    ] = tables.ROUNDS,
    points: Annotated[
        str, typer.Option(metavar="N,N", help="Points from earlier rounds: yours, and the other's.")
    ] = "0,0",
    puddings: Annotated[
        str | None, typer.Option(metavar="N,N", help="All puddings so far (those on the tables, if not said).")
    ] = None,
    most: Annotated[
        int, typer.Option(metavar="K", parser=counting, help="Give up after so many positions.")
    ] = 5_000_000,
    as_json: JsonOption = False,
) -> None:
    """Solve the rest of a round of Sushi Go! for two players.

    With both hands known nothing is left to chance: your exact chance to win,
    how often to make which choice, and what each is worth against the best
    answer. In rounds 1 and 2 the chance after the round comes from a model
    fitted to a million games. Needs the extra `fast`.
    """
    asked = parse_position(
        position,
        number=number,
        points=_two("--points", points),
        puddings=None if puddings is None else _two("--puddings", puddings),
    )
    try:
        from kaiten.players.sushi_go.exact import Memory  # noqa: PLC0415  (an extra, and slow to import)
        from kaiten.players.sushi_go.standing import between_two  # noqa: PLC0415
        from kaiten.players.sushi_go.trained import standing_of  # noqa: PLC0415
    except ImportError:
        raise OptionError("to solve a position needs Numba: pip install 'kaiten-sushi[fast]'") from None
    memory = Memory(between_two(standing_of(2)), ROOM)
    began = time.perf_counter()
    found = _watched(memory, asked, most)
    if found is None:
        raise OptionError(f"this takes more than {most:,} positions: allow more with --most, or ask about fewer cards")
    if as_json:
        print_json(_as_json(asked, found, memory.looked_at))
    else:
        _show(asked, found)
        say(f"{memory.looked_at:,} positions in {time.perf_counter() - began:.1f} s", style="dim")


def _two(name: str, text: str) -> tuple[int, int]:
    words = [word.strip() for word in text.split(",")]
    if len(words) != 2 or not all(word.isascii() and word.isdecimal() for word in words):
        raise OptionError(f"{name} {shown(text)}: two numbers are needed, with a comma between them")
    return int(words[0]), int(words[1])


def _watched(memory: "Memory", position: Position, most: int) -> "Solution | None":
    """Solve in a thread, and say how far it is; Ctrl+C ends it."""
    columns = SpinnerColumn(), TextColumn("{task.completed:,} positions")
    with (
        ThreadPoolExecutor(1) as pool,
        Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress,
    ):
        task, solving = progress.add_task("", total=None), pool.submit(memory.solution, position, most)
        try:
            while not wait([solving], timeout=0.1).done:
                progress.update(task, completed=memory.looked_at)
        except KeyboardInterrupt:
            memory.give_up()
            raise
        return solving.result()


def _show(position: Position, found: "Solution") -> None:
    say(f"Your chance to win: {_percent(found.value)}", style="bold")
    for title, hand, choices in (
        ("You", position.hands[0], found.mine),
        ("The other", position.hands[1], found.theirs),
    ):
        say(f"{title}, with {format_cards(hand)} in hand")
        table = Table(box=box.SIMPLE, pad_edge=False)
        table.add_column("choice")
        for column in ("how often", "chance to win by it"):
            table.add_column(column, justify="right")
        for choice in _best_first(choices):
            often = _percent(choice.often) if choice.often >= SELDOM else ""
            table.add_row(format_move(choice.move), often, _percent(choice.worth))
        out.print(table)


def _best_first(choices: "tuple[Choice, ...]") -> "list[Choice]":
    return sorted(choices, key=lambda choice: (-round(choice.often, 6), -round(choice.worth, 6)))


def _percent(chance: float) -> str:
    return f"{100 * min(max(chance, 0.0), 1.0):.1f}%"


def _as_json(position: Position, found: "Solution", looked_at: int) -> dict[str, Any]:
    def listed(choices: "tuple[Choice, ...]") -> list[dict[str, Any]]:
        return [
            {"choice": format_move(choice.move), "often": choice.often, "worth": choice.worth}
            for choice in _best_first(choices)
        ]

    return {
        "round": position.round,
        "value": found.value,
        "exact": position.round == tables.ROUNDS,
        "mine": listed(found.mine),
        "theirs": listed(found.theirs),
        "positions": looked_at,
    }
