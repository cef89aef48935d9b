"""Estimates of how a race will end, for `regular` of both games."""

from collections.abc import Sequence
from math import exp


def ahead(difference: float, spread: float) -> float:
    """The probability to end ahead of an opponent, by the lead so far.

    >>> round(ahead(0, 2), 2), round(ahead(3, 1), 2)
    (0.5, 0.99)
    """
    return 1 / (1 + exp(-1.7 * difference / spread))


def places(counts: Sequence[float], seat: int, spread: float) -> tuple[float, float, float]:
    """The probabilities of a seat to come first, second and last, with independent rivals."""
    first, second, last = 1.0, 0.0, 1.0
    for other, theirs in enumerate(counts):
        if other != seat:
            chance = ahead(counts[seat] - theirs, spread)
            second = second * chance + first * (1 - chance)
            first *= chance
            last *= 1 - chance
    return first, second, last


def at_least(needed: int, expected: float) -> float:
    """The probability of `needed` events or more, where `expected` are expected (Poisson).

    >>> round(at_least(1, 1.0), 2), at_least(0, 0.5)
    (0.63, 1.0)
    """
    term, below = exp(-expected), 0.0
    for times in range(needed):
        below += term
        term *= expected / (times + 1)
    return 1 - below


def margin(points: Sequence[float], seat: int, rivals: int) -> float:
    """The points of a seat, less a share of the mean of its `rivals` rivals."""
    others = [value for other, value in enumerate(points) if other != seat and other <= rivals]
    weight = 1.0 if rivals == 1 else 0.5
    return points[seat] - weight * sum(others) / len(others)


def maki(icons: Sequence[int], left: int, prizes: tuple[int, int], ease: float) -> list[float]:
    """The expected points of each seat by maki; a seat without one may still get one in each turn left."""
    shares = [1.0 if own else min(0.95, ease * left) for own in icons]
    ends = [places(icons, seat, 0.4 + 0.9 * left**0.5) for seat in range(len(icons))]
    most, second = prizes
    return [share * (most * end[0] + second * end[1]) for share, end in zip(shares, ends, strict=True)]


def puddings(counts: Sequence[int], spread: float, prize: int, loss: int) -> list[float]:
    """The expected points of each seat by puddings."""
    ends = [places(counts, seat, spread) for seat in range(len(counts))]
    return [prize * first - loss * last for first, _, last in ends]
