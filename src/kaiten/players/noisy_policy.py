"""Noisy choices: a softmax over the values of the moves, without the moves that are clearly worse than the best."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import exp
from typing import TypeVar

from kaiten.kit.chance import RandomSource
from kaiten.kit.seats import MOST_PLAYERS

KeyT = TypeVar("KeyT", bound=Hashable)
MoveT = TypeVar("MoveT")

_RESOLUTION = 1 << 30


@dataclass(frozen=True, slots=True)
class Noise:
    """The spread of a level's choices around the best one, and what it overlooks."""

    spread: float
    """The temperature: of two choices `spread` points apart, the better one is e times as likely."""
    slack: float
    """Choices worse than the best by more points than this are never made."""
    memory: int = MOST_PLAYERS
    """Number of passed hands that are remembered, the latest ones. Sushi Go! only: dice are open."""
    spiteful: bool = True
    """Whether the next player's gain from the passed hand counts. Sushi Go! only."""


def drawn(worths: Sequence[float], spread: float, slack: float, source: RandomSource) -> int:
    """An index, sampled from the softmax of these values; none that is more than `slack` below the best."""
    top = max(worths)
    chances = [exp((worth - top) / spread) if worth >= top - slack else 0.0 for worth in worths]
    rest = source.uniform(_RESOLUTION) / _RESOLUTION * sum(chances)
    for place, chance in enumerate(chances):
        rest -= chance
        if rest < 0:
            return place
    return worths.index(top)


def by_kind(rated: Sequence[tuple[KeyT, float, MoveT]], spread: float, slack: float, source: RandomSource) -> MoveT:
    """A move: sample a kind by its best move, then a move of the kind. More moves do not make a kind likelier."""
    kinds: dict[KeyT, list[tuple[float, MoveT]]] = {}
    for kind, worth, move in rated:
        kinds.setdefault(kind, []).append((worth, move))
    best = [max(worth for worth, _ in moves) for moves in kinds.values()]
    # The slack counts from the best of all, not from the best of the kind.
    chosen = drawn(best, spread, slack, source)
    moves, left = [*kinds.values()][chosen], slack - (max(best) - best[chosen])
    return moves[drawn([worth for worth, _ in moves], spread, left, source)][1]
