"""The wasabi rule, which both games share: a nigiri goes on the first open wasabi, one each (SG-13, SR-7)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from kaiten.kit.tally import Line, line

DishT = TypeVar("DishT")


@dataclass(frozen=True)
class WasabiRule(Generic[DishT]):
    """Which dish is wasabi, the points and names of the nigiri (the best first), and the factor of a nigiri on wasabi."""

    wasabi: DishT
    points: Mapping[DishT, int]
    names: Mapping[DishT, str]
    factor: int

    def sort(self, laid: Sequence[DishT]) -> tuple[list[DishT], list[DishT], int]:
        """The nigiri on wasabi, the nigiri without, and how many wasabi are open, by the order the dishes were put down."""
        on_wasabi: list[DishT] = []
        plain: list[DishT] = []
        waiting = 0
        for dish in laid:
            if dish is self.wasabi:
                waiting += 1
            elif dish in self.points:
                if waiting:
                    waiting -= 1
                    on_wasabi.append(dish)
                else:
                    plain.append(dish)
        return on_wasabi, plain, waiting

    def waiting(self, laid: Sequence[DishT]) -> int:
        """How many wasabi are open: no nigiri lies on them yet."""
        return self.sort(laid)[2] if self.wasabi in laid else 0

    def score(self, laid: Sequence[DishT]) -> int:
        on_wasabi, plain, _ = self.sort(laid)
        return sum([self.points[dish] for dish in plain]) + self.factor * sum([self.points[dish] for dish in on_wasabi])

    def lines(self, laid: Sequence[DishT]) -> list[Line]:
        """The same points with their reasons."""
        on_wasabi, plain, waiting = self.sort(laid)
        lines = []
        groups = (on_wasabi, self.factor, "on-wasabi", "tripled on wasabi"), (plain, 1, "plain", "without wasabi")
        for dishes, factor, reason, words in groups:
            counted = Counter(dishes)
            for dish, name in self.names.items():
                count = counted[dish]
                if count:
                    text = f"{name.capitalize()} nigiri: {count}, {words}"
                    lines.append(line(name, count, count * factor * self.points[dish], reason, text))
        if waiting:
            text = f"Wasabi: {waiting} open, no nigiri on it"
            lines.append(line("wasabi", waiting, 0, "open", text, lacks=waiting))
        return lines
