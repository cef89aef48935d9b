"""The first difference between two engines."""

from typing import Any

import numpy as np


class DifferenceError(AssertionError):
    """The seed, the progress of the game, and the choices in notation."""


def difference(seed: int, made: list[str], what: str) -> DifferenceError:
    return DifferenceError(f"seed {seed}, after {len(made)} choices: {what}\n{'; '.join(made)}")


def first_game(names: list[str], batch: Any, expected: Any) -> int:
    """The first game in which one of these arrays differs; 0 where they are compared in part only."""
    apart = [
        game
        for name in names
        for game in range(len(batch))
        if not np.array_equal(getattr(batch, name)[game], getattr(expected, name)[game])
    ]
    return min(apart, default=0)
