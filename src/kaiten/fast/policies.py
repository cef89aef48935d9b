"""Ways to play, for many games at once."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.chance import below, lower, mixed, next_counter, seeded
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Bytes, Numbers, U, Word

Masks = NDArray[np.int8]
Policy = Callable[[Bytes, Masks], Numbers]
"""From what a seat sees and may do, a row for each game, the number of what it does there. `observation` of each game says what is
where in a row."""


@kernel
def _any_of(counter: Word, masks: Masks, out: Numbers) -> Word:
    """One of the ones of each row, each as likely; returns the counter for the next. Unchecked: each row has one."""
    for row in range(len(masks)):
        among = 0
        for action in range(masks.shape[1]):
            among += masks[row, action]
        counter = next_counter(counter)
        left = below(lower(mixed(counter)), among)
        for action in range(masks.shape[1]):
            left -= masks[row, action]
            if left < 0:
                out[row] = action
                break
    return counter


class Anything:
    """One of the legal moves, each as likely."""

    def __init__(self, seed: int = 0) -> None:
        self._counter = seeded(seed)

    def __call__(self, observations: Bytes, masks: Masks) -> Numbers:  # noqa: ARG002  (it does not look)
        drawn = np.zeros(len(masks), np.int64)
        self._counter = U(_any_of(self._counter, np.ascontiguousarray(masks), drawn))
        return drawn
