"""RecordError: what is wrong with a record, with its file, line, turn and seat."""

import json

from kaiten.kit.errors import KaitenError, shown


def as_json(value: object, limit: int = 60) -> str:
    """A value as JSON for an error message, cut to `limit` characters."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):  # not a value of JSON
        text = shown(value)
    return text if len(text) <= limit else f"{text[: limit - 3]}..."


class RecordError(KaitenError):
    """An invalid record.

    The message is for people, the attributes for programs, each None where it does not apply: `file`, its `line`
    (from 1), `turn` (the row of `turns`, from 1), `seat`, the offending `choice`, and what was `legal` instead.
    """

    code = "bad-record"

    def __init__(
        self,
        problem: str,
        *,
        file: str | None = None,
        line: int | None = None,
        turn: int | None = None,
        seat: int | None = None,
        choice: str | None = None,
        legal: str | None = None,
    ) -> None:
        self.problem = problem
        self.file = file
        self.line = line
        self.turn = turn
        self.seat = seat
        self.choice = choice
        self.legal = legal
        super().__init__(self._message())

    def at_line(self, file: str, line: int) -> "RecordError":
        """The same error, in this line of a file."""
        where = {"turn": self.turn, "seat": self.seat}
        return RecordError(self.problem, file=file, line=line, choice=self.choice, legal=self.legal, **where)

    def _message(self) -> str:
        places = (("line", self.line), ("turn", self.turn), ("seat", self.seat))
        numbered = [f"{name} {number}" for name, number in places if number is not None]
        where = ", ".join([*([] if self.file is None else [self.file]), *numbered])
        what = f"{shown(self.choice)}: {self.problem}" if self.choice is not None else self.problem
        instead = f" (legal: {self.legal})" if self.legal else ""
        return f"{where}: {what}{instead}" if where else f"{what}{instead}"
