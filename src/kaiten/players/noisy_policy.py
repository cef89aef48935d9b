"""How somebody chooses who is not sure: what looks better is chosen more often, and what looks hopeless never."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import exp
from typing import TypeVar

from kaiten.kit.chance import RandomSource
from kaiten.kit.seats import MOST_PLAYERS

KeyT = TypeVar("KeyT", bound=Hashable)
MoveT = TypeVar("MoveT")

_FINE = 1 << 30


@dataclass(frozen=True, slots=True)
class Manner:
    """The spread of somebody's choices around what they think best, and what they overlook."""

    spread: float
    """Two choices so many points apart are made e to 1 (a softmax over what they are worth)."""
    slack: float
    """A choice that looks more than so many points worse than the best is never made."""
    memory: int = MOST_PLAYERS
    """How many of the hands that were passed on are remembered, the latest ones. Sushi Go! only: dice lie in the open."""
    spiteful: bool = True
    """Whether what the next player could do with the passed hand matters. Sushi Go! only."""


def drawn(worths: Sequence[float], spread: float, slack: float, source: RandomSource) -> int:
    """A place in this list: a softmax over what each is worth, but for those further than `slack` below the best.

    With a small spread the best is nearly always drawn; two that are `spread` apart are drawn e to 1.
    """
    top = max(worths)
    chances = [exp((worth - top) / spread) if worth >= top - slack else 0.0 for worth in worths]
    rest = source.uniform(_FINE) / _FINE * sum(chances)
    for place, chance in enumerate(chances):
        rest -= chance
        if rest < 0:
            return place
    return worths.index(top)


def by_kind(rated: Sequence[tuple[KeyT, float, MoveT]], spread: float, slack: float, source: RandomSource) -> MoveT:
    """A move: first a kind of move, by the best of each kind, then one of these. A kind of many moves is not likelier for it."""
    kinds: dict[KeyT, list[tuple[float, MoveT]]] = {}
    for kind, worth, move in rated:
        kinds.setdefault(kind, []).append((worth, move))
    best = [max(worth for worth, _ in moves) for moves in kinds.values()]
    # The slack is from the best of all, so that a poor kind's own best does not bring in worse ones.
    chosen = drawn(best, spread, slack, source)
    moves = [*kinds.values()][chosen]
    left = slack - (max(best) - best[chosen])
    return moves[drawn([worth for worth, _ in moves], spread, left, source)][1]
