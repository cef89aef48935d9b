"""Questions that share a look: each is answered as if it had been asked alone."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from kaiten.store import StoreError, Together
from kaiten.store.together import MOST_TOGETHER


class Shelf:
    """Finds the length of a word, as long as the word is a good one; each look takes a moment."""

    def __init__(self) -> None:
        self.looks: list[Sequence[str]] = []
        self.down = False

    async def find(self, keys: Sequence[str]) -> Mapping[str, int]:
        self.looks.append(keys)
        await asyncio.sleep(0)
        if self.down or "bad" in keys:
            raise StoreError("not that one")
        return {key: len(key) for key in keys if key != "nobody"}


def test_what_comes_during_a_look_shares_the_next() -> None:
    async def work() -> None:
        shelf = Shelf()
        together = Together(shelf.find)
        first = asyncio.create_task(together.one("a"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # its look is under way
        found = await asyncio.gather(*[together.one(key) for key in ("bb", "ccc", "bb", "nobody", "a")])
        assert (await first, found) == (1, [2, 3, 2, None, 1])
        assert shelf.looks == [["a"], ["bb", "ccc", "nobody", "a"]]

    asyncio.run(work())


def test_many_are_asked_for_in_several_looks() -> None:
    async def work() -> None:
        shelf = Shelf()
        together = Together(shelf.find)
        keys = [str(number) for number in range(2 * MOST_TOGETHER + 1)]
        assert await asyncio.gather(*[together.one(key) for key in keys]) == [len(key) for key in keys]
        assert [len(look) for look in shelf.looks] == [MOST_TOGETHER, MOST_TOGETHER, 1]

    asyncio.run(work())


def test_one_that_cannot_be_read_harms_no_other() -> None:
    async def work() -> None:
        shelf = Shelf()
        together = Together(shelf.find)
        good, bad = await asyncio.gather(together.one("good"), together.one("bad"), return_exceptions=True)
        assert good == 4
        assert isinstance(bad, StoreError)
        shelf.down = True
        with pytest.raises(StoreError, match="not that one"):
            await together.one("good")
        shelf.down = False
        assert await together.one("good") == 4  # it goes on afterwards

    asyncio.run(work())


def test_who_gives_up_does_not_end_it_for_the_others() -> None:
    async def work() -> None:
        together = Together(Shelf().find)
        hasty, patient = asyncio.create_task(together.one("word")), asyncio.create_task(together.one("word"))
        await asyncio.sleep(0)
        hasty.cancel()
        assert await patient == 4
        assert hasty.cancelled()

    asyncio.run(work())
