"""The `Game` protocol: the functions that each game offers, so that the other rooms need not ask which game it is.

A game is a module: `kaiten.sushi_go` and `kaiten.sushi_roll` each are a `Game`. They share no base class and no turn
loop, so this is a structural protocol. `kaiten.record.GAMES` is the registry of games by name; what a game is on the wire
is a `kaiten.protocol.games.GameWire`.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal, Protocol, TypeVar

from kaiten.kit.chance import Chance, Drawn, Lot, Owed
from kaiten.kit.tally import Tally

GameName = Literal["sushi-go", "sushi-roll"]
"""The name of a game in records, on the wire, in sheets and on the command line."""

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
    def end_points(self) -> dict[str, tuple[int, ...]]: ...
    @property
    def totals(self) -> tuple[int, ...]: ...
    @property
    def winners(self) -> tuple[int, ...]: ...


class Game(Protocol[OptionsT, StateT, MoveT, ViewT_co]):
    """Pure functions from state to state, and notation both ways."""

    @property
    def NAME(self) -> GameName: ...  # noqa: N802  (a constant of the module)

    TITLE: str
    """The name that people read."""
    SIMULTANEOUS: bool
    """Whether all seats choose at once and in secret, or one at a time."""

    @property
    def Options(self) -> Callable[[], OptionsT]: ...  # noqa: N802  (the class; called without arguments: the usual game)

    def new(self, options: OptionsT, players: int) -> StateT:
        """The state before anything is drawn."""
        ...

    def owed(self, state: StateT) -> Owed | None:
        """The next draw; None when it is the players' turn, or the game is over."""
        ...

    def settle(self, state: StateT, drawn: Drawn) -> StateT:
        """The state after the owed draw gave this result."""
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
        """The result; None while the game is in progress."""
        ...

    def turn_key(self, state: StateT, actions: int) -> tuple[int, int]:
        """Round and turn that a choice has to name, given how many choices were made since the round began."""
        ...

    def ends_turn(self, after: StateT, move: MoveT) -> bool:
        """Whether this move, which led to the state `after`, was the last of its turn."""
        ...

    def hidden_choice(self, state: StateT, seat: int) -> MoveT | None:
        """What this seat has chosen face down; None where nothing is hidden."""
        ...

    def dummies(self, options: OptionsT) -> int:
        """The number of dummy seats, which come after those of the players: 1 with the dummy, else 0."""
        ...

    def option_lots(self, options: OptionsT) -> tuple[tuple[Lot, int], ...]:
        """The lots, and their results, that a record keeps among its options instead of among its draws."""
        ...

    def tally_past(self, state: StateT) -> tuple[Tally, ...]:
        """The scores, line by line, of the last round that was scored; nothing before the first."""
        ...

    def format_move(self, move: MoveT) -> str: ...

    def parse_move(self, text: str) -> MoveT: ...

    def options_to_json(self, options: OptionsT) -> dict[str, Any]: ...

    def options_from_json(self, data: Mapping[str, Any]) -> OptionsT: ...


AnyGame = Game[Any, Any, Any, Any]


def settled(game: Game[OptionsT, StateT, MoveT, ViewT_co], state: StateT, chance: Chance) -> StateT:
    """The state once its chance nodes are resolved: draw until it is the players' turn or the game is over."""
    while (due := game.owed(state)) is not None:
        state = game.settle(state, chance.draw(due))
    return state
