"""Weights that come with the package, each with a card that says where they come from and how strong they are."""

import json
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Trained:
    """A policy's weights, and the model of the chance to win that learned with it."""

    weights: Floats
    model: Floats
    card: dict[str, Any]

    @cached_property
    def factors(self) -> Floats:
        """The weights as factors of how likely a choice is, not as summands of what it is worth."""
        return np.exp(self.weights)


@cache
def shipped(game: str, which: int | str) -> Trained:
    """For so many players of a game, or for `dummy`."""
    arrays, card = opened(game, which)
    return Trained(arrays["weights"].astype(np.float64), arrays["model"].astype(np.float64), card)


def opened(game: str, which: int | str) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """What is in a file, and its card."""
    data = (files("kaiten.players") / "weights" / f"{game}-{which}.npz").read_bytes()
    with np.load(BytesIO(data), allow_pickle=False) as found:
        arrays = {name: found[name] for name in found.files}
    return arrays, json.loads(str(arrays.pop("card")))
