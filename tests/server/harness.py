"""Test harness: a real server process and WebSocket clients; used by the tests of server, faults and browser."""

import asyncio
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

TIMEOUT_SECONDS = 30.0
"""Limit for any wait in a test."""

# All tests come from one address.
TEST_LIMITS = {
    "KAITEN_ADDRESS_RATE": "100000",
    "KAITEN_ADDRESS_SOCKETS": "20000",
    "KAITEN_SOCKET_RATE": "1000",
    "KAITEN_PLAYER_RATE": "1000",
    # Do not compile kernels unless a test asks for it.
    "KAITEN_WARM_UP": "0",
}


class Server:
    """`kaiten serve` on a free port. Use it as a context; the process is always ended."""

    def __init__(self, database: str, *options: str, program: list[str] | None = None, **environment: str) -> None:
        self.database = database
        self.port = 0
        self._options = options
        self._program = program or [sys.executable, "-m", "kaiten"]
        self._environment = {**os.environ, **TEST_LIMITS, **environment}
        self._process: subprocess.Popen[str] | None = None
        self.log = ""

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it (on the same port as before) and wait until it answers."""
        command = [*self._program, "serve", "--host", "127.0.0.1", "--port", str(self.port), *self._options]
        environment = {**self._environment, "KAITEN_DATABASE": self.database}
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, bufsize=1
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        found = re.search(r"serves at .*:(\d+)\)?$", said)
        if found is None:
            self.kill()
            raise AssertionError(f"the server did not start: {said}{self.log}")
        self.port = int(found[1])

    def kill(self) -> None:
        """Kill it with SIGKILL."""
        if self.running and self._process is not None:
            self._process.kill()
            self._collect()

    def stop(self) -> int:
        """Send SIGTERM and wait."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        return self._collect()

    def wait(self) -> int:
        """Wait until it has ended by itself."""
        return self._collect()

    def _collect(self) -> int:
        assert self._process is not None
        _, errors = self._process.communicate(timeout=TIMEOUT_SECONDS)
        self.log += errors
        return self._process.returncode

    def ask(
        self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str
    ) -> tuple[int, Any]:
        """An HTTP request: its status and the decoded body."""
        sent = {"Content-Type": "application/json"} if body is not None else {}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {**sent, **headers}, method=method)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:  # noqa: S310
                status, text = response.status, response.read()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read()
        return status, json.loads(text) if text else None

    def new_player(self) -> str:
        """The token of a new player."""
        status, identity = self.ask("POST", "/api/players", {"keep": "token"})
        assert status == 200, identity
        token: str = identity["token"]
        return token

    def new_table(self, token: str, game: str = "sushi-go", seats: int = 2, **more: Any) -> str:
        body = {"id": f"open-{time.time_ns()}", "game": game, "seats": seats, **more}
        status, opened = self.ask("POST", "/api/tables", body, token)
        assert status == 200, opened
        table: str = opened["table"]
        return table


class Client:
    """A player's WebSocket; it keeps every frame received."""

    numbers = itertools.count(1)

    def __init__(self, server: Server, token: str) -> None:
        self.server = server
        self.token = token
        self.frames: list[str] = []
        self.states: dict[str, dict[str, Any]] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.closed: int | None = None
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()

    async def __aenter__(self) -> "Client":
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def connect(self) -> None:
        """Connect and send hello."""
        self.closed = None
        self._socket = await connect(
            f"ws://127.0.0.1:{self.server.port}/api/play",
            additional_headers={"Authorization": f"Bearer {self.token}"},
            compression=None,
            max_size=None,
        )
        self._reader = asyncio.create_task(self._read(self._socket))
        await self.send({"type": "hello", "protocol": 1})

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader

    async def send(self, message: dict[str, Any]) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(message))

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        message = {"id": f"{os.getpid()}-{next(self.numbers)}", **message}
        self.answers.pop(message["id"], None)
        await self.send(message)
        return await self.answer(message["id"])

    async def answer(self, message_id: str) -> dict[str, Any]:
        await self.until(lambda: message_id in self.answers)
        return self.answers[message_id]

    async def do(self, table: str, kind: str, **fields: Any) -> dict[str, Any]:
        return await self.ask({"type": "do", "table": table, "command": {"type": kind, **fields}})

    async def watch(self, table: str, version: int | None = None) -> dict[str, Any]:
        """Watch a table; its state."""
        answer = await self.ask({"type": "watch", "table": table, "version": version})
        assert answer["type"] == "answer", answer
        return self.states[table]

    async def until(self, there: Callable[[], bool]) -> None:
        """Wait until this is true."""
        async with asyncio.timeout(TIMEOUT_SECONDS), self._news:
            await self._news.wait_for(lambda: there() or self.closed is not None)
        if not there():
            raise ConnectionError(f"the socket was closed with {self.closed}")

    async def until_closed(self) -> int:
        """Wait until the server has closed the socket; the close code."""
        assert self._reader is not None
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await self._reader
        assert self.closed is not None
        return self.closed

    async def changed(self, table: str, state: dict[str, Any]) -> None:
        """Wait until the table's state has changed."""
        await self.until(lambda: self.states[table] is not state)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                assert isinstance(frame, str)
                await self._take(frame)
        except ConnectionClosed:
            pass
        self.closed = socket.close_code
        async with self._news:
            self._news.notify_all()

    async def _take(self, frame: str) -> None:
        self.frames.append(frame)
        message = json.loads(frame)
        async with self._news:
            if message["type"] == "state":
                self.states[message["table"]] = message
            elif message["type"] == "ready":
                self._take_ready(message)
            elif message["type"] in ("answer", "refused"):
                self.answers[message["id"]] = message
            self._news.notify_all()

    def _take_ready(self, message: dict[str, Any]) -> None:
        state = self.states[message["table"]]
        state["version"] = message["version"]
        state["view"]["ready"][message["seat"]] = True
        if state["you"] == message["seat"]:
            state["view"]["chosen"] = message["chosen"]


def first_move(state: dict[str, Any]) -> dict[str, Any] | None:
    """The first legal move of a state, if a choice is owed."""
    view, you = state["view"], state["you"]
    if state["phase"] != "playing" or you is None:
        return None
    if view["type"] == "sushi-go":
        return None if view["chosen"] is not None or view["result"] is not None else view["legal"][0]
    return {"type": "take", "die": 0} if view["can_take"] else None


async def play_to_the_end(client: Client, table: str) -> dict[str, Any]:
    """Choose the first legal move until the game is over; the last state."""
    while client.states[table]["phase"] != "over":
        state = client.states[table]
        move = first_move(state)
        if move is None:
            await client.changed(table, state)
            continue
        round_number, turn = state["turn"]
        answer = await client.do(table, "choose", round=round_number, turn=turn, move=move)
        assert answer["type"] == "answer", answer
        if first_move(client.states[table]) is not None:
            await client.changed(table, state)
    return client.states[table]


def sqlite(path: Path) -> str:
    return f"sqlite:///{path / 'kaiten.db'}"
