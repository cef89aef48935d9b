"""Batch loader: concurrent reads of the same kind share one query, as in the DataLoader pattern.

Keys requested while a query runs go into the next one. After a restart all clients reconnect within seconds, and a round trip
to the database costs more than the rows it returns.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Generic, TypeVar

from kaiten.store.errors import StoreError

T = TypeVar("T")

MAX_BATCH = 100


class BatchLoader(Generic[T]):
    """Load values by key through `fetch`, which loads many keys at once."""

    def __init__(self, fetch: Callable[[Sequence[str]], Awaitable[Mapping[str, T]]]) -> None:
        self._fetch = fetch
        self._pending: dict[str, asyncio.Future[T | None]] = {}
        self._task: asyncio.Task[None] | None = None

    async def load(self, key: str) -> T | None:
        """The value of a key, read after this call began, or None. StoreError if it cannot be read."""
        if key not in self._pending:
            self._pending[key] = asyncio.get_running_loop().create_future()
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        # A cancelled caller must not cancel the future for the others.
        return await asyncio.shield(self._pending[key])

    async def _run(self) -> None:
        while self._pending:
            # Keys leave the queue before the query starts: a later request needs a later read.
            batch = {key: self._pending.pop(key) for key in [*self._pending][:MAX_BATCH]}
            try:
                await self._load_batch(batch)
            except StoreError:
                # Retry one by one: a corrupt page fails only the keys that need it.
                await asyncio.gather(*[self._load_alone(key, future) for key, future in batch.items()])
        self._task = None

    async def _load_batch(self, batch: "Mapping[str, asyncio.Future[T | None]]") -> None:
        found = await self._fetch([*batch])
        for key, future in batch.items():
            future.set_result(found.get(key))

    async def _load_alone(self, key: str, future: "asyncio.Future[T | None]") -> None:
        try:
            await self._load_batch({key: future})
        except StoreError as error:
            future.set_exception(error)
