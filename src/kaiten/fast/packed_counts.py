"""Many small counts in one 64-bit word, and what can be asked of all of them at once.

A word has a field of five bits for each of up to twelve kinds: four for how many there are, one that stays empty to catch a
carry (the guard). So "which kinds are there?" is an addition, "how many?" a count of bits, "which is the third?" a
multiplication, and nothing is a loop.
"""

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from kaiten.fast.jit import COMPILED, scalar

U = np.uint64
Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Int: TypeAlias = int | np.int64
Float: TypeAlias = float | np.float64
Prob: TypeAlias = float | np.float64
Flag: TypeAlias = bool | np.bool_
Word: TypeAlias = np.uint64
"""Scalars in a kernel: a literal of Python's or an entry of a NumPy array. `Word` is 64 bits of packed counts or of randomness."""

BITS = 5
KINDS = 12
MOST = U(15)
"""The largest count of a kind that a word holds."""

ONES = U(sum(1 << BITS * kind for kind in range(KINDS)))
GUARDS = U(sum(16 << BITS * kind for kind in range(KINDS)))
NOTHING = U(0)

_GUARD = U(BITS - 1)
_ONE = U(1)
_FIELDS = U((1 << BITS * KINDS) - 1)
_ALL = (1 << 64) - 1

if TYPE_CHECKING or not COMPILED:

    def popcount(word: Word) -> Int:
        """How many bits are set."""
        return int(word).bit_count()

else:

    @intrinsic
    def popcount(_context, _word):
        return types.int64(types.uint64), lambda _context, builder, _signature, arguments: builder.ctpop(arguments[0])


if COMPILED:

    @scalar
    def times(a: Word, b: Word) -> Word:
        """The lower 64 bits of a product."""
        return a * b

    @scalar
    def plus(a: Word, b: Word) -> Word:
        """The lower 64 bits of a sum."""
        return a + b

else:

    def times(a: Word, b: Word) -> Word:
        return U(int(a) * int(b) & _ALL)

    def plus(a: Word, b: Word) -> Word:
        return U(int(a) + int(b) & _ALL)


@scalar
def one(kind: Int) -> Word:
    """A word with one of this kind."""
    return _ONE << U(BITS * kind)


@scalar
def count(word: Word, kind: Int) -> Int:
    """How many there are of this kind."""
    return np.int64((word >> U(BITS * kind)) & MOST)


@scalar
def held(word: Word, least: Int) -> Word:
    """The guards of the kinds with a count of `least` or more."""
    return (word + ONES * U(16 - least)) & GUARDS


@scalar
def kth(guards: Word, k: Int) -> Int:
    """The k-th, from 0, of the kinds whose guards these are.

    Multiplied by ones, each field holds how many there are up to its own; the fields that hold k or less come before.
    """
    upto = times(guards >> _GUARD, ONES)
    # What the product has above the twelfth field is cut off: it may be more than there is to take it from.
    return popcount((GUARDS + ONES * U(k) - (upto & _FIELDS)) & GUARDS)
