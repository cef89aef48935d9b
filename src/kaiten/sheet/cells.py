"""Cells of a sheet and the values that may stand in them: tables, tokens, names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from kaiten.kit.errors import NotationError, shown
from kaiten.sheet.errors import SheetError
from kaiten.sheet.header import ROUNDS, Header, check_name
from kaiten.sheet.values import parse_tokens

LONGEST_VALUE = 200
"""Characters of a value, at most: an impossible table is kept, but not at any length."""

_CELL = re.compile(r"(?:([123])|(tokens|name))/([0-4])")


@dataclass(frozen=True, slots=True)
class Cell:
    """One entry of a sheet: the table of a seat in a round, its tokens at the end, or the name of its player.

    >>> cell = parse_cell("1/0")
    >>> cell, str(cell)
    (Cell(kind='table', seat=0, round=1), '1/0')
    """

    kind: Literal["table", "tokens", "name"]
    seat: int
    round: int = 0
    """From 1, for a table; else 0."""

    @property
    def part(self) -> str:
        """The part before the seat: the round of a table, `tokens` or `name`."""
        return str(self.round) if self.kind == "table" else self.kind

    def __str__(self) -> str:
        """The cell as sheets write it: `1/0`, `tokens/0`, `name/0`."""
        return f"{self.part}/{self.seat}"


def table_cell(round_number: int, seat: int) -> Cell:
    return Cell("table", seat, round_number)


def tokens_cell(seat: int) -> Cell:
    return Cell("tokens", seat)


def name_cell(seat: int) -> Cell:
    return Cell("name", seat)


def parse_cell(text: str) -> Cell:
    """A cell from its text; SheetError where it is not one."""
    match = _CELL.fullmatch(text)
    if match is None:
        raise SheetError(f"cell {shown(text)} is not known: write it like 1/0, tokens/0 or name/0")
    number, kind, seat = match.groups()
    if number is not None:
        return table_cell(int(number), int(seat))
    return tokens_cell(int(seat)) if kind == "tokens" else name_cell(int(seat))


def cells(header: Header) -> Iterator[Cell]:
    """Every cell of a sheet, in the order in which it is filled.

    >>> [str(cell) for cell in cells(Header("q3T9q3T9q3T9q3T9", "sushi-roll", ("Ana", "Ben"), 0))]
    ['1/0', '1/1', '2/0', '2/1', '3/0', '3/1', 'tokens/0', 'tokens/1', 'name/0', 'name/1']
    """
    yield from entries(header)
    for seat in range(len(header.players)):
        yield name_cell(seat)


def entries(header: Header) -> Iterator[Cell]:
    """The cells that have to be filled before a game is over."""
    for round_number in ROUNDS:
        for seat in range(header.seats):
            yield table_cell(round_number, seat)
    if header.rules.HAS_TOKENS:
        for seat in range(header.seats):
            yield tokens_cell(seat)


def check_cell(header: Header, cell: Cell) -> None:
    """Refuse a cell that this sheet does not have."""
    if cell.kind == "tokens" and not header.rules.HAS_TOKENS:
        raise SheetError(f"cell {shown(str(cell))}: {header.rules.TITLE} has no tokens")
    seats = len(header.players) if cell.kind == "name" else header.seats
    if cell.seat >= seats:
        raise SheetError(f"cell {shown(str(cell))}: the seats are 0 to {seats - 1}")


def check_value(header: Header, cell: Cell, value: str | None) -> None:
    """Refuse a value that is not of the cell's kind. `validation` reports impossible values."""
    if value is None:
        return
    if len(value) > LONGEST_VALUE:
        raise SheetError(f"cell {cell}: {shown(value)} is longer than {LONGEST_VALUE} characters")
    if cell.kind == "name":
        check_name(value)
    elif cell.kind == "tokens":
        parse_tokens(value)
    else:
        tidy = tidy_table(header, value)
        if tidy != value:
            raise SheetError(f"cell {cell}: {shown(value)} should be {shown(tidy)}")


def tidy_table(header: Header, text: str) -> str:
    """The same table with one space between its cards or dice; SheetError where it is not in notation."""
    try:
        return header.rules.format_table(header.rules.parse_table(text))
    except NotationError as error:
        raise SheetError(str(error)) from None
