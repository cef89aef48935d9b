"""The shape that both games have, so that the rooms below can be written once.

A game is a module: `kaiten.sushi_go` and `kaiten.sushi_roll` each are a `Game`. The two are alike in shape, not in
kind, so this is a structural protocol and not a base class.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, TypeVar

from kaiten.kit.chance import Chance, Drawn, Owed

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
ViewT_co = TypeVar("ViewT_co", covariant=True)


class Outcome(Protocol):
    """How a game ended: a dataclass whose rows have an entry for each seat (with the dummy three, the dummy last)."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def rounds(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def totals(self) -> tuple[int, ...]: ...
    @property
    def winners(self) -> tuple[int, ...]: ...


class Game(Protocol[OptionsT, StateT, MoveT, ViewT_co]):
    """Pure functions from state to state, and notation both ways."""

    @property
    def NAME(self) -> str: ...  # noqa: N802  (a constant of the module)

    def new(self, options: OptionsT, players: int) -> StateT:
        """The state before anything is drawn."""
        ...

    def owed(self, state: StateT) -> Owed | None:
        """What is to be drawn next; None when it is the players' turn, or the game is over."""
        ...

    def settle(self, state: StateT, drawn: Drawn) -> StateT:
        """Put in what was drawn."""
        ...

    def actors(self, state: StateT) -> tuple[int, ...]:
        """The seats that owe a choice; none while chance is owed and when the game is over."""
        ...

    def legal(self, state: StateT, seat: int) -> tuple[MoveT, ...]:
        """Each distinct choice this seat has now, once."""
        ...

    def choose(self, state: StateT, seat: int, move: MoveT) -> StateT:
        """The state after this choice; the last owed choice resolves the turn."""
        ...

    def view(self, state: StateT, seat: int | None) -> ViewT_co:
        """What this seat may know (None: a spectator), and nothing else."""
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """The result; None while the game goes on."""
        ...

    def format_move(self, move: MoveT) -> str: ...

    def parse_move(self, text: str) -> MoveT: ...

    def options_to_json(self, options: OptionsT) -> dict[str, Any]: ...

    def options_from_json(self, data: Mapping[str, Any]) -> OptionsT: ...


AnyGame = Game[Any, Any, Any, Any]


def settled(game: Game[OptionsT, StateT, MoveT, ViewT_co], state: StateT, chance: Chance) -> StateT:
    """The state once everything that it owes to chance has been drawn and put in."""
    while (due := game.owed(state)) is not None:
        state = game.settle(state, chance.draw(due))
    return state
