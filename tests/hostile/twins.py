"""Twin games, played: what each viewer was sent in the one, and in the other, byte for byte."""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from kaiten.protocol.sushi_go import options_to_wire
from kaiten.sushi_go import Options
from tests.hostile.plans import EARLY, LATE, TABS, Plan, Step, plain
from tests.hostile.stage import Fate

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")
TIME_PASSED = 1_000_000
"""Milliseconds after which any clock of these tables is up."""


@dataclass(slots=True)
class Received:
    """What everybody at one table was sent: by viewer, in order, HTTP answers among the frames."""

    by: dict[str, list[str]] = field(default_factory=dict)
    until: dict[str, int] = field(default_factory=dict)
    """How much of it was there before the difference became public."""
    secrets: dict[str, str] = field(default_factory=dict)
    """What may be in nobody's frames but its owner's, and whose it is."""
    same_as: dict[str, str] = field(default_factory=dict)
    """Who is the same person on another device."""


@dataclass(slots=True)
class Compared:
    """What came of it."""

    games: int = 0
    frames: int = 0
    differences: list[str] = field(default_factory=list)
    told_apart: int = 0
    """Games that did differ once the difference was public: without these the comparison would prove nothing."""

    def add(self, plan: Plan, one: Received, other: Received) -> None:
        self.games += 1
        for viewer in (*plan.watchers, ""):
            first, second = [seen.by.get(viewer, [])[: seen.until.get(viewer, 0)] for seen in (one, other)]
            self.frames += len(first)
            if first != second:
                self.differences.append(f"{plan.name} {viewer}: {_first_difference(first, second)}")
        self.told_apart += any(one.by[viewer] != other.by[viewer] for viewer in plan.watchers)
        for seen in (one, other):
            self.differences += [f"{plan.name}: {leak}" for leak in leaks(seen)]
            if not plan.spectators:
                outside = [frame for viewer in (*EARLY, *LATE) for frame in seen.by[viewer]]
                self.differences += [
                    f"{plan.name}: a spectator was sent {frame}" for frame in outside if '"view":{' in frame
                ]


def leaks(seen: Received) -> list[str]:
    """Seeds, tokens and ids of others that somebody was sent before the game was over."""
    found = []
    for viewer, frames in seen.by.items():
        text = "\n".join(frames[: seen.until[viewer]])
        own = (viewer, seen.same_as.get(viewer))
        found += [
            f"{viewer} was sent {name}" for secret, name in seen.secrets.items() if name not in own and secret in text
        ]
    return found


class Line(Protocol):
    """A client's socket."""

    async def connect(self) -> None: ...
    async def close(self) -> None: ...
    async def ask(self, message: dict[str, Any], /) -> None: ...


class Stage(Protocol):
    """A server whose chance, clock and bots do what a fate says; see the module `stage`."""

    def begin(self, fate: Fate, /) -> None: ...
    def end(self, fate: Fate, /) -> None: ...
    def line(self, token: str, frames: list[str], /) -> Line: ...
    async def tick(self, table: str, /) -> None: ...
    async def settle(self, table: str, /) -> None: ...
    async def quiet(self) -> None: ...
    async def new_player(self, player: str, /) -> str: ...
    async def ask(self, method: str, path: str, token: str | None = None, body: Any = None) -> bytes: ...


