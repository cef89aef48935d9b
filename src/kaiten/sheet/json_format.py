"""Sheets as JSON, formats `kaiten-sheet/1` and `kaiten-sheets/1`, both ways. Reading checks every field."""

import json
from collections.abc import Sequence
from typing import Any, TypeVar

from kaiten.kit.errors import shown
from kaiten.sheet.cells import parse_cell
from kaiten.sheet.edits import Edit, Sheet, check_edit
from kaiten.sheet.errors import SheetError
from kaiten.sheet.header import FLAGS, Header, check_game

FORMAT = "kaiten-sheet/1"
FORMAT_SEVERAL = "kaiten-sheets/1"
MOST_EDITS = 10_000
"""The limit of a sheet; a game takes a few dozen."""

_KINDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "an object"}
T = TypeVar("T")


def loads(text: str) -> tuple[Sheet, ...]:
    """The sheets of a JSON text, which holds one or several."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise SheetError("this is not JSON, or is cut short, so it is not a sheet") from None
    if isinstance(data, dict) and data.get("format") == FORMAT_SEVERAL:
        return tuple([sheet_from_json(entry) for entry in _field(data, "sheets", list)])
    return (sheet_from_json(data),)


def dumps(sheets: Sequence[Sheet]) -> str:
    """One sheet as `kaiten-sheet/1`, several as `kaiten-sheets/1`."""
    data = [sheet_to_json(sheet) for sheet in sheets]
    whole = data[0] if len(data) == 1 else {"format": FORMAT_SEVERAL, "sheets": data}
    return json.dumps(whole, ensure_ascii=False) + "\n"


def sheet_to_json(sheet: Sheet) -> dict[str, Any]:
    """A sheet as plain JSON values."""
    header = sheet.header
    return {
        "format": FORMAT,
        "sheet": header.sheet,
        "game": header.game,
        "players": [*header.players],
        "options": {name: getattr(header, name) for name in header.rules.FLAGS},
        "started": header.started,
        "edits": [edit_to_json(edit) for edit in sheet.edits],
    }


def sheet_from_json(data: Any) -> Sheet:
    """A sheet from plain JSON values, checked; or SheetError."""
    if not isinstance(data, dict):
        raise SheetError(f"a sheet is a JSON object, not {shown(data)}")
    if data.get("format") != FORMAT:
        raise SheetError(f"format {shown(data.get('format'))} is not known: it is {FORMAT}")
    header = _read_header(data)
    edits = _field(data, "edits", list)
    if len(edits) > MOST_EDITS:
        raise SheetError(f"{len(edits)} edits: a sheet has {MOST_EDITS} at most")
    return Sheet(header, tuple([edit_from_json(header, edit) for edit in edits]))


def edit_to_json(edit: Edit) -> dict[str, Any]:
    """An edit as plain JSON values."""
    data: dict[str, Any] = {
        "id": edit.id,
        "cell": str(edit.cell),
        "value": edit.value,
        "after": [*edit.after],
        "at": edit.at,
        "by": edit.by,
    }
    return data if edit.undoes is None else {**data, "undoes": edit.undoes}


def edit_from_json(header: Header, data: Any) -> Edit:
    """An edit of this sheet from plain JSON values, checked; or SheetError."""
    if not isinstance(data, dict):
        raise SheetError(f"an edit is a JSON object, not {shown(data)}")
    edit = Edit(
        id=_field(data, "id", str),
        cell=parse_cell(_field(data, "cell", str)),
        value=None if "value" in data and data["value"] is None else _field(data, "value", str),
        after=_texts(data, "after"),
        at=_field(data, "at", int),
        by=_field(data, "by", str),
        undoes=None if data.get("undoes") is None else _field(data, "undoes", str),
    )
    check_edit(header, edit)
    return edit


def _read_header(data: dict[str, Any]) -> Header:
    options = _field(data, "options", dict)
    flags = {name: _field(options, name, bool) for name in FLAGS if name in options}
    for name in options:
        if name not in FLAGS:
            raise SheetError(f"option {shown(name)} is not known: a sheet has {' and '.join(FLAGS)}")
    return Header(
        sheet=_field(data, "sheet", str),
        game=check_game(_field(data, "game", str)),
        players=_texts(data, "players"),
        started=_field(data, "started", int),
        **flags,
    )


def _field(data: dict[str, Any], name: str, kind: type[T]) -> T:
    if name not in data:
        raise SheetError(f"{name!r} is missing")
    value = data[name]
    # Exact types: to `isinstance` True would be an int.
    if type(value) is not kind:
        raise SheetError(f"{name!r} is {shown(value)}: it should be {_KINDS[kind]}")
    return value


def _texts(data: dict[str, Any], name: str) -> tuple[str, ...]:
    texts = _field(data, name, list)
    for text in texts:
        if not isinstance(text, str):
            raise SheetError(f"{name!r} has {shown(text)}: it should hold texts")
    return tuple(texts)
