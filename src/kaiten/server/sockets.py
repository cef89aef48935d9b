"""The WebSocket endpoint: one socket per client, for any number of tables."""

import asyncio
import contextlib
import itertools
import logging
from collections.abc import AsyncIterator

import msgspec
from starlette.websockets import WebSocket

from kaiten import __version__
from kaiten.kit.errors import KaitenError
from kaiten.protocol import VERSION
from kaiten.protocol.messages import Answer, ClientMessage, Do, Hello, Refused, Unwatch, Watch, Welcome
from kaiten.server.connection import BAD_PROTOCOL, NO_IDENTITY, Connection
from kaiten.server.endpoints import error_response
from kaiten.server.identity import SOCKET_PROTOCOL
from kaiten.server.live_table import frame, refusal
from kaiten.server.service import AccessError, Service, address_of
from kaiten.store import StoreError
from kaiten.table import TableError

MAX_FRAME_BYTES = 8 * 1024
MAX_WATCHED_TABLES = 50
HELLO_SECONDS = 10.0

NOT_TEXT = 1003
POLICY = 1008

logger = logging.getLogger("kaiten.sockets")
_numbers = itertools.count()
_decoder = msgspec.json.Decoder(ClientMessage)


async def play(socket: WebSocket) -> None:
    """Serve one socket until it closes."""
    service: Service = socket.app.state.service
    address = address_of(socket)
    try:
        _check_capacity(service, address, socket)
        player = await service.authenticate(socket)
    except AccessError as error:
        if error.status != 401:
            await socket.send_denial_response(error_response(error))
            return
        player = None
    except StoreError as error:
        await socket.send_denial_response(error_response(error))
        return
    await socket.accept(SOCKET_PROTOCOL if SOCKET_PROTOCOL in socket.scope["subprotocols"] else None)
    # Free the headers: there may be thousands of sockets.
    socket.scope["headers"] = []
    for read in ("_headers", "_cookies", "_url"):
        socket.__dict__.pop(read, None)
    connection = Connection(socket, player or "", address)
    if player is None:
        connection.send(frame(Refused(None, "no-identity", "become a player first: POST /api/players")))
        await connection.close(NO_IDENTITY, "no identity")
        return
    service.sockets_of[address] += 1
    service.hub.add_connection(connection)
    try:
        await _Session(service, connection, socket).serve()
    finally:
        connection.closed = True
        service.hub.remove_connection(connection)
        service.sockets_of[address] -= 1
        if service.sockets_of[address] <= 0:
            del service.sockets_of[address]


def _check_capacity(service: Service, address: str, socket: WebSocket) -> None:
    service.check_rate(socket)
    if service.closing.is_set():
        raise AccessError(503, "closing", "the server is about to stop")
    if len(service.hub.connections) >= service.settings.most_sockets:
        raise AccessError(503, "full", "the server is full")
    if service.sockets_of[address] >= service.settings.address_sockets:
        raise AccessError(429, "too-many-sockets", "too many sockets from your address")


class _Session:
    """The messages of one socket, handled one after the other."""

    __slots__ = ("_connection", "_service", "_socket")

    def __init__(self, service: Service, connection: Connection, socket: WebSocket) -> None:
        self._service = service
        self._connection = connection
        self._socket = socket

    async def serve(self) -> None:
        texts = self._receive_texts()
        if not await self._handshake(texts):
            return
        async for text in texts:
            try:
                message = _decoder.decode(text)
            except (msgspec.DecodeError, RecursionError) as error:
                self._send_message(
                    Refused(_id_of(text), "bad-message", f"this is not a message of the protocol: {error}")
                )
                continue
            await self._answer(message)

    async def _receive_texts(self) -> AsyncIterator[str]:
        """Text messages, until the client disconnects, sends binary data or exceeds the rate limit."""
        service, connection = self._service, self._connection
        key = str(next(_numbers))
        while True:
            received = await self._socket.receive()
            if received["type"] != "websocket.receive" or connection.closed:
                return
            text = received.get("text")
            if text is None:
                await self._close(NOT_TEXT, "not-text", "messages are text: JSON in UTF-8")
                return
            if not (service.socket_limit.allow(key) and service.player_limit.allow(connection.player)):
                await self._close(POLICY, "too-fast", "too many messages: connect again, and send fewer")
                return
            yield text

    async def _handshake(self, texts: AsyncIterator[str]) -> bool:
        """Check the first message, which names the protocol version."""
        with contextlib.suppress(TimeoutError, msgspec.DecodeError, StopAsyncIteration, RecursionError):
            async with asyncio.timeout(HELLO_SECONDS):
                message = _decoder.decode(await anext(texts))
            if isinstance(message, Hello) and message.protocol == VERSION:
                self._send_message(Welcome(VERSION, __version__, self._connection.player))
                return True
        wanted = f'{{"type": "hello", "protocol": {VERSION}}}'
        await self._close(
            BAD_PROTOCOL, "bad-protocol", f"the first message has to be {wanted}, within {HELLO_SECONDS:.0f} seconds"
        )
        return False

    async def _answer(self, message: ClientMessage) -> None:
        if isinstance(message, Hello):
            self._send_message(Refused(None, "bad-message", "hello has been sent already"))
            return
        try:
            if isinstance(message, Do):
                live = await self._service.hub.table(message.table)
                self._send((await live.execute(self._connection.player, message.id, message.command)).decode())
                return
            if isinstance(message, Watch):
                await self._watch(message)
            else:
                self._unwatch(message)
            self._send_message(Answer(message.id))
        except KaitenError as error:
            if isinstance(error, StoreError):
                logger.warning("a table could not be read", extra={"why": str(error)})
            self._send_message(refusal(message.id, error))

    async def _watch(self, message: Watch) -> None:
        connection = self._connection
        if len(connection.watching) >= MAX_WATCHED_TABLES and message.table not in connection.watching:
            raise TableError("too-many-tables", f"one socket can watch at most {MAX_WATCHED_TABLES} tables")
        live = await self._service.hub.table(message.table)
        live.watch(connection, message.version)
        self._service.hub.announce_presence(live, connection)

    def _unwatch(self, message: Unwatch) -> None:
        live = self._service.hub.tables.get(message.table)
        if live is not None:
            live.unwatch(self._connection)

    async def _close(self, code: int, reason: str, message: str) -> None:
        self._service.metrics.dropped.labels(reason).inc()
        self._send_message(Refused(None, reason, message))
        await self._connection.close(code, reason)

    def _send_message(self, message: msgspec.Struct) -> None:
        self._send(frame(message))

    def _send(self, text: str) -> None:
        self._service.metrics.frames.inc()
        if not self._connection.send(text):
            self._service.metrics.dropped.labels("slow").inc()


class _Identified(msgspec.Struct):
    id: str


def _id_of(text: str) -> str | None:
    """The id of a message that is otherwise invalid, so that the refusal can name it."""
    try:
        found = msgspec.json.decode(text, type=_Identified).id
    except (msgspec.DecodeError, RecursionError):
        return None
    return found if len(found) <= 64 else None
