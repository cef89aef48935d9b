"""Questions of one kind are asked together: those that come while one is being answered share the next.

A read costs little, and the way to a database and back much more, most of all when everybody returns at once after a restart.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Generic, TypeVar

from kaiten.store.errors import StoreError

T = TypeVar("T")

MOST_TOGETHER = 100


class Together(Generic[T]):
    """Finds what belongs to a key, by way of a function that finds it for many."""

    def __init__(self, find: Callable[[Sequence[str]], Awaitable[Mapping[str, T]]]) -> None:
        self._find = find
        self._waiting: dict[str, asyncio.Future[T | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def one(self, key: str) -> T | None:
        """What belongs to this key at a moment after it was asked for, or None. StoreError if that cannot be found out."""
        if key not in self._waiting:
            self._waiting[key] = asyncio.get_running_loop().create_future()
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask_for_all())
        # Whoever gives up waiting does not end it for the others.
        return await asyncio.shield(self._waiting[key])

    async def _ask_for_all(self) -> None:
        while self._waiting:
            # They leave the queue before they are asked: who comes from now on is answered by a later look.
            batch = {key: self._waiting.pop(key) for key in [*self._waiting][:MOST_TOGETHER]}
            try:
                await self._ask(batch)
            except StoreError:
                # One bad page of the file concerns whoever needs it, and nobody else.
                await asyncio.gather(*[self._ask_alone(key, future) for key, future in batch.items()])
        self._asking = None

    async def _ask(self, batch: "Mapping[str, asyncio.Future[T | None]]") -> None:
        found = await self._find([*batch])
        for key, future in batch.items():
            future.set_result(found.get(key))

    async def _ask_alone(self, key: str, future: "asyncio.Future[T | None]") -> None:
        try:
            await self._ask({key: future})
        except StoreError as error:
            future.set_exception(error)
