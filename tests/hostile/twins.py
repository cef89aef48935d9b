"""Twin games: play a scenario in both worlds and compare what each viewer was sent, byte for byte."""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from kaiten.protocol.sushi_go import options_to_wire
from kaiten.sushi_go import Options
from tests.hostile.in_process_server import Script
from tests.hostile.scenarios import EARLY, LATE, TABS, Scenario, Step, plain

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")
PAST_DEADLINE_MS = 1_000_000
"""Longer than any deadline of these tables."""


@dataclass(slots=True)
class Received:
    """Everything sent at one table: by viewer, in order, with HTTP answers."""

    by: dict[str, list[str]] = field(default_factory=dict)
    until: dict[str, int] = field(default_factory=dict)
    """By viewer: the number of items before the reveal."""
    secrets: dict[str, str] = field(default_factory=dict)
    """Secrets that only their owner may receive, and the owner."""
    same_as: dict[str, str] = field(default_factory=dict)
    """Devices of the same person."""


@dataclass(slots=True)
class Compared:
    """Result of a comparison."""

    games: int = 0
    frames: int = 0
    differences: list[str] = field(default_factory=list)
    distinguished: int = 0
    """Games that differed after the reveal: without these the comparison would prove nothing."""

    def add(self, scenario: Scenario, one: Received, other: Received) -> None:
        self.games += 1
        for viewer in (*scenario.watchers, ""):
            first, second = [seen.by.get(viewer, [])[: seen.until.get(viewer, 0)] for seen in (one, other)]
            self.frames += len(first)
            if first != second:
                self.differences.append(f"{scenario.name} {viewer}: {_first_difference(first, second)}")
        self.distinguished += any(one.by[viewer] != other.by[viewer] for viewer in scenario.watchers)
        for seen in (one, other):
            self.differences += [f"{scenario.name}: {leak}" for leak in leaks(seen)]
            if not scenario.spectators:
                outside = [frame for viewer in (*EARLY, *LATE) for frame in seen.by[viewer]]
                self.differences += [
                    f"{scenario.name}: a spectator was sent {frame}" for frame in outside if '"view":{' in frame
                ]


def leaks(seen: Received) -> list[str]:
    """Seeds, tokens and ids of others that were sent before the game was over."""
    found = []
    for viewer, frames in seen.by.items():
        text = "\n".join(frames[: seen.until[viewer]])
        own = (viewer, seen.same_as.get(viewer))
        found += [
            f"{viewer} was sent {name}" for secret, name in seen.secrets.items() if name not in own and secret in text
        ]
    return found


class TwinSocket(Protocol):
    """A client's socket."""

    async def connect(self) -> None: ...
    async def close(self) -> None: ...
    async def ask(self, message: dict[str, Any], /) -> None: ...


class TwinServer(Protocol):
    """A server that follows a script; see `in_process_server`."""

    def begin(self, script: Script, /) -> None: ...
    def end(self, script: Script, /) -> None: ...
    def socket(self, token: str, frames: list[str], /) -> TwinSocket: ...
    async def tick(self, table: str, /) -> None: ...
    async def settle(self, table: str, /) -> None: ...
    async def quiet(self) -> None: ...
    async def new_player(self, player: str, /) -> str: ...
    async def ask(self, method: str, path: str, token: str | None = None, body: Any = None) -> bytes: ...


