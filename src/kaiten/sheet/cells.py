"""Cells and what may stand in them: tables, tokens, names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kaiten import sushi_go, sushi_roll
from kaiten.kit.errors import NotationError, shown
from kaiten.sheet.errors import SheetError
from kaiten.sheet.head import ROUNDS, Head, check_name

LONGEST_VALUE = 200
"""Tables may be impossible, but not endless."""

_CELL = re.compile(r"(1|2|3|tokens|name)/([0-4])")
_TOKENS = re.compile(r"(?:P(0|[1-9][0-9]{0,2}) )?U(0|[1-9][0-9]{0,2}) C(0|[1-9][0-9]{0,2})")


@dataclass(frozen=True, slots=True)
class Tokens:
    """What is left at the end of Sushi Roll; without `puddings` they are those that the dice gave."""

    puddings: int | None
    menus: int
    chopsticks: int


def table_cell(round_number: int, seat: int) -> str:
    return f"{round_number}/{seat}"


def tokens_cell(seat: int) -> str:
    return f"tokens/{seat}"


def name_cell(seat: int) -> str:
    return f"name/{seat}"


def cells(head: Head) -> Iterator[str]:
    """Every cell of a sheet, in the order in which it is filled.

    >>> [*cells(Head("q3T9q3T9q3T9q3T9", "sushi-roll", ("Ana", "Ben"), 0))]
    ['1/0', '1/1', '2/0', '2/1', '3/0', '3/1', 'tokens/0', 'tokens/1', 'name/0', 'name/1']
    """
    yield from entries(head)
    for seat in range(len(head.players)):
        yield name_cell(seat)


def entries(head: Head) -> Iterator[str]:
    """The cells that have to be filled before a game is over."""
    for round_number in ROUNDS:
        for seat in range(head.seats):
            yield table_cell(round_number, seat)
    if not head.is_cards:
        for seat in range(head.seats):
            yield tokens_cell(seat)


def split_cell(cell: str) -> tuple[str, int]:
    """The part (`1`, `2`, `3`, `tokens`, `name`) and the seat."""
    part, _, seat = cell.partition("/")
    return part, int(seat)


def check_cell(head: Head, cell: str) -> None:
    """Refuse a cell that this sheet does not have."""
    match = _CELL.fullmatch(cell)
    if match is None:
        raise SheetError(f"cell {shown(cell)} is not known: write it like 1/0, tokens/0 or name/0")
    part, seat = match[1], int(match[2])
    if part == "tokens" and head.is_cards:
        raise SheetError(f"cell {shown(cell)}: Sushi Go! has no tokens")
    seats = len(head.players) if part == "name" else head.seats
    if seat >= seats:
        raise SheetError(f"cell {shown(cell)}: the seats are 0 to {seats - 1}")


def check_value(head: Head, cell: str, value: str | None) -> None:
    """Refuse what cannot stand in a cell. What merely cannot be on a real table is for `problems`."""
    if value is None:
        return
    if len(value) > LONGEST_VALUE:
        raise SheetError(f"cell {cell}: {shown(value)} is longer than any table ({LONGEST_VALUE} characters)")
    part, _ = split_cell(cell)
    if part == "name":
        check_name(value)
    elif part == "tokens":
        parse_tokens(value)
    else:
        tidy = tidy_table(head, value)
        if tidy != value:
            raise SheetError(f"cell {cell}: {shown(value)} should be {shown(tidy)}")


def tidy_table(head: Head, text: str) -> str:
    """The same table with one space between its cards or dice, or a refusal."""
    try:
        if head.is_cards:
            return sushi_go.format_cards(sushi_go.parse_cards(text))
        return sushi_roll.format_faces(sushi_roll.parse_faces(text))
    except NotationError as error:
        raise SheetError(str(error)) from None


def parse_tokens(text: str) -> Tokens:
    """
    >>> parse_tokens("P4 U2 C1"), parse_tokens("U0 C3")
    (Tokens(puddings=4, menus=2, chopsticks=1), Tokens(puddings=None, menus=0, chopsticks=3))
    """
    match = _TOKENS.fullmatch(text)
    if match is None:
        raise SheetError(f"tokens {shown(text)}: write them like P4 U2 C1, or U2 C1 if the dice tell the puddings")
    puddings, menus, chopsticks = match.groups()
    return Tokens(None if puddings is None else int(puddings), int(menus), int(chopsticks))


def format_tokens(tokens: Tokens) -> str:
    """
    >>> format_tokens(Tokens(4, 2, 1)), format_tokens(Tokens(None, 0, 3))
    ('P4 U2 C1', 'U0 C3')
    """
    puddings = "" if tokens.puddings is None else f"P{tokens.puddings} "
    return f"{puddings}U{tokens.menus} C{tokens.chopsticks}"
