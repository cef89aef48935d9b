"""Servers tell each other that a table has gone on: "table X is at version N", and nothing else.

A message may be lost, or the bus be down: the log is the truth, and servers also look there from time to time.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable

from redis.asyncio import Redis
from redis.exceptions import RedisError

CHANNEL = "kaiten:tables"
AGAIN_AFTER = 1.0
"""Seconds between attempts to reach the bus."""

logger = logging.getLogger("kaiten.bus")


class Bus:
    """A line to the other servers."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(url, socket_connect_timeout=2, health_check_interval=5)
        self._outbox: asyncio.Queue[str] = asyncio.Queue(maxsize=10_000)
        self._own: Counter[str] = Counter()
        """What was said here and has not come back yet: a channel's speaker hears themselves too."""
        self.up = False

    def tell(self, table: str, version: int) -> None:
        """Say that a table is at this version, soon. With nobody to hear it, or too much to say, it is left out."""
        if not self._outbox.full():
            self._outbox.put_nowait(f"{table} {version}")

    async def speak(self) -> None:
        """Send what there is to say, for ever."""
        while True:
            said = await self._outbox.get()
            try:
                self._own[said] += 1
                await self._redis.publish(CHANNEL, said)
            except (RedisError, OSError):
                self._own.clear()
                await asyncio.sleep(AGAIN_AFTER)

    async def listen(self, heard: Callable[[str, int], None]) -> None:
        """Hear what the others say, for ever, and come back after whatever breaks the line."""
        while True:
            try:
                async with self._redis.pubsub() as line:
                    await line.subscribe(CHANNEL)
                    self._own.clear()
                    self.up = True
                    while True:
                        message = await line.get_message(ignore_subscribe_messages=True, timeout=5)
                        if message is not None and not self._is_own(said := message["data"].decode()):
                            table, _, version = said.partition(" ")
                            heard(table, int(version))
            except (RedisError, OSError, ValueError) as error:
                if self.up:
                    logger.warning("the bus is down", extra={"why": str(error)})
                self.up = False
                await asyncio.sleep(AGAIN_AFTER)

    def _is_own(self, said: str) -> bool:
        """Whether this comes back from here. Where two said the same, either may be taken for the other: it is the same."""
        if not self._own[said]:
            del self._own[said]
            return False
        self._own[said] -= 1
        return True

    async def close(self) -> None:
        await self._redis.aclose()
