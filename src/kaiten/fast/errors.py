"""What is refused at the border to the kernels, which look at nothing."""

from typing import Any

import numpy as np

from kaiten.kit.errors import KaitenError


class CodecError(KaitenError):
    """This has no place in a batch, or does not come back from one."""

    code = "codec"


class IllegalActionError(KaitenError):
    """No legal move has this number."""

    code = "illegal-action"


def check_array(name: str, array: Any, shape: tuple[int, ...], meaning: str) -> None:
    """See that this is an array of numbers of moves, of this shape."""
    if not isinstance(array, np.ndarray):
        raise IllegalActionError(f"{name} are a {type(array).__name__}: they are an array of shape {shape}")
    if array.shape != shape:
        raise IllegalActionError(f"{name} of shape {array.shape}: it is {shape}, {meaning}")
    if array.dtype != np.int64:
        raise IllegalActionError(f"{name} are {array.dtype}: they are int64")
