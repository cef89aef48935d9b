"""The whole server in this process with scripted ids, seeds, clock and chance, and clients without a network.

Everything above the transport is real: routes, sessions, connections, hub, tables, SQLite. Only what differs between two runs
is scripted, so that two runs can be compared byte for byte. The commitment is public and depends on the secret server seed, so it
is replaced by a constant.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterator
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from starlette.applications import Starlette

from kaiten.kit.chance import Drawn, Owed, SeededChance
from kaiten.server.app import make_app
from kaiten.server.bot_pool import BotPool
from kaiten.server.hub import Hub
from kaiten.server.identity import hash_token, new_token
from kaiten.server.metrics import Metrics
from kaiten.server.service import Service
from kaiten.server.settings import Settings
from kaiten.store import Store, people

UNLIMITED = 10**9
COMMITMENT = "c0" * 32


@dataclass(slots=True)
class Script:
    """Script of one table: everything that differs between two runs by itself."""

    name: str
    seed: str
    """The server seed, which is secret."""
    drawn: tuple[Drawn, ...] = ()
    """First draws; then the seeds decide."""
    bots: dict[tuple[int, int, int], Any] = field(default_factory=dict)
    """Sushi Go!: bots' choices by (round, turn, seat)."""
    actions: list[Any] = field(default_factory=list)
    """Sushi Roll: all actions in order; `made` of them have been done."""
    made: int = 0
    now: int = 1_700_000_000_000
    tables: int = 0

    def new_table(self) -> str:
        self.tables += 1
        return f"{self.name}-{self.tables}"


SCRIPT: ContextVar[Script] = ContextVar("script")
SCRIPTS: dict[str, Script] = {}
"""By server seed."""


class ScriptedChance(SeededChance):
    """Draws by the table's script."""

    def __init__(self, server_seed: bytes, seat_seeds: Any = ()) -> None:
        super().__init__(server_seed, seat_seeds)
        script = SCRIPTS.get(server_seed.hex())
        self._first = [*script.drawn] if script is not None else []

    def __copy__(self) -> "ScriptedChance":
        other = ScriptedChance(self.server_seed, self.seat_seeds)
        other._first, other._stream = [*self._first], copy(self._stream)
        return other

    def draw(self, owed: Owed) -> Drawn:
        return self._first.pop(0) if self._first else super().draw(owed)


class ScriptedBotPool(BotPool):
    """Bots that follow the table's script, at once."""

    def __init__(self) -> None:
        super().__init__(1)

    async def choose_move(self, game: str, level: str, view: Any) -> Any:  # noqa: ARG002
        script = SCRIPT.get()
        if game == "sushi-go":
            return script.bots.get((view.round, view.turn, view.seat), view.legal[0])
        script.made += 1
        return script.actions[script.made - 1] if script.made <= len(script.actions) else view.legal[0]


@contextlib.contextmanager
def scripted() -> Iterator[None]:
    """Take ids, seeds, chance and the commitment from the current script."""
    with contextlib.ExitStack() as stack:
        for room in ("rest", "live_table"):
            stack.enter_context(patch(f"kaiten.server.{room}.new_table", _table))
            stack.enter_context(patch(f"kaiten.server.{room}.new_code", _code))
            stack.enter_context(patch(f"kaiten.server.{room}.new_seed", lambda: SCRIPT.get().seed))
        stack.enter_context(patch("kaiten.table.table.SeededChance", ScriptedChance))
        stack.enter_context(patch("kaiten.table.table.commitment", lambda _: COMMITMENT))
        yield


