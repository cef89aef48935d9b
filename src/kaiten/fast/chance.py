"""Random numbers inside kernels: splitmix64, a 64-bit counter and a mixing function.

For playing many games quickly. Fair deals between people use `kit.chance`.
"""

from hashlib import blake2b

import numpy as np

from kaiten.fast.jit import inlined, scalar
from kaiten.fast.packed_counts import Bytes, Float, Int, U, Word, plus, times
from kaiten.kit.errors import OptionError

STEP = U(0x9E3779B97F4A7C15)
_FIRST, _SECOND = U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
_30, _27, _31, _32 = U(30), U(27), U(31), U(32)
_LOWER = U(0xFFFFFFFF)


@scalar
def mixed(counter: Word) -> Word:
    """64 random bits from a counter; add STEP to it for the next."""
    word = times(counter ^ (counter >> _30), _FIRST)
    word = times(word ^ (word >> _27), _SECOND)
    return word ^ (word >> _31)


@scalar
def next_counter(counter: Word) -> Word:
    return plus(counter, STEP)


@scalar
def lower(word: Word) -> Word:
    """32 of the bits."""
    return word & _LOWER


@scalar
def upper(word: Word) -> Word:
    """The other 32."""
    return word >> _32


@scalar
def below(bits: Word, n: Int) -> Int:
    """A number from 0 to n - 1 out of 32 random bits, uniform to within one in forty million for n up to a hundred."""
    return np.int64((bits * U(n)) >> _32)


@scalar
def uniform(bits: Word) -> Float:
    """A number from 0 up to 1, out of 32 random bits."""
    return np.float64(bits) / 4294967296.0


@inlined
def draw(bits: Word, pile: Bytes, top: Int) -> Int:
    """One step of a Fisher-Yates shuffle: a random entry of those from `top` on, moved to `top`. A used pile needs no reset."""
    place = top + below(bits, len(pile) - top)
    drawn = pile[place]
    pile[place] = pile[top]
    pile[top] = drawn
    return np.int64(drawn)


def seeded(seed: object) -> Word:
    """The first counter for a seed: a hash, so that the counters of two seeds do not meet. No kernel: nothing to compile."""
    if not (isinstance(seed, int | np.integer) and 0 <= seed < 1 << 64):
        raise OptionError(f"seed {seed!r}: it is a whole number from 0 to 2^64 - 1")
    return U(int.from_bytes(blake2b(int(seed).to_bytes(8, "big"), digest_size=8).digest(), "big"))
