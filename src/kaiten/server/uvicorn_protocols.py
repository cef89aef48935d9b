"""uvicorn's HTTP and WebSocket protocols with timeouts and limits against slow or hostile clients.

uvicorn itself waits for ever for an incomplete request, buffers any number of fragments, and cannot drop a socket whose peer does
not read.
"""

from asyncio import TimerHandle, Transport
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame
from websockets.http11 import Request

from kaiten.protocol.rest import Problem
from kaiten.server.rate_limit import TokenBucket

REQUEST_SECONDS = 10.0
MAX_HEADER_BYTES = 16 * 1024
ABORT_AFTER_SECONDS = 10.0
MAX_FRAGMENTS = 1024
PINGS_A_SECOND, PINGS_IN_A_BURST = 5, 50

BAD_TEXT = 1007
POLICY = 1008
TOO_BIG = 1009


class TimedHTTPProtocol(HttpToolsProtocol):
    """HTTP with a deadline for complete requests and a limit on headers."""

    _deadline: TimerHandle | None = None
    _received = 0
    _in_headers = True
    _is_socket = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_deadline()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._received = 0
        self._in_headers = True
        self._start_deadline()

    def on_headers_complete(self) -> None:
        self._in_headers = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._cancel_deadline()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._is_socket = True
        self._cancel_deadline()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        self._received += len(data)
        if self._in_headers and self._received > MAX_HEADER_BYTES:
            self.send_400_response("The headers are too long.")
            return
        super().data_received(data)
        cycle: Any = self.cycle
        if self.timeout_keep_alive_task is None and (cycle is None or cycle.response_complete):
            # For instance an empty line between requests, which stopped the keep-alive timer.
            self._start_deadline()

    def send_400_response(self, msg: str) -> None:
        """Refuse with a JSON problem, like every other endpoint."""
        body = msgspec.json.encode(Problem("bad-request", msg))
        head = f"HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
        self.transport.write(f"{head}connection: close\r\n\r\n".encode() + body)
        self.transport.close()

    def _start_deadline(self) -> None:
        if self._deadline is None and not self._is_socket and not self.transport.is_closing():
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that can be aborted and written to directly, with limits on pings and fragments."""

    _pings: TokenBucket | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["state"]["abort"] = self.transport.abort
            scope["state"]["send_now"] = self.send_now

    def send_now(self, text: str) -> bool:
        """Write a text frame at once, bypassing ASGI, unless the transport is blocked; whether it was sent."""
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        try:
            self.conn.send_text(text.encode())
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.__dict__.pop("response", None)  # already sent; it would add up with thousands of sockets
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # refused on purpose: not an error for the log

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        # The close frame cannot be sent to a peer that does not read: without this the socket would stay open for ever.
        self.loop.call_later(ABORT_AFTER_SECONDS, self.transport.abort)

    def handle_ping(self) -> None:
        # Pongs to a peer that does not read would pile up.
        if self._pings is None:
            self._pings = TokenBucket(PINGS_A_SECOND, PINGS_IN_A_BURST)
        if self._pings.allow(""):
            super().handle_ping()
        else:
            self._fail(POLICY, "too many pings")

    def handle_cont(self, event: Frame) -> None:
        # Empty fragments do not count towards the size limit.
        if len(self.frames) < MAX_FRAGMENTS:
            super().handle_cont(event)
        else:
            self._fail(TOO_BIG, "too many fragments")

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(BAD_TEXT, "not UTF-8")
                return
        super().send_receive_event_to_app()

    def _fail(self, code: int, reason: str) -> None:
        self.frames = []
        if not self.close_sent:
            self.conn.send_close(code, reason)
            self.handle_parser_exception()
