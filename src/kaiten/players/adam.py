"""Adam (Kingma and Ba, 2015): gradient descent with momentum and a step size for each weight."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass
class Adam:
    """Running means of the gradient and of its square. `step` returns what to add to the weights of an ascent."""

    mean: Floats
    square: Floats
    decay: float = 0.9
    square_decay: float = 0.999
    epsilon: float = 1e-8
    gain: float = 1 - 0.9
    square_gain: float = 1 - 0.999
    """Weights of the new gradient: 1 - decay. Given, so that weights stay the same to the last bit."""

    def step(self, gradient: Floats, number: int, rate: float) -> Floats:
        """The change of the weights by step `number`, from 1. The means are changed in place."""
        self.mean[...] = self.decay * self.mean + self.gain * gradient
        self.square[...] = self.square_decay * self.square + self.square_gain * gradient * gradient
        mean, square = self.mean / (1 - self.decay**number), self.square / (1 - self.square_decay**number)
        change: Floats = rate * mean / (np.sqrt(square) + self.epsilon)
        return change
