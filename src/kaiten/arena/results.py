"""Results in a JSON Lines file, appended as games end: an interrupted run resumes without playing a game twice."""

import json
import os
from pathlib import Path
from typing import Any

from kaiten.arena.job import Result
from kaiten.kit.errors import KaitenError


class ResultsFileError(KaitenError):
    """A file that does not hold results of games."""

    code = "ledger"


class ResultsFile:
    """The results of a file by the keys of their jobs; without a file they are kept in memory only."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self.results: dict[str, Result] = {}
        if file is not None and file.exists():
            self._read(file)

    def add(self, result: Result) -> None:
        """Keep a result; idempotent: a result under a known key changes nothing."""
        if result.key in self.results:
            return
        self.results[result.key] = result
        if self._file is not None:
            line = {name: getattr(result, name) for name in Result.__slots__}
            with self._file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(line, separators=(",", ":")) + "\n")

    def _read(self, file: Path) -> None:
        whole = file.read_text(encoding="utf-8")
        lines = whole.splitlines()
        if whole and not whole.endswith("\n"):
            # The last line was cut off when its writer was stopped: its game will be played again.
            lines.pop()
            os.truncate(file, len("".join([f"{line}\n" for line in lines]).encode()))
        for number, line in enumerate(lines, 1):
            result = _result(line)
            if result is None:
                raise ResultsFileError(f"{file}, line {number}: this is not the result of a game; name another file")
            self.results.setdefault(result.key, result)


def _result(line: str) -> Result | None:
    try:
        data: dict[str, Any] = json.loads(line)
        return Result(
            key=str(data["key"]),
            seating=tuple(data["seating"]),
            totals=tuple(data["totals"]),
            winners=tuple(data["winners"]),
            seconds=tuple(data["seconds"]),
            forfeits={int(seat): str(why) for seat, why in data["forfeits"].items()},
        )
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
