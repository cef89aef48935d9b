import hashlib
import hmac

import pytest

from kaiten.kit.chance import Lot, Roll, SeededChance, Shuffle, Stream
from kaiten.kit.errors import ChanceError
from tests.kit.uniformity import measure

SEATS = [bytes(range(16)), b"", bytes([255]) * 16]


def word(key: bytes, seats: str, index: int) -> int:
    """The word with this index, computed as docs/records.md describes it."""
    message = b"kaiten/1" + b"\0" + seats.encode() + b"\0" + (index // 8).to_bytes(8, "big")
    block = hmac.new(key, message, hashlib.sha256).digest()
    return int.from_bytes(block[index % 8 * 4 :][:4], "big")


def test_the_stream_equals_the_published_algorithm() -> None:
    key = bytes(range(32))
    seats = "000102030405060708090a0b0c0d0e0f,,ffffffffffffffffffffffffffffffff"
    stream = Stream(key, SEATS)
    assert [stream.uniform(2**32) for _ in range(20)] == [word(key, seats, index) for index in range(20)]


def test_uniform_rejects_words_that_would_bias_the_draw() -> None:
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


def test_shuffles_and_rolls_are_uniform() -> None:
    """A slice of `make chance`. The seeds are fixed, so the result is deterministic."""
    for result in measure(1_500, 30_000, quiet=True):
        assert 0.0005 < result.p_value < 0.9995, result


def test_a_biased_shuffle_and_a_biased_die_fail_the_chi_square_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test has power: it rejects a shuffle with one draw too few, and a slightly biased die."""
    even = Stream.uniform
    monkeypatch.setattr(Stream, "uniform", lambda stream, n: even(stream, n - 1 if n > 6 else n))
    deck_by_place, *_ = measure(1_500, 3_000, quiet=True)
    assert deck_by_place.p_value < 0.0005
    monkeypatch.setattr(Stream, "uniform", lambda stream, n: even(stream, 25) * n // 25)
    *_, pudding_die = measure(100, 150_000, quiet=True)
    assert pudding_die.p_value < 0.0005


def test_a_draw_of_more_than_2_to_the_32_is_refused() -> None:
    assert 0 <= Stream(bytes(32)).uniform(1 << 32) < 1 << 32
    with pytest.raises(ChanceError, match=r"cannot draw one of 4294967297 equally likely numbers"):
        Stream(bytes(32)).uniform((1 << 32) + 1)
