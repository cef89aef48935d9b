"""The `SheetGame` protocol, what a score sheet needs of a game, and its registry: the only place here that distinguishes the games.

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
    """A game as a score sheet needs it: tables as text, their scores, and the contents of the box."""

    TITLE: str
    """The name that people read."""
    PIECES: str
    """Cards or dice, in words."""
    PIECE: str
    FLAGS: tuple[str, ...]
    """Options that affect scores."""
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
        """The puddings of a whole game, limited to the supply."""
        ...

    def score_tables(self, tables: Any) -> tuple[Tally, ...]: ...

    def score_end(
        self, past: Any, puddings: Sequence[int], tokens: Sequence[Tokens], options: Any
    ) -> tuple[Outcome, tuple[Tally, ...]]:
        """The result of the whole game, and the lines of what is counted at its end."""
        ...

    def find_excess(self, rounds: Any, tokens: Sequence[Tokens | None]) -> Iterator[Excess]:
        """Items of which the sheet has more than the box."""
        ...


SHEET_GAMES: dict[GameName, SheetGame] = {"sushi-go": sushi_go, "sushi-roll": sushi_roll}
