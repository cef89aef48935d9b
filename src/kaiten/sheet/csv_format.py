"""Sheets as CSV for spreadsheets, both ways: a line for each entry, without the history of edits."""

import csv
import hashlib
import io
from collections.abc import Iterable, Iterator
from typing import Any

from kaiten.kit.errors import shown
from kaiten.sheet.cells import Cell, entries, parse_cell
from kaiten.sheet.edits import Edit, Sheet, check_edit
from kaiten.sheet.errors import SheetError
from kaiten.sheet.header import FLAGS, Header, check_game
from kaiten.sheet.scoring import Standing, score_sheet

COLUMNS = ("sheet", "started", "game", "options", "seat", "player", "part", "entry", "points")
BY = "CSV"
_FORMULAS = ("=", "+", "-", "@", "\t")
_PARTS = ("1", "2", "3", "tokens", "puddings", "total")


def to_csv(sheets: Iterable[Sheet]) -> str:
    """The sheets as CSV: every entry with its points. Each seat has a `total`, so that no player is left out."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for sheet in sheets:
        writer.writerows(_rows(sheet))
    return text.getvalue()


def _rows(sheet: Sheet) -> Iterator[tuple[Any, ...]]:
    header, standing = sheet.header, score_sheet(sheet)
    options = " ".join([name for name in FLAGS if getattr(header, name)])
    start = (header.sheet, header.started, header.game, options)
    for cell in entries(header):
        value = sheet.value(cell)
        if value is not None:
            name, points = _guarded(sheet.seat_names[cell.seat]), _points(standing, cell.part, cell.seat)
            yield (*start, cell.seat, name, cell.part, value, points)
    for part in ("puddings", "total"):
        for seat, name in enumerate(sheet.seat_names):
            entry = standing.puddings[seat] if part == "puddings" else ""
            yield (*start, seat, _guarded(name), part, entry, _points(standing, part, seat))


def _guarded(name: str) -> str:
    """The name, quoted where a spreadsheet would take it for a formula (CSV injection)."""
    return f"'{name}" if name.startswith(_FORMULAS) else name


def _plain(name: str) -> str:
    return name[1:] if name.startswith("'") and name[1:].startswith(_FORMULAS) else name


def _points(standing: Standing, part: str, seat: int) -> int | str:
    """Points, or an empty text where they are not known yet: a round's until it is complete, the end's until the game is over."""
    if part == "total":
        return standing.totals[seat]
    if part.isdecimal():
        entry = standing.rounds[int(part) - 1]
        return entry.points[seat] if entry.complete else ""
    return "" if standing.outcome is None else standing.outcome.end_points[part][seat]


def from_csv(text: str) -> tuple[Sheet, ...]:
    """The sheets of a CSV. Points are ignored and counted again; a line always makes the same edit, so reading is idempotent."""
    text = text.removeprefix("\ufeff")
    columns = text.partition("\n")[0]
    # Spreadsheets write semicolons in locales with a decimal comma.
    between = ";" if ";" in columns and "," not in columns else ","
    reader = csv.DictReader(io.StringIO(text, newline=""), restval="", delimiter=between)
    found: dict[str, list[tuple[int, dict[str, str]]]] = {}
    try:
        missing = [name for name in COLUMNS[:-1] if name not in (reader.fieldnames or ())]
        if missing:
            raise SheetError(f"column {missing[0]!r} is missing: a CSV of sheets has {', '.join(COLUMNS)}")
        for row in reader:
            found.setdefault(row["sheet"], []).append((reader.line_num, row))
    except csv.Error as error:
        raise SheetError(f"this is not a CSV of sheets: {error}") from None
    return tuple([_read_sheet(rows) for rows in found.values()])


def _read_sheet(rows: list[tuple[int, dict[str, str]]]) -> Sheet:
    line, first = rows[0]
    names: dict[int, str] = {}
    values: dict[str, str] = {}
    for line, row in rows:
        if any(row[name] != first[name] for name in ("started", "game", "options")):
            raise SheetError(
                f"line {line}: started, game and options differ from those of line {rows[0][0]}, the same sheet"
            )
        if row["part"] not in _PARTS:
            raise SheetError(f"line {line}: part {shown(row['part'])} is not known: it is one of {', '.join(_PARTS)}")
        seat = _number(line, "seat", row["seat"])
        names.setdefault(seat, _plain(row["player"]))
        if row["part"] not in {"puddings", "total"}:
            values[f"{row['part']}/{seat}"] = row["entry"]
    try:
        header = _header(rows[0][0], first, names)
        edits = [_edit(header, parse_cell(cell), value) for cell, value in values.items()]
    except SheetError as error:
        raise SheetError(f"lines {rows[0][0]} to {line}: {error}") from None
    return Sheet(header, tuple(edits))


def _header(line: int, row: dict[str, str], names: dict[int, str]) -> Header:
    options = row["options"].split()
    for name in options:
        if name not in FLAGS:
            raise SheetError(f"option {shown(name)} is not known: there are {' and '.join(FLAGS)}")
    flags = {name: name in options for name in FLAGS}
    if sorted(names) != [*range(len(names))]:
        raise SheetError(f"the seats are {shown(sorted(names))}: they should count from 0 without a gap")
    people = [names[seat] for seat in sorted(names)][: len(names) - flags["dummy"]]
    started = _number(line, "started", row["started"])
    return Header(row["sheet"], check_game(row["game"]), tuple(people), started, **flags)


def _edit(header: Header, cell: Cell, value: str) -> Edit:
    # Deterministic: the id is a hash of the entry, and the time is the earliest, so that an edit of a device takes precedence.
    digest = hashlib.sha256("\n".join([header.sheet, str(cell), value]).encode()).hexdigest()
    edit = Edit(f"csv-{digest[:32]}", cell, value, (), header.started, BY)
    check_edit(header, edit)
    return edit


def _number(line: int, what: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 16):
        raise SheetError(f"line {line}: {what} {shown(text)} is not a whole number")
    return int(text)
