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
    data = (files("kaiten.players") / "weights" / f"{game}-{which}.npz").read_bytes()
    with np.load(BytesIO(data), allow_pickle=False) as found:
        card = json.loads(str(found["card"]))
        return Trained(found["weights"].astype(np.float64), found["model"].astype(np.float64), card)
