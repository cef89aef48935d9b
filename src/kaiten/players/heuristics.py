"""Estimates that the regular players of both games make the same way: how a race will probably end."""

from collections.abc import Sequence
from math import exp


def ahead(difference: float, spread: float) -> float:
    """The chance to end ahead of somebody from whom one is so far away now.

    >>> round(ahead(0, 2), 2), round(ahead(3, 1), 2)
    (0.5, 0.99)
    """
    return 1 / (1 + exp(-1.7 * difference / spread))


def places(counts: Sequence[float], seat: int, spread: float) -> tuple[float, float, float]:
    """The chances of this seat to come first, second and last, each rival taken by itself."""
    first, second, last = 1.0, 0.0, 1.0
    for other, theirs in enumerate(counts):
        if other != seat:
            chance = ahead(counts[seat] - theirs, spread)
            second = second * chance + first * (1 - chance)
            first *= chance
            last *= 1 - chance
    return first, second, last


def at_least(needed: int, expected: float) -> float:
    """The chance that something comes up so often, when it is expected to so often (Poisson).

    >>> round(at_least(1, 1.0), 2), at_least(0, 0.5)
    (0.63, 1.0)
    """
    term, below = exp(-expected), 0.0
    for times in range(needed):
        below += term
        term *= expected / (times + 1)
    return 1 - below


def margin(points: Sequence[float], seat: int, rivals: int) -> float:
    """What these points are to a seat, seeing that the others' points are against it, among so many rivals."""
    others = [value for other, value in enumerate(points) if other != seat and other <= rivals]
    weight = 1.0 if rivals == 1 else 0.5
    return points[seat] - weight * sum(others) / len(others)


def maki(icons: Sequence[int], left: int, prizes: tuple[int, int], ease: float) -> list[float]:
    """What the maki race will probably pay each seat; without a maki one may still come by in each turn left."""
    spread = 0.4 + 0.9 * left**0.5
    prospects = []
    for seat, own in enumerate(icons):
        first, second, _ = places(icons, seat, spread)
        taking_part = 1.0 if own else min(0.95, ease * left)
        prospects.append(taking_part * (prizes[0] * first + prizes[1] * second))
    return prospects


def puddings(counts: Sequence[int], spread: float, prize: int, loss: int) -> list[float]:
    """What puddings will probably be worth to each seat."""
    prospects = []
    for seat in range(len(counts)):
        first, _, last = places(counts, seat, spread)
        prospects.append(prize * first - loss * last)
    return prospects
