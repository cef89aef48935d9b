"""The interface of a bot: a pure function of what its seat may know and of a random source."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from kaiten.kit.chance import RandomSource

Bot = Callable[[Any, RandomSource], Any]
"""From a game's View and a random source to one of the view's legal moves."""

MoveT = TypeVar("MoveT")


def best(moves: Iterable[MoveT], worth: Callable[[MoveT], float], source: RandomSource) -> MoveT:
    """The move with the highest value; ties are broken at random."""
    rated = [(worth(move), move) for move in moves]
    top = max(value for value, _ in rated)
    # Sums of the same numbers in another order can differ in the last digits.
    tied = [move for value, move in rated if value > top - 1e-9]
    return tied[source.uniform(len(tied))] if len(tied) > 1 else tied[0]


def random(view: Any, source: RandomSource) -> Any:
    """A legal move, sampled uniformly."""
    moves = view.legal
    return moves[source.uniform(len(moves))]
