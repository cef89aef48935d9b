"""The head of a sheet: which game, who plays, how. It never changes."""

import re
import unicodedata
from dataclasses import dataclass

from kaiten import sushi_go, sushi_roll
from kaiten.kit.errors import shown
from kaiten.kit.seats import FEWEST_PLAYERS, MOST_PLAYERS
from kaiten.sheet.errors import SheetError
from kaiten.sushi_go.tables import DUMMY_PLAYERS

DUMMY = "The dummy"
GAMES = (sushi_go.NAME, sushi_roll.NAME)
ROUNDS = range(1, sushi_go.tables.ROUNDS + 1)
"""Both games have three rounds (SG-3, SR-9)."""

FLAGS = ("dummy", "dummy_pudding_penalty")
"""The options of Sushi Go! that bear on scores."""

LONGEST_NAME = 40
LATEST = 8_640_000_000_000_000
"""The last millisecond that a browser can name."""

_ID = re.compile(r"[A-Za-z0-9_-]+")
_UNSHOWN = {"Cc", "Cs", "Zl", "Zp"}


@dataclass(frozen=True, slots=True)
class Head:
    """What a sheet is about. `players` are the people; with the dummy its seat comes after theirs."""

    sheet: str
    game: str
    players: tuple[str, ...]
    started: int
    dummy: bool = False
    dummy_pudding_penalty: bool = False

    def __post_init__(self) -> None:
        check_id("sheet", self.sheet, 16)
        if self.game not in GAMES:
            raise SheetError(f"game {shown(self.game)} is not known: the games are {' and '.join(GAMES)}")
        if not FEWEST_PLAYERS <= len(self.players) <= MOST_PLAYERS:
            people = "player" if len(self.players) == 1 else "players"
            raise SheetError(f"{len(self.players)} {people}: a sheet has {FEWEST_PLAYERS} to {MOST_PLAYERS}")
        for name in self.players:
            check_name(name)
        if len({*self.players}) < len(self.players):
            raise SheetError(f"two players have the same name: {shown(', '.join(self.players))}")
        check_time("started", self.started)
        if self.dummy and (self.game != sushi_go.NAME or len(self.players) != DUMMY_PLAYERS):
            raise SheetError(f"the dummy plays Sushi Go! with {DUMMY_PLAYERS} people")
        if self.dummy_pudding_penalty and not self.dummy:
            raise SheetError("dummy_pudding_penalty needs the dummy")

    @property
    def is_cards(self) -> bool:
        return self.game == sushi_go.NAME

    @property
    def seats(self) -> int:
        """The people and, where it plays, the dummy."""
        return len(self.players) + self.dummy

    @property
    def options(self) -> sushi_go.Options:
        """The card game's options, as far as they bear on scores."""
        return sushi_go.Options(dummy=self.dummy, dummy_pudding_penalty=self.dummy_pudding_penalty)

    @property
    def size(self) -> int:
        """How many cards or dice a round gives each (SG-2, SG-19, SR-3)."""
        people = len(self.players)
        return sushi_go.hand_size(self.options, people) if self.is_cards else sushi_roll.tables.DICE_EACH[people]

    @property
    def pieces(self) -> str:
        return "cards" if self.is_cards else "dice"


def check_id(what: str, value: str, shortest: int) -> None:
    if not (shortest <= len(value) <= 64 and _ID.fullmatch(value)):
        raise SheetError(f"{what} {shown(value)}: it should be {shortest} to 64 letters, digits, - or _")


def check_time(what: str, value: int) -> None:
    if not 0 <= value <= LATEST:
        raise SheetError(f"{what} {shown(value)}: it should be milliseconds since 1970")


def check_name(name: str) -> None:
    """Refuse what cannot be read on a line.

    >>> check_name("Ana"), check_name("x" * 41)
    Traceback (most recent call last):
    kaiten.sheet.errors.SheetError: the name 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' will not do: 1 to 40 letters that can be shown
    """
    if not name.strip() or not may_be_shown(name):
        raise SheetError(f"the name {shown(name)} will not do: 1 to {LONGEST_NAME} letters that can be shown")


def may_be_shown(text: str) -> bool:
    return len(text) <= LONGEST_NAME and not any(unicodedata.category(letter) in _UNSHOWN for letter in text)