class Table:
    """One of two twin tables."""

    def __init__(self, server: TwinServer, scenario: Scenario, world: int) -> None:
        self._server = server
        self._scenario = scenario
        self._world = world
        self._sockets: dict[str, TwinSocket] = {}
        self._tokens: dict[str, str] = {}
        self._said: dict[str, dict[str, Any]] = {}
        self._numbers: Counter[str] = Counter()
        self._table = ""
        deal = scenario.deal
        self._script = Script(scenario.name, f"{world + 1:02d}{scenario.name.encode().hex():0>62}", deal.drawn[world])
        if scenario.game == "sushi-roll":
            self._script.actions = [move for _, move in deal.turns]
        else:
            turns = [*deal.turns, tuple([pair[world] for pair in scenario.finals])]
            self._script.bots = {
                (state.round, state.turn, seat): move
                for state, moves in zip(deal.states[world], turns, strict=True)
                for seat, move in enumerate(moves)
            }
        self.seen = Received()

    async def play(self) -> Received:
        """Play the scenario up to the reveal, and the reveal."""
        self._server.begin(self._script)
        await self._open()
        for step in self._scenario.steps:
            if step.world in (None, self._world):
                await self._do(step)
                await self._server.settle(self._table)
        await self._server.quiet()
        self.seen.until = {viewer: len(frames) for viewer, frames in self.seen.by.items()}
        for step in self._scenario.last:
            if step.world in (None, self._world):
                await self._do(step)
        await self._server.quiet()
        for socket in self._sockets.values():
            await socket.close()
        self._server.end(self._script)
        return self.seen

    async def _open(self) -> None:
        scenario, self._table = self._scenario, f"{self._scenario.name}-1"
        viewer = f"seat{scenario.deal.viewer}"
        for who in (*EARLY, *LATE, *[f"seat{seat}" for seat in scenario.people]):
            # Ids of others are not sent, so hidden players may have different ones.
            known = who in (*EARLY, *LATE, viewer)
            player = f"{scenario.name}-{who}" if known else f"{scenario.name}-{who}-of-{self._world}"
            self._tokens[who] = await self._server.new_player(player)
            self.seen.secrets[self._tokens[who].partition(".")[2]] = "a token"
            self.seen.secrets[f"{player}."] = "a token"
            self.seen.secrets[f'"{player}"'] = who
        self.seen.secrets[self._script.seed] = "the server seed"
        for tab in TABS:
            self._tokens[tab] = self._tokens.get(viewer, "")
            self.seen.same_as[tab] = viewer
        options = scenario.deal.options
        body = {
            "id": "open",
            "game": scenario.game,
            "seats": scenario.deal.players,
            "clock": scenario.clock,
            "spectators": scenario.spectators,
            "options": plain(options_to_wire(options)) if isinstance(options, Options) else None,
        }
        host = f"seat{scenario.people[0]}"
        answer = await self._server.ask("POST", "/api/tables", self._tokens[host], body)
        assert b"(200," in answer, answer

    async def _do(self, step: Step) -> None:
        who, content = step.who, step.content
        if step.what == "sit":
            seed = "aa" if content == self._scenario.deal.viewer else f"b{self._world}"
            await self._say(who, {"type": "sit", "name": NAMES[content], "seat": content, "seed": seed * 16})
        elif step.what == "do":
            await self._say(who, content)
        elif step.what == "again":
            await self._sockets[who].ask(self._said[who])
        elif step.what == "act":
            if content[0] == self._script.made:
                self._script.made += 1
                await self._say(who, content[1])
        elif step.what == "time-passes":
            self._script.now += PAST_DEADLINE_MS
            await self._server.tick(self._table)
        elif step.what == "ask":
            path = content.format(table=self._table, code=self._scenario.name)
            answer = await self._server.ask("GET", path, self._tokens[who] if who else None)
            self.seen.by.setdefault(who, []).append(answer.decode())
        else:
            if who in self._sockets:
                await self._server.quiet()
                await self._sockets[who].close()
            await self._connect(who, self._version(who) if content == "latest" else content)

    async def _connect(self, who: str, version: int | None) -> None:
        socket = self._sockets[who] = self._server.socket(self._tokens[who], self.seen.by.setdefault(who, []))
        await socket.connect()
        await socket.ask({"type": "watch", "id": self._id(who), "table": self._table, "version": version})

    async def _say(self, who: str, command: dict[str, Any]) -> None:
        message = self._said[who] = {"type": "do", "id": self._id(who), "table": self._table, "command": command}
        await self._sockets[who].ask(message)

    def _id(self, who: str) -> str:
        """Ids are counted per client, so that hidden actions do not shift the ids of others."""
        self._numbers[who] += 1
        return f"{who}-{self._numbers[who]}"

    def _version(self, who: str) -> int | None:
        versions = [json.loads(frame).get("version") for frame in self.seen.by[who] if frame.startswith("{")]
        return max([version for version in versions if version is not None], default=None)


async def compare(servers: Sequence[TwinServer], scenarios: Sequence[Scenario]) -> Compared:
    """Play these pairs concurrently and compare."""
    compared = Compared()
    tables = [Table(server, scenario, world) for scenario in scenarios for world, server in enumerate(servers)]
    seen = await asyncio.gather(*[asyncio.create_task(table.play()) for table in tables])
    for number, scenario in enumerate(scenarios):
        compared.add(scenario, *seen[2 * number : 2 * number + 2])
    return compared


def _first_difference(first: list[str], second: list[str]) -> str:
    for one, other in zip(first, second):
        if one != other:
            return f"\n  {one}\n  {other}"
    return f"{len(first)} frames, {len(second)} frames; {(first + second)[-1]}"
