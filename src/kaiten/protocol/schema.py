"""`make gen`: the protocol as JSON Schema, for clients in other languages."""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from kaiten.protocol import VERSION, Move, View
from kaiten.protocol.commands import Command, Rematch
from kaiten.protocol.games import WIRES
from kaiten.protocol.messages import ClientMessage, ServerMessage
from kaiten.protocol.news import News
from kaiten.protocol.rest import (
    ClaimLink,
    DeviceLink,
    Identity,
    MyGames,
    NewPlayer,
    NewTable,
    OpenTables,
    Problem,
    TableFound,
    TableOpened,
)
from kaiten.protocol.sheets import SheetSynced, SyncSheet

# A view and a move are tagged unions over the games, discriminated by `type`.
ROOTS: dict[str, Any] = {
    "View": View,
    "Move": Move,
    "Command": Command | Rematch,
    "News": News,
    "ClientMessage": ClientMessage,
    "ServerMessage": ServerMessage,
    **{wire.OPTIONS.__name__: wire.OPTIONS for wire in WIRES.values()},
    "Problem": Problem,
    "NewPlayer": NewPlayer,
    "Identity": Identity,
    "NewTable": NewTable,
    "TableOpened": TableOpened,
    "TableFound": TableFound,
    "OpenTables": OpenTables,
    "MyGames": MyGames,
    "DeviceLink": DeviceLink,
    "ClaimLink": ClaimLink,
    "SyncSheet": SyncSheet,
    "SheetSynced": SheetSynced,
}


def schema() -> dict[str, Any]:
    """Every struct of the protocol, and the names under which they are sent."""
    found, components = msgspec.json.schema_components(ROOTS.values(), ref_template="#/$defs/{name}")
    roots = {name: root for name, root in zip(ROOTS, found, strict=True) if root != {"$ref": f"#/$defs/{name}"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Kaiten protocol",
        "description": f"Version {VERSION}. Made by `make gen` from the structs; do not edit.",
        "$defs": {name: _tidy(entry) for name, entry in sorted((components | roots).items())},
    }


def _tidy(value: Any) -> Any:
    """Put docstrings on one line: their indentation differs between versions of Python."""
    if isinstance(value, dict):
        return {name: " ".join(item.split()) if name == "description" else _tidy(item) for name, item in value.items()}
    return [_tidy(item) for item in value] if isinstance(value, list) else value


def schema_text() -> str:
    return json.dumps(schema(), indent=2) + "\n"


def main() -> None:
    Path(sys.argv[1]).write_text(schema_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
