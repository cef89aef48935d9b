"""The `SheetGame` protocol and its registry: what a score sheet asks of a game, and the one place here that tells them apart.

Tables are typed `Any`: a sheet passes them from `parse_table` to the other functions of the same game.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from kaiten.kit.game import GameName, Outcome
from kaiten.kit.tally import Tally
from kaiten.kit.wasabi import WasabiRule
from kaiten.sheet import sushi_go, sushi_roll
from kaiten.sheet.values import Excess, Tokens


class SheetGame(Protocol):
    """A game as a score sheet sees it: tables as text, their scores, and how much of everything the box holds."""

    TITLE: str
    """The name that people read."""
    PIECES: str
    """Cards or dice, in words."""
    PIECE: str
    FLAGS: tuple[str, ...]
    """Options that bear on scores."""
    HAS_TOKENS: bool
    """Whether each player's tokens are entered at the end."""
    WASABI: WasabiRule[Any]

    def parse_table(self, text: str) -> tuple[Any, ...]: ...

    def format_table(self, table: Iterable[Any]) -> str: ...

    def make_options(self, *, dummy: bool, dummy_pudding_penalty: bool) -> Any: ...

    def table_size(self, options: Any, players: int) -> int:
        """How many cards or dice a round gives each player (SG-2, SG-19, SR-3)."""
        ...

    def without_puddings(self, table: Any) -> Any:
        """The part of a table that scores in its round."""
        ...

    def count_puddings(self, table: Any) -> int: ...

    def cap_puddings(self, count: int) -> int:
        """Puddings of a whole game, at most as many as there are."""
        ...

    def score_tables(self, tables: Any) -> tuple[Tally, ...]: ...

    def score_end(
        self, past: Any, puddings: Sequence[int], tokens: Sequence[Tokens], options: Any
    ) -> tuple[Outcome, tuple[Tally, ...]]:
        """The result of the whole game, and the lines of what is counted at its end."""
        ...

    def find_excess(self, rounds: Any, tokens: Sequence[Tokens | None]) -> Iterator[Excess]:
        """What there is more of than the box holds."""
        ...


SHEET_GAMES: dict[GameName, SheetGame] = {"sushi-go": sushi_go, "sushi-roll": sushi_roll}
