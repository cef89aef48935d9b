"""A game as data: the options, the chance, and the list of choices. Everything else follows from these."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kaiten import sushi_go, sushi_roll
from kaiten.kit.chance import Chance, Drawn, Owed
from kaiten.kit.errors import ChanceError, shown
from kaiten.kit.game import AnyGame, GameName
from kaiten.record.errors import RecordError

FORMAT = "kaiten/1"

GAMES: dict[GameName, AnyGame] = {sushi_go.NAME: sushi_go, sushi_roll.NAME: sushi_roll}


def game_named(name: str) -> AnyGame:
    """The rules of the game with this name; RecordError where there is none."""
    for known, game in GAMES.items():
        if known == name:
            return game
    raise RecordError(f"game {shown(name)} is not known: it is {' or '.join(GAMES)}")


def choices_a_turn(rules: AnyGame, players: int) -> int:
    """Choices in a row of `turns`: one of each player if they are simultaneous, else one."""
    return players if rules.SIMULTANEOUS else 1


@dataclass(frozen=True, slots=True)
class Record:
    """One game, finished or not.

    `draws` holds the results of chance by the name of the draw, in order. `choices` holds seats and their moves in
    notation. `more` holds every other field of the record, such as `fairness`.
    """

    game: GameName
    players: tuple[str, ...]
    options: Any
    draws: Mapping[str, tuple[Drawn, ...]]
    choices: tuple[tuple[int, str], ...]
    scores: Mapping[str, Any] | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rules(self) -> AnyGame:
        return GAMES[self.game]

    def turn_of(self, index: int) -> int:
        """The row of `turns`, from 1, that holds the choice with this index."""
        return index // choices_a_turn(self.rules, len(self.players)) + 1


class RecordedChance:
    """Chance that replays a record's draws, then draws from `afterwards` where that is given."""

    def __init__(self, draws: Mapping[str, tuple[Drawn, ...]], afterwards: Chance | None = None) -> None:
        self._left = {name: [*reversed(drawn)] for name, drawn in draws.items()}
        self._afterwards = afterwards
        self.trail: list[tuple[Owed, Drawn]] = []
        """The draws so far, each with its result."""

    def draw(self, owed: Owed) -> Drawn:
        # Drawn even where the record holds the result, so that a seeded chance continues from the right place.
        drawn = self._afterwards.draw(owed) if self._afterwards else None
        left = self._left.get(owed.name)
        if left:
            drawn = left.pop()
        if drawn is None:
            raise ChanceError(f"the record has no {owed.name} for this draw")
        self.trail.append((owed, drawn))
        return drawn

    @property
    def unused(self) -> tuple[str, ...]:
        """The names of recorded draws that the game never made."""
        return tuple([name for name, left in self._left.items() if left])
