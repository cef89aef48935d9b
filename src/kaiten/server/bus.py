"""Publish/subscribe between servers over the Redis protocol: "table X is at version N", and nothing else.

Messages may be lost and the bus may be down: the log is authoritative, and servers also poll it (`background`).
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable

from redis.asyncio import Redis
from redis.exceptions import RedisError

CHANNEL = "kaiten:tables"
RETRY_SECONDS = 1.0
"""Pause before the next attempt to connect to the bus."""

logger = logging.getLogger("kaiten.bus")


class Bus:
    """The connection to the other servers."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(url, socket_connect_timeout=2, health_check_interval=5)
        self._outbox: asyncio.Queue[str] = asyncio.Queue(maxsize=10_000)
        self._awaiting_echo: Counter[str] = Counter()
        """Messages published here whose echo has not arrived: a publisher receives its own messages."""
        self.up = False

    def publish(self, table: str, version: int) -> None:
        """Queue a message. It is dropped when the queue is full (back-pressure: the log is authoritative)."""
        if not self._outbox.full():
            self._outbox.put_nowait(f"{table} {version}")

    async def run_publisher(self) -> None:
        """Publish queued messages until cancelled."""
        while True:
            text = await self._outbox.get()
            try:
                self._awaiting_echo[text] += 1
                await self._redis.publish(CHANNEL, text)
            except (RedisError, OSError):
                self._awaiting_echo.clear()
                await asyncio.sleep(RETRY_SECONDS)

    async def run_subscriber(self, on_message: Callable[[str, int], None]) -> None:
        """Receive the other servers' messages until cancelled; reconnect after errors."""
        while True:
            try:
                async with self._redis.pubsub() as subscription:
                    await subscription.subscribe(CHANNEL)
                    self._awaiting_echo.clear()
                    self.up = True
                    while True:
                        message = await subscription.get_message(ignore_subscribe_messages=True, timeout=5)
                        if message is not None and not self._is_echo(text := message["data"].decode()):
                            table, _, version = text.partition(" ")
                            on_message(table, int(version))
            except (RedisError, OSError, ValueError) as error:
                if self.up:
                    logger.warning("the bus is down", extra={"why": str(error)})
                self.up = False
                await asyncio.sleep(RETRY_SECONDS)

    def _is_echo(self, text: str) -> bool:
        """Whether this is the echo of our own message. Equal messages of two servers are interchangeable."""
        if not self._awaiting_echo[text]:
            del self._awaiting_echo[text]
            return False
        self._awaiting_echo[text] -= 1
        return True

    async def close(self) -> None:
        await self._redis.aclose()
