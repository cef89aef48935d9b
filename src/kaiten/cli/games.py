"""The `GameScreen` protocol, a game at the terminal, and its registry: the only place in this room that distinguishes the games."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from kaiten.cli import cards, dice
from kaiten.cli.table import RulesText
from kaiten.kit.game import GameName
from kaiten.kit.tally import Tally
from kaiten.record import GAMES

TITLES: dict[GameName, str] = {name: rules.TITLE for name, rules in GAMES.items()}


class GameScreen(Protocol):
    """Output and input of a game at the terminal. A game is a module here too."""

    WORDS: tuple[str, ...]
    """Short names of the game that people may type."""
    OPTIONS: tuple[str, ...]
    """Command-line options that only some games have."""
    COUNTS: tuple[str, ...]
    """Options of `score` for counts at the end of a game."""
    CODES: str
    """The notation in a sentence."""
    RULES: RulesText
    HAS_WIN_TABLE: bool
    """Whether `train --standing` can fit a win table."""

    def make_options(self, passing: Any, dummy: bool, penalty: bool, first_control: int | None) -> Any: ...

    def help_text(self, view: Any) -> str: ...

    def show(self, view: Any, names: Sequence[str]) -> None:
        """Print everything that a player may see before choosing."""
        ...

    def show_memory(self, view: Any, names: Sequence[str]) -> None:
        """Print what a player knows of hidden cards."""
        ...

    def read(self, view: Any, text: str, names: Sequence[str]) -> Any:
        """A move from the text that a person typed."""
        ...

    def confirm_text(self, view: Any, move: Any, names: Sequence[str]) -> str:
        """The question before a move counts."""
        ...

    def announce(self, before: Any, after: Any, seat: int, move: Any, names: Sequence[str]) -> str:
        """A public move in words, from the states before and after it."""
        ...

    def describe_events(self, before: Any, after: Any, seat: int, move: Any, names: Sequence[str]) -> list[str]:
        """The public events of a move in words; nothing while it is face down."""
        ...

    def turn_title(self, number: int, state: Any) -> str: ...

    def table_lines(self, state: Any, names: Sequence[str]) -> list[str]:
        """The whole table, a line for each seat."""
        ...

    def turn_to_json(self, state: Any, choices: Mapping[int, Any]) -> dict[str, Any]: ...

    def score(
        self, texts: Sequence[str], counts: Mapping[str, list[int] | None], options: Any, names: Sequence[str]
    ) -> tuple[tuple[Tally, ...], tuple[Tally, ...] | None]:
        """The tallies of a round, and of the end of the game where its counts are given."""
        ...


SCREENS: dict[GameName, GameScreen] = {"sushi-go": cards, "sushi-roll": dice}
