"""`make golden`: regenerate the golden files. Read the diff before you commit it."""

import json
from pathlib import Path
from typing import Any

from tests.golden.messages import messages_text
from tests.golden.perft import positions
from tests.golden.playthrough import playthrough
from tests.golden.series import series
from tests.golden.sheets import sheets
from tests.golden.tallies import tallies
from tests.golden.vectors import COUNT, vector
from tests.golden.wire import MOMENTS, wire
from tests.playing import SETUPS

HERE = Path(__file__).parent
PLAYTHROUGHS = HERE / "playthroughs"
VECTORS = HERE / "hmac-sha256-1.json"
PERFT = HERE / "perft.json"
TALLIES = HERE / "tallies.json"
SERIES = HERE / "series.json"
SHEETS = HERE / "sheets.json"
WIRE = HERE / "wire"
MESSAGES = WIRE / "messages.json"


def as_lines(entries: Any) -> str:
    """JSON with one entry a line, for readable diffs."""
    if isinstance(entries, list):
        return "[\n" + ",\n".join(json.dumps(entry) for entry in entries) + "\n]\n"
    return "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in entries.items()) + "\n}\n"


def main() -> None:
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for name in SETUPS:
        (PLAYTHROUGHS / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
    VECTORS.write_text(as_lines([vector(number) for number in range(COUNT)]), encoding="utf-8")
    WIRE.mkdir(exist_ok=True)
    for name in MOMENTS:
        (WIRE / f"{name}.json").write_text(wire(name), encoding="utf-8")
    MESSAGES.write_text(messages_text(), encoding="utf-8")
    SERIES.write_text(as_lines([*series()]), encoding="utf-8")
    SHEETS.write_text(as_lines([*sheets()]), encoding="utf-8")
    TALLIES.write_text(as_lines([*tallies()]), encoding="utf-8")
    PERFT.write_text(as_lines(positions()), encoding="utf-8")


if __name__ == "__main__":
    main()
