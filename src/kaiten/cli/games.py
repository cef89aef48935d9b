"""The `GameScreen` protocol and its registry: a game at the terminal, and the one place of this room that tells them apart."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from kaiten.cli import cards, dice
from kaiten.cli.table import RulesText
from kaiten.kit.game import GameName
from kaiten.kit.tally import Tally
from kaiten.record import GAMES

TITLES: dict[GameName, str] = {name: rules.TITLE for name, rules in GAMES.items()}


class GameScreen(Protocol):
    """What the terminal shows of a game, and how it reads what people type. A game is a module here too."""

    WORDS: tuple[str, ...]
    """What people call the game."""
    OPTIONS: tuple[str, ...]
    """Command-line options that only some games have."""
    COUNTS: tuple[str, ...]
    """What `score` asks to be counted at the end of a game."""
    CODES: str
    """The notation in a sentence."""
    RULES: RulesText
    HAS_WIN_TABLE: bool
    """Whether `train --standing` can fit a win table."""

    def make_options(self, passing: Any, dummy: bool, penalty: bool, first_control: int | None) -> Any: ...

    def help_text(self, view: Any) -> str: ...

    def show(self, view: Any, names: Sequence[str]) -> None:
        """Everything a player may see before choosing."""
        ...

    def show_memory(self, view: Any, names: Sequence[str]) -> None:
        """What a player knows of hidden cards."""
        ...

    def read(self, view: Any, text: str, names: Sequence[str]) -> Any:
        """A move as people write it."""
        ...

    def confirm_text(self, view: Any, move: Any, names: Sequence[str]) -> str:
        """The question before a move counts."""
        ...

    def announce(self, before: Any, after: Any, seat: int, move: Any, names: Sequence[str]) -> str:
        """A move as everybody sees it, from the states before and after it."""
        ...

    def happened(self, before: Any, after: Any, seat: int, move: Any, names: Sequence[str]) -> list[str]:
        """All that everybody sees after a move; nothing while it lies face down."""
        ...

    def turn_title(self, number: int, state: Any) -> str: ...

    def table_lines(self, state: Any, names: Sequence[str]) -> list[str]:
        """Everything on the table, a line for each seat."""
        ...

    def turn_to_json(self, state: Any, choices: Mapping[int, Any]) -> dict[str, Any]: ...

    def score(
        self, texts: Sequence[str], counts: Mapping[str, list[int] | None], options: Any, names: Sequence[str]
    ) -> tuple[tuple[Tally, ...], tuple[Tally, ...] | None]:
        """The tallies of a round, and of the end of the game where its counts are given."""
        ...


SCREENS: dict[GameName, GameScreen] = {"sushi-go": cards, "sushi-roll": dice}
