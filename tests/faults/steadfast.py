"""A player whom a broken line does not stop."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any

from websockets.exceptions import WebSocketException

from tests.server.running import Client, Server

BROKEN = (OSError, EOFError, HTTPException, WebSocketException)
"""What a server that goes away looks like from the other end. A TimeoutError, which is an OSError too, is no excuse."""

AGAIN = ("store", "busy")
"""Refusals that say: send it again."""

REST = 0.03

BACK_SECONDS = 90.0
"""Seconds in which somebody has to get back in: several servers may start and die meanwhile."""


@dataclass(frozen=True, slots=True)
class Done:
    """A command, and how it was answered in the end."""

    id: str
    command: dict[str, Any]
    answer: dict[str, Any]

    @property
    def answered(self) -> bool:
        return bool(self.answer["type"] == "answer")


class Steadfast(Client):
    """Comes back to whichever server is up, and sends again, under the same id, what was not answered."""

    def __init__(self, servers: Sequence[Server], token: str, seed: int = 0) -> None:
        super().__init__(servers[0], token)
        self.player = token.partition(".")[0]
        self.table = ""
        self.done: list[Done] = []
        self.returns = 0
        self.put_off = 0
        """How often a server said that it cannot save."""
        self._servers = servers
        self._rng = random.Random(seed)  # noqa: S311
        self._ids = 0
        self._why_not = ""

    @property
    def state(self) -> dict[str, Any]:
        return self.states[self.table]

    async def sit_at(self, table: str) -> None:
        """Watch a table, and come back to it after whatever happens."""
        await self.come_back()
        self.table = table
        answer = await self._until_done({"type": "watch", "id": "watch", "table": table})
        assert answer["type"] == "answer", answer

    async def come_back(self) -> None:
        """Connect to a server that is up, and hear what was missed."""
        until = time.monotonic() + BACK_SECONDS
        while not await self._try_each():
            assert time.monotonic() < until, f"nobody lets {self.player} in: {self._why_not}"
            await asyncio.sleep(REST)
        self.returns += 1

    async def command(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command until it is answered or refused for good."""
        self._ids += 1
        message_id = f"{self.player[:6]}-{self._ids}"
        command = {"type": kind, **fields}
        message = {"type": "do", "id": message_id, "table": self.table, "command": command}
        answer = await self._until_done(message)
        self.done.append(Done(message_id, command, answer))
        return answer

    async def play(self, pause: float = 0, restless: float = 0.0) -> None:
        """Play to the end; `restless` is how often a choice is changed or sent twice, and half as often the line dropped."""
        while self.state["phase"] != "over":
            state = self.state
            move = self._move(state)
            if move is None:
                await self._wait_for_change(state)
                continue
            await asyncio.sleep(pause)
            await self._choose(state, move)
            if self._happens(restless) and state["view"]["type"] == "sushi-go":
                await self._choose(state, self._rng.choice(state["view"]["legal"]))
            if self._happens(restless):
                await self._say_again()
            if self._happens(restless / 2):
                await self.close()
                await self.come_back()

    async def _choose(self, state: dict[str, Any], move: dict[str, Any]) -> None:
        round_number, turn = state["turn"]
        answer = await self.command("choose", round=round_number, turn=turn, move=move)
        # The turn may be over by the time that a choice is changed.
        assert answer["type"] == "answer" or answer["code"] in ("wrong-turn", "wrong-phase-over"), answer

    async def _say_again(self) -> None:
        """The same command, though it was answered: it gets the same answer, and counts once."""
        last = self.done[-1]
        message = {"type": "do", "id": last.id, "table": self.table, "command": last.command}
        assert (await self._until_done(message))["type"] == last.answer["type"]

    async def _until_done(self, message: dict[str, Any]) -> dict[str, Any]:
        while True:
            try:
                answer = await self.ask(message)
            except TimeoutError:
                raise
            except BROKEN:
                await self.come_back()
                continue
            if answer["type"] == "refused" and answer["code"] in AGAIN:
                self.put_off += 1
                await asyncio.sleep(4 * REST)
                continue
            return answer

    async def _try_each(self) -> bool:
        for server in self._servers:
            try:
                await self.close()
                self.server = server
                await self.connect()
                if self.table in self.states:
                    version = self.state["version"]
                    message = {"type": "watch", "id": "watch", "table": self.table, "version": version}
                    answer = await self.ask(message)
                    if answer["type"] != "answer":
                        self._why_not = repr(answer)
                        continue
            except BROKEN as error:  # or too slow, as a busy machine is; there is an end to trying
                self._why_not = repr(error)
                continue
            return True
        return False

    async def _wait_for_change(self, state: dict[str, Any]) -> None:
        try:
            await self.until(lambda: self.state is not state)
        except TimeoutError:
            raise
        except BROKEN:
            await self.come_back()

    def _happens(self, chance: float) -> bool:
        return self._rng.random() < chance

    def _move(self, state: dict[str, Any]) -> dict[str, Any] | None:
        """A legal move, if one is owed."""
        view, you = state["view"], state["you"]
        if state["phase"] != "playing":
            return None
        if view["type"] == "sushi-go":
            owed = view["chosen"] is None and view["result"] is None
            return self._rng.choice(view["legal"]) if owed else None
        if not view["can_take"]:
            return None
        belts = view["belts"]
        dice = range(len(belts[you]))
        if view["can_menu"] and self._happens(0.5):
            return {"type": "menu", "dice": sorted(self._rng.sample(dice, self._rng.randint(1, min(5, len(dice)))))}
        if view["can_swap"] and self._happens(0.5):
            seat = self._rng.choice(view["can_swap"])
            theirs = self._rng.randrange(len(belts[seat]))
            return {"type": "swap", "mine": self._rng.choice(dice), "seat": seat, "theirs": theirs}
        return {"type": "take", "die": self._rng.choice(dice)}
