"""Terminal output shared by both games: standings, the scores of a round with reasons, and the final result."""

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from kaiten.cli.console import coloured, out, printable, say, say_below
from kaiten.kit.game import Outcome
from kaiten.kit.tally import Tally, line, points_text

RulesText = tuple[str, dict[str, str], str]
"""A summary of the rules: course of the game, points by dish, and the rest."""

YOU = "You"
DUMMY = "The dummy"


def verb(name: str, plain: str) -> str:
    """A name and a verb in agreement.

    >>> verb("Ben", "keep"), verb("You", "keep"), verb("Ben", "pass")
    ('Ben keeps', 'You keep', 'Ben passes')
    """
    if name == YOU:
        return f"{name} {plain}"
    return f"{name} {plain}{'es' if plain.endswith('s') else 's'}"


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def listed_points(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def with_dummy(names: Sequence[str], dummies: int) -> list[str]:
    """The names of all seats: the players', and the dummy's after them."""
    return [*names, *[DUMMY] * dummies]


def show_standing(name: str, before: int, tally: Tally, extra: str) -> None:
    """Print one player's points so far and the score lines of their table."""
    out.print(
        Text(printable(name), style="bold"), Text(f": {points_text(before)}, {tally.points} more on the table"), sep=""
    )
    lines = [entry.text for entry in tally.lines]
    say_below(". ".join([*lines, extra]) + ".")


def show_round(number: int, names: Sequence[str], tallies: Sequence[Tally], totals: Sequence[int]) -> None:
    """Print a scored round, line by line."""
    say()
    say(f"Round {number} is over.", style="bold")
    for name, tally, total in zip(names, tallies, totals, strict=True):
        say(f"{name}: {points_text(tally.points)}, {total} in all.")
        for entry in tally.lines:
            say_below(entry.text)


def with_puddings(tally: Tally, count: int) -> Tally:
    """The tally with a line for pudding cards, which score at the end of the game."""
    later = line("pudding", count, 0, "later", f"Pudding: {count}, counted at the end of the game")
    return Tally((*tally.lines, later)) if count else tally


def show_end(view: Any, names: Sequence[str]) -> None:
    """Print the final result of a view: puddings, tokens, totals, the winner."""
    show_result(view.outcome, view.dessert, view.puddings, names)


def show_result(outcome: Outcome, dessert: Sequence[Tally], puddings: Sequence[int], names: Sequence[str]) -> None:
    """Print a final result: puddings, tokens, totals, the winner."""
    say()
    say("The game is over.", style="bold")
    for name, tally in zip(names, dessert, strict=True):
        for entry in tally.lines:
            say(f"{name}: {entry.text}")
    show_totals(outcome, names)
    say(winner_text(outcome, puddings, names), style="bold")


def show_totals(outcome: Outcome, names: Sequence[str]) -> None:
    """Print the points by source, as a table or, on a narrow terminal, line by line."""
    columns = ["round 1", "round 2", "round 3", *outcome.end_points, "total"]
    parts = [*outcome.rounds, *outcome.end_points.values(), outcome.totals]
    rows = [[points[seat] for points in parts] for seat in range(len(names))]
    if out.width < 70:
        for name, row in zip(names, rows, strict=True):
            named = [f"{column}: {number}" for column, number in zip(columns[:-1], row[:-1], strict=True)]
            say(f"{name}, {row[-1]} in all ({', '.join(named)})")
        return
    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column("")
    for column in columns:
        table.add_column(column, justify="right")
    for name, row in zip(names, rows, strict=True):
        table.add_row(Text(printable(name)), *map(str, row))
    out.print(table)


def winner_text(outcome: Outcome, puddings: Sequence[int], names: Sequence[str]) -> str:
    """The winner in words, with the tie-break if it decided."""
    best = outcome.totals[outcome.winners[0]]
    winners = [names[seat] for seat in outcome.winners]
    # The dummy may have more points, but cannot win.
    level = [name for seat, name in enumerate(names) if outcome.totals[seat] == best and name != DUMMY]
    if len(winners) > 1:
        return f"{listed(winners)} share the win with {points_text(best)} and as many puddings."
    (winner,) = winners
    if len(level) > 1:
        count = puddings[outcome.winners[0]]
        return f"{listed(level)} have {points_text(best)}; {verb(winner, 'win')} by puddings, with {count}."
    return f"{verb(winner, 'win')} with {points_text(best)}."


def choice_row(table: Table, number: str, code: str, label: str, effect: str) -> None:
    table.add_row(number, code, coloured(label), Text(effect))


def choice_table() -> Table:
    """A table of number, code, name and effect, without borders, which screen readers would read out."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True, style="bold")
    table.add_column(no_wrap=True)
    table.add_column()
    return table
