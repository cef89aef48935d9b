"""Chance as an input: what a game has to draw next (its chance nodes), and the sources that draw it.

The rules draw nothing themselves. A state names the draw that it is owed (a `Lot`, a `Shuffle` or a `Roll`, in notation),
a `Chance` draws it, and the result goes into the state and the record. `SeededChance` draws from seeds by the public
algorithm `hmac-sha256/1`, which docs/records.md describes for readers in other languages.
"""

import hmac
import struct
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Protocol

from kaiten.kit.errors import ChanceError

ALGORITHM = "hmac-sha256/1"
SERVER_SEED_BYTES = 32
_WORDS = struct.Struct(">8I")


@dataclass(frozen=True, slots=True)
class Lot:
    """One of `sides` equally likely numbers, counted from 0."""

    name: str
    sides: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The first `take` of these items, shuffled."""

    name: str
    items: tuple[str, ...]
    take: int


@dataclass(frozen=True, slots=True)
class Roll:
    """One face of each of these dice; a die is the tuple of its six faces."""

    name: str
    dice: tuple[tuple[str, ...], ...]


Owed = Lot | Shuffle | Roll
Drawn = int | tuple[str, ...]


class Chance(Protocol):
    """A source of chance: makes the draws that a game is owed."""

    def draw(self, owed: Owed, /) -> Drawn: ...


class RandomSource(Protocol):
    """The random source of a bot."""

    def uniform(self, n: int, /) -> int:
        """A uniformly distributed number from 0 to n - 1."""
        ...


class Stream:
    """The pseudo-random stream of 32-bit words behind `hmac-sha256/1` (HMAC-SHA-256 in counter mode).

    >>> stream = Stream(bytes(32))
    >>> [stream.uniform(6) for _ in range(8)]
    [5, 5, 2, 2, 4, 5, 0, 2]
    """

    __slots__ = ("_block", "_key", "_prefix", "_words")

    def __init__(self, key: bytes, seat_seeds: Sequence[bytes] = ()) -> None:
        self._key = key
        self._prefix = b"kaiten/1\0" + b",".join(seed.hex().encode() for seed in seat_seeds) + b"\0"
        self._block = 0
        self._words: list[int] = []

    def __copy__(self) -> "Stream":
        """A copy that continues with the same words."""
        other = Stream(self._key)
        other._prefix, other._block, other._words = self._prefix, self._block, [*self._words]
        return other

    def uniform(self, n: int) -> int:
        """A number from 0 to n - 1, uniform by rejection sampling."""
        if n > 0x1_0000_0000:
            raise ChanceError(f"cannot draw one of {n} equally likely numbers: 2^32 is the most")
        limit = 0x1_0000_0000 - 0x1_0000_0000 % n
        while True:
            if not self._words:
                message = self._prefix + self._block.to_bytes(8, "big")
                self._words = [*_WORDS.unpack(hmac.digest(self._key, message, "sha256"))]
                self._words.reverse()
                self._block += 1
            word = self._words.pop()
            if word < limit:
                return word % n


class SeededChance:
    """Chance from a server seed and the seats' seeds: fixed before the game, checkable after it."""

    __slots__ = ("_stream", "seat_seeds", "server_seed")

    def __init__(self, server_seed: bytes, seat_seeds: Sequence[bytes] = ()) -> None:
        if len(server_seed) != SERVER_SEED_BYTES:
            raise ChanceError(f"a server seed has {SERVER_SEED_BYTES} bytes, this one has {len(server_seed)}")
        self.server_seed = server_seed
        self.seat_seeds = tuple(seat_seeds)
        self._stream = Stream(server_seed, self.seat_seeds)

    def __copy__(self) -> "SeededChance":
        """A copy that continues with the same draws."""
        other = SeededChance(self.server_seed, self.seat_seeds)
        other._stream = copy(self._stream)
        return other

    def draw(self, owed: Owed) -> Drawn:
        """Draw a lot, a roll, or a shuffle (Fisher-Yates, from the last item down)."""
        uniform = self._stream.uniform
        if isinstance(owed, Lot):
            return uniform(owed.sides)
        if isinstance(owed, Roll):
            return tuple([faces[uniform(len(faces))] for faces in owed.dice])
        items = [*owed.items]
        for i in range(len(items) - 1, 0, -1):
            j = uniform(i + 1)
            items[i], items[j] = items[j], items[i]
        return tuple(items[: owed.take])
