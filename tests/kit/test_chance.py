import hashlib
import hmac

import pytest

from kaiten.kit.chance import Lot, Roll, SeededChance, Shuffle, Stream
from kaiten.kit.errors import ChanceError

SEATS = [bytes(range(16)), b"", bytes([255]) * 16]


def word(key: bytes, seats: str, index: int) -> int:
    """The index-th word, by the letter of the description in docs/records.md."""
    message = b"kaiten/1" + b"\0" + seats.encode() + b"\0" + (index // 8).to_bytes(8, "big")
    block = hmac.new(key, message, hashlib.sha256).digest()
    return int.from_bytes(block[index % 8 * 4 :][:4], "big")


def test_words_are_those_of_the_published_algorithm() -> None:
    key = bytes(range(32))
    seats = "000102030405060708090a0b0c0d0e0f,,ffffffffffffffffffffffffffffffff"
    stream = Stream(key, SEATS)
    assert [stream.uniform(2**32) for _ in range(20)] == [word(key, seats, index) for index in range(20)]


def test_uniform_passes_over_words_that_would_favour_some() -> None:
    n = 3 * 2**30  # a quarter of all words lie above the last multiple
    key = bytes(32)
    expected = [found % n for found in (word(key, "", index) for index in range(40)) if found < n]
    stream = Stream(key)
    assert [stream.uniform(n) for _ in range(20)] == expected[:20]
    assert len(expected) < 40


def test_a_shuffle_is_fisher_yates_from_the_end() -> None:
    items = [*"abcdefghij"]
    stream = Stream(bytes(32), SEATS)
    for i in range(9, 0, -1):
        j = stream.uniform(i + 1)
        items[i], items[j] = items[j], items[i]
    chance = SeededChance(bytes(32), SEATS)
    assert chance.draw(Shuffle("letters", tuple("abcdefghij"), 4)) == tuple(items[:4])
    assert chance.draw(Lot("next", 1000)) == stream.uniform(1000)


def test_lots_and_rolls_take_one_word_each() -> None:
    chance, stream = SeededChance(bytes(32)), Stream(bytes(32))
    assert chance.draw(Lot("seat", 5)) == stream.uniform(5)
    die = tuple("abcdef")
    assert chance.draw(Roll("roll", (die, die, die))) == tuple(die[stream.uniform(6)] for _ in range(3))


def test_a_server_seed_has_32_bytes() -> None:
    with pytest.raises(ChanceError, match="a server seed has 32 bytes, this one has 31"):
        SeededChance(bytes(31))