class Table:
    """One of two twin tables."""

    def __init__(self, stage: Stage, plan: Plan, world: int) -> None:
        self._stage = stage
        self._plan = plan
        self._world = world
        self._lines: dict[str, Line] = {}
        self._tokens: dict[str, str] = {}
        self._said: dict[str, dict[str, Any]] = {}
        self._numbers: Counter[str] = Counter()
        self._table = ""
        deal = plan.deal
        self._fate = Fate(plan.name, f"{world + 1:02d}{plan.name.encode().hex():0>62}", deal.drawn[world])
        if plan.game == "sushi-roll":
            self._fate.actions = [move for _, move in deal.turns]
        else:
            turns = [*deal.turns, tuple([pair[world] for pair in plan.finals])]
            self._fate.bots = {
                (state.round, state.turn, seat): move
                for state, moves in zip(deal.states[world], turns, strict=True)
                for seat, move in enumerate(moves)
            }
        self.seen = Received()

    async def play(self) -> Received:
        """Everything that the plan says, up to what makes the difference public, and that too."""
        self._stage.begin(self._fate)
        await self._open()
        for step in self._plan.steps:
            if step.world in (None, self._world):
                await self._do(step)
                await self._stage.settle(self._table)
        await self._stage.quiet()
        self.seen.until = {viewer: len(frames) for viewer, frames in self.seen.by.items()}
        for step in self._plan.last:
            if step.world in (None, self._world):
                await self._do(step)
        await self._stage.quiet()
        for line in self._lines.values():
            await line.close()
        self._stage.end(self._fate)
        return self.seen

    async def _open(self) -> None:
        plan, self._table = self._plan, f"{self._plan.name}-1"
        viewer = f"seat{plan.deal.viewer}"
        for who in (*EARLY, *LATE, *[f"seat{seat}" for seat in plan.people]):
            # Nobody is told who the others are, so those whom the viewer cannot know may be anybody.
            known = who in (*EARLY, *LATE, viewer)
            player = f"{plan.name}-{who}" if known else f"{plan.name}-{who}-of-{self._world}"
            self._tokens[who] = await self._stage.new_player(player)
            self.seen.secrets[self._tokens[who].partition(".")[2]] = "a token"
            self.seen.secrets[f"{player}."] = "a token"
            self.seen.secrets[f'"{player}"'] = who
        self.seen.secrets[self._fate.seed] = "the server seed"
        for tab in TABS:
            self._tokens[tab] = self._tokens.get(viewer, "")
            self.seen.same_as[tab] = viewer
        options = plan.deal.options
        body = {
            "id": "open",
            "game": plan.game,
            "seats": plan.deal.players,
            "clock": plan.clock,
            "spectators": plan.spectators,
            "options": plain(options_to_wire(options)) if isinstance(options, Options) else None,
        }
        host = f"seat{plan.people[0]}"
        answer = await self._stage.ask("POST", "/api/tables", self._tokens[host], body)
        assert b"(200," in answer, answer

    async def _do(self, step: Step) -> None:
        who, content = step.who, step.content
        if step.what == "sit":
            seed = "aa" if content == self._plan.deal.viewer else f"b{self._world}"
            await self._say(who, {"type": "sit", "name": NAMES[content], "seat": content, "seed": seed * 16})
        elif step.what == "do":
            await self._say(who, content)
        elif step.what == "again":
            await self._lines[who].ask(self._said[who])
        elif step.what == "act":
            if content[0] == self._fate.made:
                self._fate.made += 1
                await self._say(who, content[1])
        elif step.what == "time-passes":
            self._fate.now += TIME_PASSED
            await self._stage.tick(self._table)
        elif step.what == "ask":
            path = content.format(table=self._table, code=self._plan.name)
            answer = await self._stage.ask("GET", path, self._tokens[who] if who else None)
            self.seen.by.setdefault(who, []).append(answer.decode())
        else:
            if who in self._lines:
                await self._stage.quiet()
                await self._lines[who].close()
            await self._connect(who, self._version(who) if content == "latest" else content)

    async def _connect(self, who: str, version: int | None) -> None:
        line = self._lines[who] = self._stage.line(self._tokens[who], self.seen.by.setdefault(who, []))
        await line.connect()
        await line.ask({"type": "watch", "id": self._id(who), "table": self._table, "version": version})

    async def _say(self, who: str, command: dict[str, Any]) -> None:
        message = self._said[who] = {"type": "do", "id": self._id(who), "table": self._table, "command": command}
        await self._lines[who].ask(message)

    def _id(self, who: str) -> str:
        """Each counts by themselves, so that what one does out of sight does not shift the ids of the others."""
        self._numbers[who] += 1
        return f"{who}-{self._numbers[who]}"

    def _version(self, who: str) -> int | None:
        versions = [json.loads(frame).get("version") for frame in self.seen.by[who] if frame.startswith("{")]
        return max([version for version in versions if version is not None], default=None)


async def compare(stages: Sequence[Stage], plans: Sequence[Plan]) -> Compared:
    """Play all of these pairs, at the same time, and compare."""
    compared = Compared()
    tables = [Table(stage, plan, world) for plan in plans for world, stage in enumerate(stages)]
    seen = await asyncio.gather(*[asyncio.create_task(table.play()) for table in tables])
    for number, plan in enumerate(plans):
        compared.add(plan, *seen[2 * number : 2 * number + 2])
    return compared


def _first_difference(first: list[str], second: list[str]) -> str:
    for one, other in zip(first, second):
        if one != other:
            return f"\n  {one}\n  {other}"
    return f"{len(first)} frames, {len(second)} frames; {(first + second)[-1]}"
