"""Comparisons between seats for both games: most, fewest, winners."""

from collections.abc import Iterable, Sequence


def most(counts: Sequence[int], seats: Iterable[int]) -> tuple[int, ...]:
    """The seats, of those given, with the highest count; none if no seats are given.

    >>> most([5, 3, 3, 2], range(4)), most([5, 3, 3, 2], [1, 2, 3]), most([5], [])
    ((0,), (1, 2), ())
    """
    seats = tuple(seats)
    best = max((counts[seat] for seat in seats), default=0)
    return tuple(seat for seat in seats if counts[seat] == best)


def fewest(counts: Sequence[int], seats: Iterable[int]) -> tuple[int, ...]:
    """The seats, of those given, with the lowest count.

    >>> fewest([4, 3, 0, 0], range(4))
    (2, 3)
    """
    return most([-count for count in counts], seats)


def winners(totals: Sequence[int], puddings: Sequence[int], seats: Iterable[int]) -> tuple[int, ...]:
    """Highest total; among equals more puddings; still equal, they share the win (SG-17, SR-13).

    >>> winners([40, 40, 31], [2, 3, 9], range(3))
    (1,)
    """
    return most(puddings, most(totals, seats))
