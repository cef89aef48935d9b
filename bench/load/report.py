"""The report: figures, some with a bar (pass or missed)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Console
from rich.table import Table

WIDTH = 130
"""Width of the report, also in a file."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A line of the report; `passed` is None without a bar."""

    name: str
    value: str
    bar: str = ""
    passed: bool | None = None


def at_most(name: str, value: float, bar: float, unit: str) -> Figure:
    return Figure(name, f"{value:,.3g} {unit}" if value < 1000 else f"{value:,.0f} {unit}", f"≤ {bar:g}", value <= bar)


def at_least(name: str, value: float, bar: float, unit: str) -> Figure:
    return Figure(name, f"{value:,.0f} {unit}", f"≥ {bar:,g}", value >= bar)


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value below which this share lies; 0 for an empty sequence.

    >>> quantile([1.0, 2.0, 3.0, 4.0], 0.5)
    3.0
    """
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else 0.0


class Report:
    """The figures so far. Each is printed at once: a run takes minutes and may be cut short."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._figures: list[Figure] = []

    def add(self, figures: Sequence[Figure]) -> None:
        self._figures += figures
        for figure in figures:
            missed = "  (MISSED)" if figure.passed is False else ""
            self._console.print(f"{figure.name}: {figure.value}{missed}", markup=False, highlight=False, soft_wrap=True)

    def show(self, title: str) -> None:
        """Print all figures as a table."""
        table = Table(title=title, box=box.SIMPLE, title_justify="left")
        table.add_column("figure", no_wrap=True)
        table.add_column("measured", justify="right", overflow="fold")
        table.add_column("bar", justify="right", no_wrap=True)
        table.add_column("")
        for figure in self._figures:
            mark = "" if figure.passed is None else "[green]pass[/]" if figure.passed else "[bold red]MISSED[/]"
            table.add_row(figure.name, figure.value, figure.bar, mark)
        (self._console if self._console.width >= WIDTH else Console(width=WIDTH)).print(table)
