"""What a player may do on a turn: re-roll with a menu, swap with chopsticks, and last take a die (SR-6, SR-7)."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations


@dataclass(frozen=True, slots=True)
class Menu:
    """Pay a menu and re-roll these dice of your belt, numbered from 0, ascending."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """Pay chopsticks and exchange your die `mine` with die `theirs` on the belt of `seat`, faces unchanged."""

    mine: int
    seat: int
    theirs: int


@dataclass(frozen=True, slots=True)
class Take:
    """Move this die to your tray, which ends your turn."""

    die: int


Move = Menu | Swap | Take


@cache
def choices(seat: int, sizes: tuple[int, ...], *, menus: bool, chopsticks: bool) -> tuple[Move, ...]:
    """Every choice of the seat whose turn it is, given how many dice lie on each belt and what it can pay with.

    A die is identified by its place, so dice that show the same face are separate choices: a die taken from another
    place leaves the belt in another order.
    """
    own = range(sizes[seat])
    moves: list[Move] = [Take(die) for die in own]
    if chopsticks:
        moves += [
            Swap(mine, other, theirs)
            for mine in own
            for other, size in enumerate(sizes)
            if other != seat
            for theirs in range(size)
        ]
    if menus:
        moves += [Menu(dice) for count in range(1, len(own) + 1) for dice in combinations(own, count)]
    return tuple(moves)
