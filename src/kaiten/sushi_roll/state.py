"""The full state of a game at one moment. All of it is public: the next draw is not part of it."""

from dataclasses import dataclass

from kaiten.sushi_roll import tables
from kaiten.sushi_roll.dice import Belt, Kind, Tray
from kaiten.sushi_roll.moves import Move


@dataclass(frozen=True, slots=True)
class Options:
    """Sushi Roll has no options."""


@dataclass(frozen=True, slots=True)
class Reroll:
    """A menu that was paid and waits for its roll: the seat of the belt, and which of its dice."""

    seat: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment. Tuples are by seat."""

    options: Options
    players: int
    red: int | None
    """The seat with the red belt; None until it is dealt."""
    round: int
    """From 1."""
    belts: tuple[Belt, ...]
    """The dice as they lie; while belts are being rolled, those rolled so far."""
    unrolled: tuple[tuple[Kind, ...], ...]
    """The dice of the belts still to be rolled, in seat order."""
    rerolling: Reroll | None
    """The menu that was paid and waits for its roll."""
    turns_taken: int
    """How many seats have had their turn since the last slide."""
    trays: tuple[Tray, ...]
    menus: tuple[int, ...]
    chopsticks: tuple[int, ...]
    puddings: tuple[int, ...]
    """Pudding tokens of each; kept, like the others, from round to round (SR-2)."""
    last: tuple[int, Move] | None
    """The seat and the move of the last action."""
    past: tuple[tuple[Tray, ...], ...]
    """The trays at the end of each round that has been scored."""

    @property
    def over(self) -> bool:
        return len(self.past) == tables.ROUNDS

    @property
    def acting(self) -> int | None:
        """The seat whose turn it is: the red belt's holder first, then to the left (SR-5)."""
        if self.red is None or self.over or self.unrolled or not self.belts:
            return None
        return (self.red + self.turns_taken) % self.players

    @property
    def cycle(self) -> int:
        """From 1: how many times the belts have been rolled this round."""
        cycles = tables.DICE_EACH[self.players]
        sizes = [len(dice) for dice in (*self.belts, *self.unrolled)]
        if not sizes:
            return cycles if self.over else 1
        return cycles - max(sizes) + 1


def supply(total: int, held: tuple[int, ...]) -> int:
    """Tokens of one kind left in the supply (SR-2)."""
    return total - sum(held)
