"""Ways to play many games at once: policies, masks of legal actions, and the check of actions against them."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.chance import below, lower, mixed, next_counter, seeded
from kaiten.fast.errors import IllegalActionError
from kaiten.fast.jit import plain_kernel
from kaiten.fast.packed_counts import Bytes, Int, Numbers, U, Word

Masks = NDArray[np.int8]
Policy = Callable[[Bytes, Masks], Numbers]
"""Maps observations and masks, a row for each game, to an action for each; the layout is in `observation` of each game."""


@plain_kernel
def _any_of(counter: Word, masks: Masks, out: Numbers) -> Word:
    """A uniformly random legal action for each row; returns the next counter. Unchecked: each row has one."""
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


@plain_kernel
def _first_illegal(masks: Masks, actions: Numbers) -> Int:
    """The first row whose action is not legal; -1 if there is none."""
    for row in range(len(actions)):
        if not 0 <= actions[row] < masks.shape[1] or masks[row, actions[row]] == 0:
            return row
    return -1


def first_illegal(masks: Masks, actions: Any, meaning: str) -> int:
    """Check the type and the shape of actions; the index of the first that is not legal, row by row, or -1."""
    shape = masks.shape[:-1]
    if not isinstance(actions, np.ndarray):
        raise IllegalActionError(f"actions are a {type(actions).__name__}: they are an array of shape {shape}")
    if actions.shape != shape:
        raise IllegalActionError(f"actions of shape {actions.shape}: it is {shape}, {meaning}")
    if actions.dtype != np.int64:
        raise IllegalActionError(f"actions are {actions.dtype}: they are int64")
    return int(_first_illegal(masks.reshape(-1, masks.shape[-1]), actions.ravel()))


class Anything:
    """One of the legal moves, each as likely."""

    def __init__(self, seed: int = 0) -> None:
        self._counter = seeded(seed)

    def __call__(self, observations: Bytes, masks: Masks) -> Numbers:  # noqa: ARG002  (it does not look)
        drawn = np.zeros(len(masks), np.int64)
        self._counter = U(_any_of(self._counter, np.ascontiguousarray(masks), drawn))
        return drawn
