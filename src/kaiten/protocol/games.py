"""The `GameWire` protocol and the registry of games on the wire: the only place in this room that distinguishes the games.

The rules may not import msgspec, so the JSON form of a `kaiten.kit.game.Game` is in this room: `protocol.sushi_go` and
`protocol.sushi_roll` each are a `GameWire`.
"""

from typing import Any, Protocol

from kaiten.kit.game import GameName
from kaiten.protocol import sushi_go, sushi_roll
from kaiten.protocol.news import News


class GameWire(Protocol):
    """A game's options, moves, views and choices as structs of the wire, both ways. A game is a module here too."""

    OPTIONS: type
    MOVES: tuple[type, ...]
    VIEW: type
    """The schemas of options, moves and observation."""

    def options_to_wire(self, options: Any) -> Any:
        """The options as a table shows them; None for a game that has none."""
        ...

    def options_from_wire(self, options: Any) -> Any:
        """The options of a table (None: the defaults); OptionError where they belong to the other game."""
        ...

    def move_to_wire(self, move: Any) -> Any: ...

    def move_from_wire(self, move: Any) -> Any: ...

    def view_to_wire(self, view: Any) -> Any:
        """A view as a struct, with the values that follow from it by the rules."""
        ...

    def view_for_program(self, view: Any) -> dict[str, Any]:
        """The same as a dict for a bot in another language: always with `legal`, each legal move once."""
        ...

    def choice_news(self, state: Any, seat: int, move: Any, turn_key: tuple[int, int]) -> News | None:
        """The public news of a choice that led to this state; None while it is face down."""
        ...


WIRES: dict[GameName, GameWire] = {"sushi-go": sushi_go, "sushi-roll": sushi_roll}
