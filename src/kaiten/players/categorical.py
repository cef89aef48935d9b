"""Categorical distributions inside kernels: softmax, and sampling by inversion. These kernels are unchecked."""

import math

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.chance import uniform
from kaiten.fast.jit import part
from kaiten.fast.packed_counts import Float, Int, Word

Weights = NDArray[np.float64]


@part
def sample(weights: Weights, start: Int, number: Int, total: Float, bits: Word) -> Int:
    """An index from 0 to `number` - 1, with probability `weights[start + index] / total`, by 32 random bits."""
    rest = total * uniform(bits)
    for k in range(number - 1):
        rest -= weights[start + k]
        if rest < 0:
            return k
    return number - 1


@part
def softmax(logits: Weights, number: Int) -> None:
    """Turn the first `number` logits into probabilities, in place. The largest is subtracted first, against overflow."""
    top = logits[0]
    for k in range(1, number):
        top = max(top, logits[k])
    for k in range(number):
        logits[k] -= top
    normalize(logits, number)


@part
def normalize(logits: Weights, number: Int) -> None:
    """The same for logits that are at most about zero, so that nothing overflows."""
    total = 0.0
    for k in range(number):
        logits[k] = math.exp(logits[k])
        total += logits[k]
    for k in range(number):
        logits[k] /= total