class InProcessServer:
    """A server without a network."""

    def __init__(self, app: Starlette, service: Service) -> None:
        self.app = app
        self.service = service

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, database: str) -> AsyncIterator["InProcessServer"]:
        settings = Settings(
            database=database,
            socket_rate=UNLIMITED,
            player_rate=UNLIMITED,
            address_rate=UNLIMITED,
            address_sockets=UNLIMITED,
            most_sockets=UNLIMITED,
        )
        metrics, bot_pool = Metrics(), ScriptedBotPool()
        async with Store(database, _now) as store:
            hub = Hub(store, bot_pool, metrics)
            app = make_app(settings)
            app.state.service = Service(settings, store, hub, metrics, None)
            yield cls(app, app.state.service)
            await hub.close()

    def begin(self, script: Script) -> None:
        """Use this script in the current task and its children."""
        SCRIPT.set(script)
        SCRIPTS[script.seed] = script

    def end(self, script: Script) -> None:
        SCRIPTS.pop(script.seed, None)

    def socket(self, token: str, frames: list[str]) -> "FakeSocket":
        return FakeSocket(self, token, frames)

    async def tick(self, table: str) -> None:
        """Apply a table's deadline."""
        await (await self.service.hub.table(table)).tick()

    async def settle(self, table: str) -> None:
        """Wait until the bots of a table are done."""
        live = await self.service.hub.table(table)
        while live._bot_task is not None:
            await asyncio.wait([live._bot_task])
            await asyncio.sleep(0)

    async def quiet(self) -> None:
        """Wait until everything sent has arrived."""
        for _ in range(4):
            await asyncio.sleep(0)

    async def new_player(self, player: str) -> str:
        token = new_token(player)
        await people.new_player(self.service.store, player, hash_token(token))
        return token

    async def ask(self, method: str, path: str, token: str | None = None, body: Any = None) -> bytes:
        """An HTTP request; status, headers and body of its answer."""
        sent = [] if body is None else [(b"content-type", b"application/json")]
        payload = b"" if body is None else json.dumps(body).encode()
        answer: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": payload, "more_body": False}

        async def send(message: Any) -> None:
            answer.append((message.get("status"), message.get("headers"), message.get("body")))

        await self.app(_scope("http", path, token, method=method, more=sent), receive, send)
        return repr(answer).encode()


class FakeSocket:
    """A client's socket without a network; it keeps what it receives."""

    def __init__(self, server: InProcessServer, token: str, frames: list[str]) -> None:
        self.frames = frames
        self._server = server
        self._token = token
        self._inbox: asyncio.Queue[Any] = asyncio.Queue()
        self._waiting: dict[str, asyncio.Future[None]] = {}
        self._task: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        self._inbox.put_nowait({"type": "websocket.connect"})
        scope = _scope("websocket", "/api/play", self._token)
        self._task = asyncio.create_task(self._server.app(scope, self._inbox.get, self._send))
        self._say({"type": "hello", "protocol": 1})

    async def close(self) -> None:
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})
        assert self._task is not None
        await self._task

    async def ask(self, message: dict[str, Any]) -> None:
        """Send a message and wait for its answer or refusal."""
        answered = self._waiting[message["id"]] = asyncio.get_running_loop().create_future()
        self._say(message)
        await answered

    def _say(self, message: dict[str, Any]) -> None:
        self._inbox.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def _send(self, message: Any) -> None:
        if message["type"] != "websocket.send":
            return
        frame = message["text"]
        self.frames.append(frame)
        if frame.startswith(('{"type":"answer"', '{"type":"refused"')):
            answered = self._waiting.pop(json.loads(frame)["id"] or "", None)
            if answered is not None:
                answered.set_result(None)


def _table() -> str:
    return SCRIPT.get().new_table()


def _code() -> str:
    return SCRIPT.get().name.upper()


def _now() -> int:
    script = SCRIPT.get(None)
    return 1_700_000_000_000 if script is None else script.now


def _scope(kind: str, path: str, token: str | None, *, method: str = "", more: Any = ()) -> dict[str, Any]:
    headers = [(b"host", b"sushi.example"), *more]
    if token is not None:
        headers.append((b"authorization", f"Bearer {token}".encode()))
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "subprotocols": [],
        "state": {},
    }
