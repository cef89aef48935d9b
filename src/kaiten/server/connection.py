"""One client's socket: what waits to be sent there, and which tables it hears of."""

import asyncio
import contextlib
from collections.abc import Callable

from starlette.websockets import WebSocket

MOST_FRAMES = 256
MOST_CHARACTERS = 512 * 1024
"""What may wait for a slow reader. Whoever falls further behind is let go, and gets the table anew when they come back."""

FAREWELL_SECONDS = 5.0

# Reasons to close that the standard has no number for.
NO_IDENTITY = 4401
BAD_PROTOCOL = 4400


class Connection:
    """A socket that can be sent to without waiting."""

    __slots__ = ("_outbox", "_sender", "_socket", "_tell", "_waiting", "address", "closed", "player", "watching")

    def __init__(self, socket: WebSocket, player: str, address: str) -> None:
        self.player = player
        self.address = address
        self.watching: set[str] = set()
        self.closed = False
        self._socket = socket
        self._outbox: list[str] = []
        self._waiting = 0
        self._sender: asyncio.Task[None] | None = None
        self._tell: Callable[[str], bool] | None = socket.scope.get("state", {}).get("tell")

    def send(self, frame: str) -> bool:
        """Send this after what was sent before. False when the reader was too slow, and has been let go."""
        if self.closed:
            return True
        if self._sender is None and self._tell is not None and self._tell(frame):
            return True
        self._outbox.append(frame)
        self._waiting += len(frame)
        if self._waiting > MOST_CHARACTERS or len(self._outbox) > MOST_FRAMES:
            self.drop()
            return False
        if self._sender is None:
            self._sender = asyncio.create_task(self._drain())
        return True

    def drop(self) -> None:
        """End it now; what waits is not sent."""
        self.closed = True
        self._outbox.clear()
        if self._sender is not None:
            self._sender.cancel()
        abort = self._socket.scope.get("state", {}).get("abort")
        if abort is not None:
            abort()

    async def close(self, code: int, reason: str = "") -> None:
        """Send what waits, then say goodbye; whoever does not listen is let go after a while."""
        if self.closed:
            return
        self.closed = True
        try:
            async with asyncio.timeout(FAREWELL_SECONDS):
                if self._sender is not None:
                    await asyncio.shield(self._sender)
                await self._socket.close(code, reason)
        except TimeoutError:
            self.drop()
        except Exception:  # noqa: S110  (the other end is gone already, in one of many ways)
            pass

    async def _drain(self) -> None:
        with contextlib.suppress(Exception):  # the other end is gone; the reading side notices
            while self._outbox:
                frame = self._outbox.pop(0)  # it is hardly ever longer than one, and never than MOST_FRAMES
                await self._socket.send_text(frame)
                self._waiting -= len(frame)
        self._sender = None
