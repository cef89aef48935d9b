"""Budgets: how much a bot may search for a move, in simulations or in time.

The same simulations give the same move anywhere; what fits into a time depends on the machine.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import TypeVar

from kaiten.kit.errors import OptionError, shown

Found = TypeVar("Found")

FIRST_LOOK = 300
"""Simulations that measure the speed."""
MOST = 200_000
"""Simulations: more improve nothing, and take memory."""
_MARGIN = 0.85
"""Of the time left after the first look: later simulations go deeper, and take longer."""
LONGEST = 60.0
_UNITS = {"ms": 0.001, "s": 1.0}


@dataclass(frozen=True, slots=True)
class Budget:
    """A number of simulations, or of seconds, or neither: as many simulations as is usual for the bot."""

    simulations: int | None = None
    seconds: float | None = None
    solving: float | None = None
    """Seconds after which a solver gives up, and the bot searches."""

    @property
    def to_solve(self) -> float | None:
        """Seconds for solving: half of the time at most."""
        limits = [limit for limit in (self.solving, self.seconds and self.seconds / 2) if limit is not None]
        return min(limits, default=None)


USUAL = Budget()
PROMPT = Budget(solving=0.5)
"""For people, who wait: an answer within a second, on a slow machine too."""


def parse_budget(text: str) -> Budget:
    """`5000` simulations, `200ms` or `1.5s`."""
    number = text.rstrip("ms")
    unit = text[len(number) :]
    if not unit and number.isascii() and number.isdecimal() and 1 <= int(number) <= MOST:
        return Budget(simulations=int(number))
    if unit in _UNITS and number.isascii() and number.replace(".", "", 1).isdecimal():
        seconds = float(number) * _UNITS[unit]
        if 0 < seconds <= LONGEST:
            return Budget(seconds=seconds)
    usage = f"simulations such as 5000 (1 to {MOST}), or a time such as 200ms or 1.5s (60s at most)"
    raise OptionError(f"budget {shown(text)}: {usage}")


def within(budget: Budget, usual: int, search: Callable[[int], Found]) -> Found:
    """The result of a search with as many simulations as the budget allows."""
    if budget.seconds is None:
        return search(budget.simulations or usual)
    began = perf_counter()
    found = search(FIRST_LOOK)
    took = perf_counter() - began
    more = min(int(FIRST_LOOK * _MARGIN * (budget.seconds - took) / took), MOST)
    return search(more) if more > FIRST_LOOK else found
