"""How much a bot may think about a choice: so many simulations, or so much time.

The same simulations give the same choice anywhere. What fits into a time hangs on the machine.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import TypeVar

from kaiten.kit.errors import OptionError, shown

Found = TypeVar("Found")

FIRST_LOOK = 300
"""Simulations that tell how fast it goes."""
MOST = 200_000
"""Simulations: what has not been found by then will not be found, and they take memory."""
_MARGIN = 0.85
"""Of what is left after the first look: later simulations go deeper, and take a little longer."""
LONGEST = 60.0
_UNITS = {"ms": 0.001, "s": 1.0}


@dataclass(frozen=True, slots=True)
class Budget:
    """So many simulations, or so many seconds, or neither: as many as the bot usually takes."""

    simulations: int | None = None
    seconds: float | None = None
    solving: float | None = None
    """Seconds after which nothing is solved any more, but searched."""

    @property
    def to_solve(self) -> float | None:
        """Seconds for solving: half of all that there are, at most."""
        limits = [limit for limit in (self.solving, self.seconds and self.seconds / 2) if limit is not None]
        return min(limits, default=None)


USUAL = Budget()
PROMPT = Budget(solving=0.5)
"""For people, who wait: an answer in a second, on a slow machine too."""


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
    raise OptionError(
        f"budget {shown(text)}: simulations such as 5000 (1 to {MOST}), or a time such as 200ms or 1.5s (60s at most)"
    )


def within(budget: Budget, usual: int, search: Callable[[int], Found]) -> Found:
    """What a search finds that is given as many simulations as there is room for."""
    if budget.seconds is None:
        return search(budget.simulations or usual)
    began = perf_counter()
    found = search(FIRST_LOOK)
    took = perf_counter() - began
    more = min(int(FIRST_LOOK * _MARGIN * (budget.seconds - took) / took), MOST)
    return search(more) if more > FIRST_LOOK else found
