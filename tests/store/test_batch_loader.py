"""Batch loader: concurrent reads share a query and keep their own results."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from kaiten.store import BatchLoader, StoreError
from kaiten.store.batch_loader import MAX_BATCH


class WordLengths:
    """Fetches word lengths; fails on the key `bad`."""

    def __init__(self) -> None:
        self.batches: list[Sequence[str]] = []
        self.down = False

    async def find(self, keys: Sequence[str]) -> Mapping[str, int]:
        self.batches.append(keys)
        await asyncio.sleep(0)
        if self.down or "bad" in keys:
            raise StoreError("not that one")
        return {key: len(key) for key in keys if key != "nobody"}


def test_keys_requested_during_a_query_share_the_next() -> None:
    async def work() -> None:
        source = WordLengths()
        loader = BatchLoader(source.find)
        first = asyncio.create_task(loader.load("a"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # its query is running
        found = await asyncio.gather(*[loader.load(key) for key in ("bb", "ccc", "bb", "nobody", "a")])
        assert (await first, found) == (1, [2, 3, 2, None, 1])
        assert source.batches == [["a"], ["bb", "ccc", "nobody", "a"]]

    asyncio.run(work())


def test_many_keys_are_split_into_batches() -> None:
    async def work() -> None:
        source = WordLengths()
        loader = BatchLoader(source.find)
        keys = [str(number) for number in range(2 * MAX_BATCH + 1)]
        assert await asyncio.gather(*[loader.load(key) for key in keys]) == [len(key) for key in keys]
        assert [len(batch) for batch in source.batches] == [MAX_BATCH, MAX_BATCH, 1]

    asyncio.run(work())


def test_a_failing_key_does_not_fail_the_batch() -> None:
    async def work() -> None:
        source = WordLengths()
        loader = BatchLoader(source.find)
        good, bad = await asyncio.gather(loader.load("good"), loader.load("bad"), return_exceptions=True)
        assert good == 4
        assert isinstance(bad, StoreError)
        source.down = True
        with pytest.raises(StoreError, match="not that one"):
            await loader.load("good")
        source.down = False
        assert await loader.load("good") == 4  # it goes on afterwards

    asyncio.run(work())


def test_a_cancelled_caller_does_not_cancel_the_others() -> None:
    async def work() -> None:
        loader = BatchLoader(WordLengths().find)
        cancelled, waiting = asyncio.create_task(loader.load("word")), asyncio.create_task(loader.load("word"))
        await asyncio.sleep(0)
        cancelled.cancel()
        assert await waiting == 4
        assert cancelled.cancelled()

    asyncio.run(work())
