"""`kaiten serve` with scripted ids, seeds, clock, chance and bots: `python -m tests.hostile.twin_server serve`.

KAITEN_SCRIPTS names the file of scripts, one a line, used in the order in which tables are opened. The clock stands still, and the
game is Sushi Go!.
"""

import asyncio
import http.client
import itertools
import json
import os
from pathlib import Path
from typing import Any
from unittest.mock import patch

from kaiten import sushi_go
from kaiten.__main__ import main
from kaiten.server.live_table import LiveTable
from tests.hostile.in_process_server import SCRIPT, SCRIPTS, Script, ScriptedBotPool, scripted
from tests.server.harness import Client, Server

FIXED_TIME = 1_700_000_000_000


class ExternalServer:
    """Such a server in its own process, and clients on real sockets."""

    def __init__(self, server: Server, scripts: Path) -> None:
        self._server = server
        self._scripts = scripts
        self._probe: Client | None = None

    def begin(self, script: Script) -> None:
        data = {
            "name": script.name,
            "seed": script.seed,
            "drawn": script.drawn,
            "bots": [[*when, sushi_go.format_move(move)] for when, move in script.bots.items()],
        }
        with self._scripts.open("a") as file:
            file.write(json.dumps(data) + "\n")

    def end(self, script: Script) -> None:
        pass

    def socket(self, token: str, frames: list[str]) -> "RecordingClient":
        return RecordingClient(self._server, token, frames)

    async def tick(self, table: str) -> None:
        raise NotImplementedError("the clock of this server stands still")

    async def settle(self, table: str) -> None:
        """Poll the table until no bot has to choose."""
        if self._probe is None:
            self._probe = Client(self._server, self._server.new_player())
            await self._probe.connect()
        while _bot_waits(await self._probe.watch(table)):
            await asyncio.sleep(0.005)

    async def quiet(self) -> None:
        await asyncio.sleep(0.1)

    async def close(self) -> None:
        if self._probe is not None:
            await self._probe.close()

    async def new_player(self, _: str) -> str:
        return await asyncio.to_thread(self._server.new_player)

    async def ask(self, method: str, path: str, token: str | None = None, body: Any = None) -> bytes:
        return await asyncio.to_thread(self._ask, method, path, token, body)

    def _ask(self, method: str, path: str, token: str | None, body: Any) -> bytes:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        line = http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=10)
        # The same host in both, or links would differ by their port.
        line.request(method, path, None if body is None else json.dumps(body), {**headers, "Host": "sushi.example"})
        answer = line.getresponse()
        answer_headers = [(name, value) for name, value in answer.getheaders() if name != "date"]
        text = answer.read()
        line.close()
        return repr([(answer.status, answer_headers, text)]).encode()


class RecordingClient(Client):
    """A client that appends its frames to a given list."""

    def __init__(self, server: Server, token: str, frames: list[str]) -> None:
        super().__init__(server, token)
        self.frames = frames

    async def ask(self, message: dict[str, Any]) -> Any:
        return await super().ask(message)


def _bot_waits(state: dict[str, Any]) -> bool:
    if state["phase"] != "playing":
        return False
    return any(seat["bot"] is not None and not ready for seat, ready in zip(state["seats"], state["view"]["ready"]))


def _read(line: str) -> Script:
    data = json.loads(line)
    return Script(
        data["name"],
        data["seed"],
        tuple([tuple(drawn) if isinstance(drawn, list) else drawn for drawn in data["drawn"]]),
        {tuple(when): sushi_go.parse_move(move) for *when, move in data["bots"]},
    )


def _serve() -> None:
    path, numbers, players = Path(os.environ["KAITEN_SCRIPTS"]), itertools.count(), itertools.count(1)
    by_table: dict[str, Script] = {}
    play_bot = LiveTable._play_bot

    def new_table() -> str:
        script = _read(path.read_text().splitlines()[next(numbers)])
        SCRIPT.set(script)
        SCRIPTS[script.seed] = script
        name = script.new_table()
        by_table[name] = script
        return name

    async def play_bot_as_told(live: LiveTable, seat: int) -> None:
        SCRIPT.set(by_table[live.table.id])
        await play_bot(live, seat)

    with (
        scripted(),
        patch("kaiten.server.rest.new_table", new_table),
        patch("kaiten.server.rest.new_player", lambda: f"p{next(players)}"),
        patch("kaiten.server.app.BotPool", lambda *_: ScriptedBotPool()),
        patch("kaiten.store.store._wall_clock", lambda: FIXED_TIME),
        patch.object(LiveTable, "_play_bot", play_bot_as_told),
    ):
        main()


if __name__ == "__main__":
    _serve()
