"""How bytes come in: uvicorn's protocols, with an end to patience.

By themselves they wait for ever for a request that never comes whole, and cannot let go of a socket that is not read.
"""

from asyncio import TimerHandle, Transport
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

HEADER_SECONDS = 10.0
LARGEST_HEADERS = 16 * 1024
UNREAD_SECONDS = 10.0


class PatientHTTP(HttpToolsProtocol):
    """HTTP whose headers have to be there after a while, and cannot be of any length."""

    _deadline: TimerHandle | None = None
    _received = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._deadline = self.loop.call_later(HEADER_SECONDS, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._received = 0
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def on_headers_complete(self) -> None:
        self._in_time()
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        self._received += len(data)
        if self._deadline is not None and self._received > LARGEST_HEADERS:
            self.send_400_response("The headers are too long.")
            return
        super().data_received(data)

    def _in_time(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class PatientSocket(WebSocketsSansIOProtocol):
    """A WebSocket that can be ended at once, also when nobody reads what was sent."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["state"]["abort"] = self.transport.abort

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        # What was not read cannot be sent; without this the socket would stay for ever.
        self.loop.call_later(UNREAD_SECONDS, self.transport.abort)
