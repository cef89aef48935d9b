"""How bytes come in: uvicorn's protocols, with an end to patience.

By themselves they wait for ever for a request that never comes whole, keep whatever is sent in pieces, and cannot let go of a
socket that is not read.
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
from kaiten.server.limits import Limit

REQUEST_SECONDS = 10.0
LARGEST_HEADERS = 16 * 1024
UNREAD_SECONDS = 10.0
MOST_FRAGMENTS = 1024
PINGS_A_SECOND, PINGS_IN_A_BURST = 5, 50

BAD_TEXT = 1007
POLICY = 1008
TOO_BIG = 1009


class PatientHTTP(HttpToolsProtocol):
    """HTTP whose requests have to be there whole after a while, and whose headers cannot be of any length."""

    _deadline: TimerHandle | None = None
    _received = 0
    _in_headers = True
    _is_socket = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._hurry()

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._received = 0
        self._in_headers = True
        self._hurry()

    def on_headers_complete(self) -> None:
        self._in_headers = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_time()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._is_socket = True
        self._in_time()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        self._received += len(data)
        if self._in_headers and self._received > LARGEST_HEADERS:
            self.send_400_response("The headers are too long.")
            return
        super().data_received(data)
        cycle: Any = self.cycle
        if self.timeout_keep_alive_task is None and (cycle is None or cycle.response_complete):
            # An empty line between requests, say: it has stopped the clock that waits for the next one.
            self._hurry()

    def send_400_response(self, msg: str) -> None:
        """Refuse, in the shape that all refusals have."""
        body = msgspec.json.encode(Problem("bad-request", msg))
        head = f"HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
        self.transport.write(f"{head}connection: close\r\n\r\n".encode() + body)
        self.transport.close()

    def _hurry(self) -> None:
        if self._deadline is None and not self._is_socket and not self.transport.is_closing():
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _in_time(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class PatientSocket(WebSocketsSansIOProtocol):
    """A WebSocket that can be ended at once, also when nobody reads what was sent; pings and pieces have their limits."""

    _pings: Limit | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["state"]["abort"] = self.transport.abort
            scope["state"]["tell"] = self.tell

    def tell(self, text: str) -> bool:
        """Send a text at once, past the layers of the application, unless something is in the way; whether it was sent."""
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
            self.__dict__.pop("response", None)  # it has been sent; with thousands of sockets it would add up
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # it was refused, in good order: that is no error for the log

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        # What was not read cannot be sent; without this the socket would stay for ever.
        self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def handle_ping(self) -> None:
        # Each is answered, whether the answers are read or not: without a limit they would pile up.
        if self._pings is None:
            self._pings = Limit(PINGS_A_SECOND, PINGS_IN_A_BURST)
        if self._pings.allows(""):
            super().handle_ping()
        else:
            self._fail(POLICY, "too many pings")

    def handle_cont(self, event: Frame) -> None:
        # Empty pieces count for nothing in the size of a message.
        if len(self.frames) < MOST_FRAGMENTS:
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
