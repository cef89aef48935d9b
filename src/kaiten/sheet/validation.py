"""Validation of a sheet: impossible entries are reported but kept, since the mistake may be in another cell."""

from collections.abc import Iterator
from dataclasses import dataclass

from kaiten.sheet.edits import Sheet
from kaiten.sheet.header import ROUNDS
from kaiten.sheet.scoring import tables_of, tokens_of
from kaiten.sheet.values import Excess


@dataclass(frozen=True, slots=True)
class Problem:
    """An entry, or a sum of entries, that is impossible.

    `code` is too-many, too-few, deck, bag or supply; `round` is None where the whole game counts; `seats` are the seats
    concerned; `item` is a card, a kind of die or of token; `count` is the number on the sheet, `most` the number in the box.
    """

    code: str
    round: int | None
    seats: tuple[int, ...]
    item: str | None
    count: int
    most: int
    text: str


def find_problems(sheet: Sheet) -> tuple[Problem, ...]:
    """Tables of the wrong size, round by round, and then items of which the sheet has more than the box.

    >>> from kaiten.sheet import Header, parse_cell
    >>> header = Header("q3T9q3T9q3T9q3T9", "sushi-go", ("Ana", "Ben"), 0)
    >>> sheet = Sheet(header).write(parse_cell("1/0"), "C C C C C", id="anas-edit", at=1, by="")
    >>> [problem] = find_problems(sheet)
    >>> problem.text
    'there are 5 chopsticks cards (Ana 5): the deck has 4'
    """
    rounds = [tables_of(sheet, number) for number in ROUNDS]
    found = sheet.header.rules.find_excess(rounds, tokens_of(sheet))
    return (*_sizes(sheet), *[_excess_problem(sheet, excess) for excess in found])


def _sizes(sheet: Sheet) -> Iterator[Problem]:
    names, rules, deals = sheet.seat_names, sheet.header.rules, sheet.header.size
    for number in ROUNDS:
        sizes = {seat: len(table) for seat, table in enumerate(tables_of(sheet, number)) if table is not None}
        for seat, size in sizes.items():
            if size > deals:
                text = f"{names[seat]} has {size} {rules.PIECES} in round {number}: a round deals {deals}"
                yield Problem("too-many", number, (seat,), None, size, deals, text)
        if not any(size >= deals for size in sizes.values()):
            continue
        for seat, size in sizes.items():
            if size < deals:
                pieces = rules.PIECE if size == 1 else rules.PIECES
                text = f"{names[seat]} has only {size} {pieces} in round {number}: a round deals {deals}"
                yield Problem("too-few", number, (seat,), None, size, deals, text)


def _excess_problem(sheet: Sheet, excess: Excess) -> Problem:
    count = sum(excess.held)
    seats = tuple([seat for seat, held in enumerate(excess.held) if held])
    who = ", ".join([f"{sheet.seat_names[seat]} {excess.held[seat]}" for seat in seats])
    text = f"there are {count} {excess.noun} ({who}): {excess.source} has {excess.most}"
    return Problem(excess.code, excess.round, seats, excess.item, count, excess.most, text)
