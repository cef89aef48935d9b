"""An order for dishes of which only the counts, the open wasabi and the nigiri points are known."""

from collections.abc import Sequence
from itertools import product
from typing import TypeVar

from kaiten.fast.errors import CodecError
from kaiten.kit.wasabi import WasabiRule

DishT = TypeVar("DishT")


def in_order(dishes: Sequence[DishT], waiting: int, worth: int, dip: WasabiRule[DishT]) -> tuple[DishT, ...]:
    """The same dishes in an order that leaves `waiting` wasabi open and gives the nigiri `worth` points."""
    used = dishes.count(dip.wasabi) - waiting
    kinds = [*dip.points]
    plain = sum([dip.points.get(dish, 0) for dish in dishes])
    for dipped in product(*[range(dishes.count(kind) + 1) for kind in kinds]):
        more = sum([number * dip.points[kind] for number, kind in zip(dipped, kinds, strict=True)])
        if sum(dipped) == used and plain + (dip.factor - 1) * more == worth:
            break
    else:
        raise CodecError(
            f"no order of {len(dishes)} dishes makes their nigiri worth {worth}, with {waiting} wasabi open"
        )
    # First the dishes beside wasabi, then each wasabi with its nigiri, and last the open wasabi.
    beside = [dish for dish in dishes if dish not in dip.points and dish is not dip.wasabi]
    pairs: list[DishT] = []
    for number, kind in zip(dipped, kinds, strict=True):
        beside += [kind] * (dishes.count(kind) - number)
        pairs += [dip.wasabi, kind] * number
    return (*beside, *pairs, *[dip.wasabi] * waiting)
