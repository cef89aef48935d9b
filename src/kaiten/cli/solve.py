"""`kaiten solve`: the equilibrium of a two-player round with both hands known."""

import time
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich import box
from rich.progress import Progress, SpinnerColumn, TextColumn
from rich.table import Table

from kaiten.cli.app import app
from kaiten.cli.console import err, out, print_json, say
from kaiten.cli.options import JsonOption, positive_number, whole_number
from kaiten.kit.errors import OptionError, shown
from kaiten.kit.extras import require
from kaiten.players.sushi_go.solver.position import Position, parse_position
from kaiten.sushi_go import tables
from kaiten.sushi_go.notation import format_cards, format_move

if TYPE_CHECKING:
    from kaiten.players.sushi_go.solver.solution import MoveSolution, Solution, Solver

SLOTS = 1 << 23
"""Slots of the transposition table: 256 megabytes."""
LEAST_SHOWN = 0.0005
"""Probabilities below this are not shown."""


@app.command(
    epilog='Example: [bold]kaiten solve "T N3 W : S | D P M2 : C" --round 3 --points 24,27 --puddings 2,1[/bold]'
)
def solve(
    position: Annotated[
        str,
        typer.Argument(
            help="In quotes: your hand, a colon, your table; a bar; the same for your opponent. 'T N3 : W | D P : C'."
        ),
    ],
    number: Annotated[
        int, typer.Option("--round", metavar="R", parser=whole_number, help="The round, 1 to 3.")
    ] = tables.ROUNDS,
    points: Annotated[
        str, typer.Option(metavar="N,N", help="Points from earlier rounds: yours, your opponent's.")
    ] = "0,0",
    puddings: Annotated[
        str | None, typer.Option(metavar="N,N", help="All puddings so far (default: those on the tables).")
    ] = None,
    most: Annotated[
        int, typer.Option(metavar="K", parser=positive_number, help="Give up after K positions.")
    ] = 5_000_000,
    as_json: JsonOption = False,
) -> None:
    """Solve the rest of a round of Sushi Go! for two players.

    With both hands known the rest of the round has no chance: prints your
    exact win probability, the optimal mixed strategy of both players, and the
    value of each move against it. In rounds 1 and 2 the win probability after
    the round comes from a model fitted to a million games. Needs the extra
    `fast`.
    """
    asked = parse_position(
        position,
        number=number,
        points=_two("--points", points),
        puddings=None if puddings is None else _two("--puddings", puddings),
    )
    require("fast", "kaiten solve")
    from kaiten.players.sushi_go.bots import load_win_table  # noqa: PLC0415
    from kaiten.players.sushi_go.solver.solution import Solver  # noqa: PLC0415  (an extra, and slow to import)
    from kaiten.players.sushi_go.win_model import between_two  # noqa: PLC0415

    solver = Solver(between_two(load_win_table(2)), SLOTS)
    began = time.perf_counter()
    found = _solve(solver, asked, most)
    if found is None:
        raise OptionError(
            f"this takes more than {most:,} positions: allow more with --most, or solve a position with fewer cards"
        )
    if as_json:
        print_json(_as_json(asked, found, solver.visited))
    else:
        _show(asked, found)
        say(f"{solver.visited:,} positions in {time.perf_counter() - began:.1f} s", style="dim")


def _two(name: str, text: str) -> tuple[int, int]:
    words = [word.strip() for word in text.split(",")]
    if len(words) != 2 or not all(word.isascii() and word.isdecimal() for word in words):
        raise OptionError(f"{name} {shown(text)}: two numbers are needed, separated by a comma")
    return int(words[0]), int(words[1])


def _solve(solver: "Solver", position: Position, most: int) -> "Solution | None":
    """Solve in a thread and show progress; Ctrl+C cancels."""
    columns = SpinnerColumn(), TextColumn("{task.completed:,} positions")
    with (
        ThreadPoolExecutor(1) as pool,
        Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress,
    ):
        task, solving = progress.add_task("", total=None), pool.submit(solver.solve, position, most)
        try:
            while not wait([solving], timeout=0.1).done:
                progress.update(task, completed=solver.visited)
        except KeyboardInterrupt:
            solver.cancel()
            raise
        return solving.result()


def _show(position: Position, found: "Solution") -> None:
    say(f"Your win probability: {_percent(found.value)}", style="bold")
    for title, hand, moves in (
        ("You", position.hands[0], found.mine),
        ("Your opponent", position.hands[1], found.theirs),
    ):
        say(f"{title}, with {format_cards(hand)} in hand")
        table = Table(box=box.SIMPLE, pad_edge=False)
        table.add_column("choice")
        for column in ("probability", "win probability"):
            table.add_column(column, justify="right")
        for move in _best_first(moves):
            often = _percent(move.probability) if move.probability >= LEAST_SHOWN else ""
            table.add_row(format_move(move.move), often, _percent(move.value))
        out.print(table)


def _best_first(moves: "tuple[MoveSolution, ...]") -> "list[MoveSolution]":
    return sorted(moves, key=lambda move: (-round(move.probability, 6), -round(move.value, 6)))


def _percent(probability: float) -> str:
    return f"{100 * min(max(probability, 0.0), 1.0):.1f}%"


def _as_json(position: Position, found: "Solution", visited: int) -> dict[str, Any]:
    def listed(moves: "tuple[MoveSolution, ...]") -> list[dict[str, Any]]:
        return [
            {"choice": format_move(move.move), "often": move.probability, "worth": move.value}
            for move in _best_first(moves)
        ]

    return {
        "round": position.round,
        "value": found.value,
        "exact": position.round == tables.ROUNDS,
        "mine": listed(found.mine),
        "theirs": listed(found.theirs),
        "positions": visited,
    }
