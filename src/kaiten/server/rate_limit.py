"""Rate limits for sockets, players and addresses: one token bucket per key."""

import time
from collections import OrderedDict
from collections.abc import Callable

MAX_KEYS = 20_000
"""Buckets kept; the least recently used is dropped first."""


class TokenBucket:
    """Token buckets: allow `rate` requests a second per key, and bursts of up to `burst`.

    >>> clock = iter([0.0, 0.0, 0.0, 1.0])
    >>> limit = TokenBucket(rate=1, burst=2, clock=lambda: next(clock))
    >>> [limit.allow("ana") for _ in range(4)]
    [True, True, False, True]
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """By key: the tokens left, and the time of that count."""

    def allow(self, key: str) -> bool:
        """Take a token of this key; whether there was one."""
        now = self._clock()
        tokens, updated = self._buckets.pop(key, (self.burst, now))
        tokens = min(self.burst, tokens + (now - updated) * self.rate)
        allowed = tokens >= 1
        self._buckets[key] = (tokens - 1 if allowed else tokens, now)
        if len(self._buckets) > MAX_KEYS:
            self._buckets.popitem(last=False)
        return allowed
