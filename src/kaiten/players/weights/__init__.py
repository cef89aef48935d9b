"""Weights that come with the package, each with a card that says where they come from and how strong they are."""

import json
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaiten.kit.game import GameName

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Trained:
    """The weights of a policy, and the win model trained with it."""

    weights: Floats
    model: Floats
    card: dict[str, Any]

    @cached_property
    def factors(self) -> Floats:
        """The exponentials of the weights: factors of the odds, not summands of logits."""
        return np.exp(self.weights)


@cache
def load_trained(game: GameName, which: int | str) -> Trained:
    """The weights for a number of players, or for `dummy`."""
    arrays, card = load_file(game, which)
    return Trained(arrays["weights"].astype(np.float64), arrays["model"].astype(np.float64), card)


def load_file(game: GameName, which: int | str) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """The arrays of a file, and its card."""
    data = (files("kaiten.players") / "weights" / f"{game}-{which}.npz").read_bytes()
    with np.load(BytesIO(data), allow_pickle=False) as found:
        arrays = {name: found[name] for name in found.files}
    return arrays, json.loads(str(arrays.pop("card")))
