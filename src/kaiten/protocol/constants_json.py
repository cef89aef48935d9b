"""`make gen`: the constants of both games as JSON, for clients that show them. Their only source is each game's `tables`."""

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from kaiten import sushi_go, sushi_roll


def numbers() -> dict[str, dict[str, Any]]:
    """Every table of each game, under its name in small letters."""
    return {game.NAME: _of(game.tables) for game in (sushi_go, sushi_roll)}


def numbers_text() -> str:
    return json.dumps(numbers(), indent=2) + "\n"


def _of(tables: ModuleType) -> dict[str, Any]:
    found = {name.lower(): value for name, value in vars(tables).items() if name.isupper()}
    if "dice" in found:
        found["dice"] = {kind: {"count": count, "faces": faces} for kind, (count, faces) in found["dice"].items()}
    return found


def main() -> None:
    file = Path(sys.argv[1])
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(numbers_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
