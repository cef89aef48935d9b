"""`make gen`: the five levels as JSON, for clients that offer them. Their characters are the clients' own words, in each language."""

import json
import sys
from pathlib import Path

from kaiten.players.levels import LEVELS, USUAL


def listing_text() -> str:
    """Names on the wire, what they are called, and their ratings by game; the weakest first."""
    levels = [{"name": level.name, "title": level.title, "rating": dict(level.rating)} for level in LEVELS.values()]
    return json.dumps({"levels": levels, "usual": USUAL}, indent=2) + "\n"


def main() -> None:
    file = Path(sys.argv[1])
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(listing_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
