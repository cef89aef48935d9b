"""A load test client: sends scheduled commands and records when they are answered."""

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
from picows import WSCloseCode, WSFrame, WSHandshakeError, WSListener, WSMsgType, WSTransport, ws_connect

from kaiten.protocol import VERSION
from kaiten.protocol.commands import Choose, Command, Say
from kaiten.protocol.messages import Do, Hello, Watch
from kaiten.protocol.sushi_go import SushiGoMove
from kaiten.protocol.sushi_roll import TakeMove

HANDSHAKE_SECONDS = 30.0
TIMEOUT_SECONDS = 30.0
"""Longest wait for an answer during set-up."""

UNREACHABLE = (OSError, WSHandshakeError)
"""How an unreachable server looks to a client."""


class RefusedError(Exception):
    """The server refused."""


_encode = msgspec.json.Encoder().encode
_numbers = itertools.count(1)


class _View(msgspec.Struct):
    """The part of a view that is needed to move."""

    legal: tuple[SushiGoMove, ...] = ()
    can_take: bool = False


class KnownState(msgspec.Struct):
    """The last state received of a table."""

    version: int
    turn: tuple[int, int] | None
    view: _View | None


class _Reply(msgspec.Struct):
    type: str
    id: str | None
    code: str = ""


_read_state = msgspec.json.Decoder(KnownState).decode
_read_reply = msgspec.json.Decoder(_Reply).decode
# The type is the first key of a message. Most messages are not decoded any further.
_STATE, _REPLIES = b'{"type":"state"', (b'{"type":"answer"', b'{"type":"refused"')


@dataclass(slots=True)
class Sent:
    """A command in flight: when it was due, and its frame for resending."""

    due: float
    frame: bytes


def counted(counts: Counter[str]) -> str:
    """Counts as text, the largest first.

    >>> counted(Counter(late=2, lost=1))
    '2 late, 1 lost'
    """
    return ", ".join(f"{number:,} {what}" for what, number in counts.most_common()) or "none"


@dataclass(slots=True)
class Answers:
    """Results of the commands of many clients."""

    seconds: list[float] = field(default_factory=list)
    done: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    unasked: int = 0
    """Unexpected answers: mostly second answers to one command."""
    closed: Counter[str] = field(default_factory=Counter)
    """Sockets closed by the server, by reason."""


class Client(WSListener):
    """A player's socket at one table. `answers` is shared."""

    def __init__(self, url: str, token: str, table: str, answers: Answers) -> None:
        super().__init__()
        self.table = table
        self.token = token
        self.answers = answers
        self.on_answer: Callable[[Client], None] | None = None
        """Called when a command is answered."""
        self.done = 0
        """Commands of this client that were carried out."""
        self.unknown = 0
        """Refused commands that may have been saved."""
        self.pending: dict[str, Sent] = {}
        self._url = url.replace("http://", "ws://") + "/api/play"
        self._transport: WSTransport | None = None
        self._waiting: dict[str, asyncio.Future[_Reply]] = {}
        self._leaving = False
        self._close_reason = ""
        self._last_state = b""
        self._known: KnownState | None = None

    @property
    def known(self) -> KnownState | None:
        """The table, decoded on demand."""
        if self._known is None and self._last_state:
            self._known = _read_state(self._last_state)
        return self._known

    async def connect(self) -> None:
        """Connect, send hello, and watch the table."""
        self._leaving = False
        headers = {"Authorization": f"Bearer {self.token}"}
        await ws_connect(lambda: self, self._url, extra_headers=headers, websocket_handshake_timeout=HANDSHAKE_SECONDS)
        if self._transport is None:
            raise ConnectionError("the connection was lost in the handshake")
        self._send(_encode(Hello(VERSION)))
        await self.ask(Watch(_new_id(), self.table, None if self._known is None else self._known.version))

    async def ask(self, message: Watch | Do) -> None:
        """Send this and wait for the answer."""
        waiting = self._waiting[message.id] = asyncio.get_running_loop().create_future()
        self._send(_encode(message))
        async with asyncio.timeout(TIMEOUT_SECONDS):
            reply = await waiting
        if reply.type != "answer":
            raise RefusedError(reply.code)

    async def do(self, command: Command) -> None:
        await self.ask(Do(_new_id(), self.table, command))

    def choose(self, due: float, random: float) -> None:
        """Send a choice that was due at this moment, or a phrase if it is not this client's turn."""
        known = self.known
        command: Command = Say("thinking")
        if known is not None and known.turn is not None and known.view is not None:
            if known.view.legal:
                command = Choose(*known.turn, known.view.legal[int(random * len(known.view.legal))])
            elif known.view.can_take:
                command = Choose(*known.turn, TakeMove(0))
        message = Do(_new_id(), self.table, command)
        frame = _encode(message)
        self.pending[message.id] = Sent(due, frame)
        self._send(frame)

    def resend(self) -> None:
        """Resend what was not answered, with the same ids."""
        for sent in self.pending.values():
            self._send(sent.frame)

    def leave(self) -> None:
        self._leaving = True
        if self._transport is not None:
            self._transport.disconnect()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if self._transport is transport:
            self._transport = None
        if not self._leaving:
            self.answers.closed[self._close_reason or "without a reason"] += 1
        self._close_reason = ""
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(ConnectionError("the socket was closed"))
        self._waiting.clear()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.CLOSE:
            self._close_reason = f"{frame.get_close_code().value} {frame.get_close_reason() or ''}".strip()
            transport.send_close(WSCloseCode.OK)
            transport.disconnect()
            return
        payload = frame.get_payload_as_bytes()
        if payload.startswith(_STATE):
            self._last_state, self._known = payload, None
        elif payload.startswith(_REPLIES):
            self._take(_read_reply(payload))

    def _take(self, reply: _Reply) -> None:
        now, answers = time.perf_counter(), self.answers
        waiting = self._waiting.pop(reply.id or "", None)
        if waiting is not None:
            if not waiting.done():  # the caller may have given up
                waiting.set_result(reply)
            return
        sent = self.pending.pop(reply.id or "", None)
        if sent is None:
            answers.unasked += 1
            return
        answers.seconds.append(now - sent.due)
        if reply.type == "answer":
            self.done += 1
            answers.done += 1
        else:
            self.unknown += reply.code == "store"
            answers.refused[reply.code] += 1
        if self.on_answer is not None:
            self.on_answer(self)

    def _send(self, frame: bytes) -> None:
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, frame)


def _new_id() -> str:
    return f"load-{next(_numbers)}"
