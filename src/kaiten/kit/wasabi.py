"""Nigiri and wasabi, which both games treat alike: a nigiri goes on a wasabi that waits, one each (SG-13, SR-7)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from kaiten.kit.tally import Line, line

DishT = TypeVar("DishT")


@dataclass(frozen=True)
class Dip(Generic[DishT]):
    """What is wasabi, what is nigiri (with points and names, the best first), and what wasabi makes of it."""

    wasabi: DishT
    points: Mapping[DishT, int]
    names: Mapping[DishT, str]
    factor: int

    def sort(self, laid: Sequence[DishT]) -> tuple[list[DishT], list[DishT], int]:
        """The nigiri on wasabi, those without, and the wasabi still open, by the order they were put down."""
        dipped: list[DishT] = []
        plain: list[DishT] = []
        waiting = 0
        for dish in laid:
            if dish is self.wasabi:
                waiting += 1
            elif dish in self.points:
                if waiting:
                    waiting -= 1
                    dipped.append(dish)
                else:
                    plain.append(dish)
        return dipped, plain, waiting

    def waiting(self, laid: Sequence[DishT]) -> int:
        """How many wasabi still wait for a nigiri."""
        return self.sort(laid)[2] if self.wasabi in laid else 0

    def score(self, laid: Sequence[DishT]) -> int:
        dipped, plain, _ = self.sort(laid)
        return sum([self.points[dish] for dish in plain]) + self.factor * sum([self.points[dish] for dish in dipped])

    def lines(self, laid: Sequence[DishT]) -> list[Line]:
        """The same points with their reasons."""
        dipped, plain, waiting = self.sort(laid)
        lines = []
        groups = (dipped, self.factor, "on-wasabi", "tripled on wasabi"), (plain, 1, "plain", "without wasabi")
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
