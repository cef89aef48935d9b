"""The header of a sheet: which game, who plays, with which options. It never changes."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Any

from kaiten.kit.errors import shown
from kaiten.kit.game import GameName
from kaiten.kit.seats import FEWEST_PLAYERS, MOST_PLAYERS
from kaiten.sheet.errors import SheetError
from kaiten.sheet.games import SHEET_GAMES, SheetGame
from kaiten.sushi_go import tables

DUMMY = "The dummy"
ROUNDS = range(1, tables.ROUNDS + 1)
"""Both games have three rounds (SG-3, SR-9)."""

FLAGS = ("dummy", "dummy_pudding_penalty")
"""The options that affect scores; only Sushi Go! has any."""

LONGEST_NAME = 40
LATEST = 8_640_000_000_000_000
"""The last millisecond that a JavaScript date can hold."""

_ID = re.compile(r"[A-Za-z0-9_-]+")
_CONTROL = {"Cc", "Cs", "Zl", "Zp"}


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a sheet. `players` are the people; the dummy's seat, where there is one, comes after theirs."""

    sheet: str
    game: GameName
    players: tuple[str, ...]
    started: int
    dummy: bool = False
    dummy_pudding_penalty: bool = False

    def __post_init__(self) -> None:
        check_id("sheet", self.sheet, 16)
        check_game(self.game)
        if not FEWEST_PLAYERS <= len(self.players) <= MOST_PLAYERS:
            people = "player" if len(self.players) == 1 else "players"
            raise SheetError(f"{len(self.players)} {people}: a sheet has {FEWEST_PLAYERS} to {MOST_PLAYERS}")
        for name in self.players:
            check_name(name)
        if len({*self.players}) < len(self.players):
            raise SheetError(f"two players have the same name: {shown(', '.join(self.players))}")
        check_time("started", self.started)
        if self.dummy and ("dummy" not in self.rules.FLAGS or len(self.players) != tables.DUMMY_PLAYERS):
            raise SheetError(f"the dummy plays Sushi Go! with {tables.DUMMY_PLAYERS} people")
        if self.dummy_pudding_penalty and not self.dummy:
            raise SheetError("dummy_pudding_penalty needs the dummy")

    @property
    def rules(self) -> SheetGame:
        """The functions of the game that a sheet needs."""
        return SHEET_GAMES[self.game]

    @property
    def seats(self) -> int:
        """The number of people, plus one with the dummy."""
        return len(self.players) + self.dummy

    @property
    def options(self) -> Any:
        """The game's options, as far as they affect scores."""
        return self.rules.make_options(dummy=self.dummy, dummy_pudding_penalty=self.dummy_pudding_penalty)

    @property
    def size(self) -> int:
        """How many cards or dice a round gives each."""
        return self.rules.table_size(self.options, len(self.players))


def check_game(name: str) -> GameName:
    """The name of a game; SheetError where there is none of this name."""
    for known in SHEET_GAMES:
        if known == name:
            return known
    raise SheetError(f"game {shown(name)} is not known: the games are {' and '.join(SHEET_GAMES)}")


def check_id(what: str, value: str, shortest: int) -> None:
    if not (shortest <= len(value) <= 64 and _ID.fullmatch(value)):
        raise SheetError(f"{what} {shown(value)}: it should be {shortest} to 64 letters, digits, - or _")


def check_time(what: str, value: int) -> None:
    if not 0 <= value <= LATEST:
        raise SheetError(f"{what} {shown(value)}: it should be milliseconds since 1970")


def check_name(name: str) -> None:
    """Refuse a name that is empty, too long or not printable.

    >>> check_name("Ana"), check_name("x" * 41)
    Traceback (most recent call last):
    kaiten.sheet.errors.SheetError: the name 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' is not allowed: it should be 1 to 40 printable characters
    """
    if not name.strip() or not is_displayable(name):
        raise SheetError(
            f"the name {shown(name)} is not allowed: it should be 1 to {LONGEST_NAME} printable characters"
        )


def is_displayable(text: str) -> bool:
    """Whether a text is short enough for a name and has no control characters."""
    return len(text) <= LONGEST_NAME and not any(unicodedata.category(letter) in _CONTROL for letter in text)
