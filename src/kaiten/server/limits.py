"""Not too much at once, from a socket, a player or an address."""

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_KEYS = 20_000
"""Whom a limit remembers; the one not heard of for longest is forgotten first."""


class Limit:
    """So many a second for each key, and some more in a burst (a token bucket).

    >>> clock = iter([0.0, 0.0, 0.0, 1.0])
    >>> limit = Limit(rate=1, burst=2, clock=lambda: next(clock))
    >>> [limit.allows("ana") for _ in range(4)]
    [True, True, False, True]
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, key: str) -> bool:
        """Whether one more is not too many."""
        now = self._clock()
        left, seen = self._left.pop(key, (self.burst, now))
        left = min(self.burst, left + (now - seen) * self.rate)
        allowed = left >= 1
        self._left[key] = (left - 1 if allowed else left, now)
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return allowed
