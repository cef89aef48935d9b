"""One family of errors, for people and for programs.

Each says what was wrong, with what value, and what would be right; `code` is stable, for programs to act on.
"""


def shown(value: object, limit: int = 60) -> str:
    """The `repr` of a value for an error message, cut to `limit` characters.

    >>> shown("T"), shown("x" * 1000, limit=10)
    ("'T'", "'xxxxxx...")
    """
    try:
        text = repr(value)
    except ValueError:  # a whole number of thousands of digits
        text = "a number too long to show"
    return text if len(text) <= limit else f"{text[: limit - 3]}..."


class KaitenError(Exception):
    """A request that cannot be carried out; the message says why."""

    code = "error"


class OptionError(KaitenError):
    """Options or a number of players that the game does not allow."""

    code = "bad-option"


class SeatError(KaitenError):
    """A seat that does not exist at this table."""

    code = "bad-seat"


class NotationError(KaitenError):
    """A text that is not a card, a die, a table or a move."""

    code = "bad-notation"


class IllegalMove(KaitenError):  # noqa: N818  (named as the players say it)
    """A move that the rules do not allow now: whose, which, why not, and what they do allow."""

    code = "illegal-move"

    def __init__(self, seat: int, move: str, problem: str, legal: str = "") -> None:
        instead = f" (legal: {legal})" if legal else ""
        super().__init__(f"seat {seat} cannot play {move}: {problem}{instead}")
        self.seat = seat
        self.move = move
        self.problem = problem
        self.legal = legal


class ChanceError(KaitenError):
    """A draw that is not of the kind, size or values that the game is owed."""

    code = "bad-chance"


class MissingExtra(KaitenError, ImportError):  # noqa: N818  (named as pip names it)
    """An optional dependency is not installed: who needs it, which extra brings it, and the command that installs it."""

    code = "missing-extra"
