"""One client's WebSocket with a bounded send queue (back-pressure): slow readers are disconnected."""

import asyncio
import contextlib
from collections.abc import Callable

from starlette.websockets import WebSocket

MAX_QUEUED_FRAMES = 256
MAX_QUEUED_CHARACTERS = 512 * 1024
"""Limits of the send queue. A client that falls further behind is dropped, and resyncs when it reconnects."""

CLOSE_TIMEOUT_SECONDS = 5.0

# Application close codes.
NO_IDENTITY = 4401
BAD_PROTOCOL = 4400


class Connection:
    """A socket with non-blocking `send`."""

    __slots__ = (
        "_queue",
        "_queued_characters",
        "_send_now",
        "_sender",
        "_socket",
        "address",
        "closed",
        "player",
        "watching",
    )

    def __init__(self, socket: WebSocket, player: str, address: str) -> None:
        self.player = player
        self.address = address
        self.watching: set[str] = set()
        self.closed = False
        self._socket = socket
        self._queue: list[str] = []
        self._queued_characters = 0
        self._sender: asyncio.Task[None] | None = None
        self._send_now: Callable[[str], bool] | None = socket.scope.get("state", {}).get("send_now")

    def send(self, frame: str) -> bool:
        """Send a frame after the queued ones. False if the reader was too slow and has been dropped."""
        if self.closed:
            return True
        if self._sender is None and self._send_now is not None and self._send_now(frame):
            return True
        self._queue.append(frame)
        self._queued_characters += len(frame)
        if self._queued_characters > MAX_QUEUED_CHARACTERS or len(self._queue) > MAX_QUEUED_FRAMES:
            self.drop()
            return False
        if self._sender is None:
            self._sender = asyncio.create_task(self._drain())
        return True

    def drop(self) -> None:
        """Abort the connection; queued frames are not sent."""
        self.closed = True
        self._queue.clear()
        if self._sender is not None:
            self._sender.cancel()
        abort = self._socket.scope.get("state", {}).get("abort")
        if abort is not None:
            abort()

    async def close(self, code: int, reason: str = "") -> None:
        """Send what is queued, then close; abort after a timeout."""
        if self.closed:
            return
        self.closed = True
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT_SECONDS):
                if self._sender is not None:
                    await asyncio.shield(self._sender)
                await self._socket.close(code, reason)
        except TimeoutError:
            self.drop()
        except Exception:  # noqa: S110  (the peer has disconnected already; the error depends on how)
            pass

    async def _drain(self) -> None:
        with contextlib.suppress(Exception):  # the peer is gone; the reading side notices
            while self._queue:
                frame = self._queue.pop(0)  # at most MAX_QUEUED_FRAMES, and seldom more than one
                await self._socket.send_text(frame)
                self._queued_characters -= len(frame)
        self._sender = None
