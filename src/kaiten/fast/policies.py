"""Ways to play, for many games at once."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.words import Bytes, Numbers

Masks = NDArray[np.int8]
Policy = Callable[[Bytes, Masks], Numbers]
"""From what a seat sees and may do, a row for each game, the number of what it does there. `showing` of each game says what is
where in a row."""


class Anything:
    """One of the legal moves, each as likely."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = np.random.default_rng(seed)

    def __call__(self, observations: Bytes, masks: Masks) -> Numbers:  # noqa: ARG002  (it does not look)
        drawn: Numbers = (self._chance.random(masks.shape) * masks).argmax(axis=1)
        return drawn
