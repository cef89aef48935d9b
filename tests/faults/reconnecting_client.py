"""A client that reconnects and resends unanswered commands with the same id (idempotency key)."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any

from websockets.exceptions import WebSocketException

from tests.server.harness import Client, Server

CONNECTION_ERRORS = (OSError, EOFError, HTTPException, WebSocketException)
"""How a dead server looks to a client. A TimeoutError, also an OSError, is a test failure."""

RETRY_CODES = ("store", "busy")
"""Refusals that ask the client to send again."""

RETRY_SECONDS = 0.03

RECONNECT_SECONDS = 90.0
"""Limit for reconnecting, while servers start and die."""


@dataclass(frozen=True, slots=True)
class CommandResult:
    """A command and its final answer."""

    id: str
    command: dict[str, Any]
    answer: dict[str, Any]

    @property
    def answered(self) -> bool:
        return bool(self.answer["type"] == "answer")


class ReconnectingClient(Client):
    """Reconnects to any server that is up and resends what was not answered."""

    def __init__(self, servers: Sequence[Server], token: str, seed: int = 0) -> None:
        super().__init__(servers[0], token)
        self.player = token.partition(".")[0]
        self.table = ""
        self.done: list[CommandResult] = []
        self.returns = 0
        self.retries = 0
        """Refusals because the server could not save."""
        self._servers = servers
        self._rng = random.Random(seed)  # noqa: S311
        self._ids = 0
        self._last_error = ""

    @property
    def state(self) -> dict[str, Any]:
        return self.states[self.table]

    async def sit_at(self, table: str) -> None:
        """Watch a table, and watch it again after each reconnect."""
        await self.reconnect()
        self.table = table
        answer = await self._until_done({"type": "watch", "id": "watch", "table": table})
        assert answer["type"] == "answer", answer

    async def reconnect(self) -> None:
        """Connect to a server that is up and catch up."""
        until = time.monotonic() + RECONNECT_SECONDS
        while not await self._try_servers():
            assert time.monotonic() < until, f"nobody lets {self.player} in: {self._last_error}"
            await asyncio.sleep(RETRY_SECONDS)
        self.returns += 1

    async def command(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command until it is answered or refused for good."""
        self._ids += 1
        message_id = f"{self.player[:6]}-{self._ids}"
        command = {"type": kind, **fields}
        message = {"type": "do", "id": message_id, "table": self.table, "command": command}
        answer = await self._until_done(message)
        self.done.append(CommandResult(message_id, command, answer))
        return answer

    async def play(self, pause: float = 0, repeat_rate: float = 0.0) -> None:
        """Play to the end; `repeat_rate` is the chance to change or resend a choice; half of it, to drop the connection."""
        while self.state["phase"] != "over":
            state = self.state
            move = self._move(state)
            if move is None:
                await self._wait_for_change(state)
                continue
            await asyncio.sleep(pause)
            await self._choose(state, move)
            if self._chance(repeat_rate) and state["view"]["type"] == "sushi-go":
                await self._choose(state, self._rng.choice(state["view"]["legal"]))
            if self._chance(repeat_rate):
                await self._resend()
            if self._chance(repeat_rate / 2):
                await self.close()
                await self.reconnect()

    async def _choose(self, state: dict[str, Any], move: dict[str, Any]) -> None:
        round_number, turn = state["turn"]
        answer = await self.command("choose", round=round_number, turn=turn, move=move)
        # The turn may be over by now.
        assert answer["type"] == "answer" or answer["code"] in ("wrong-turn", "wrong-phase-over"), answer

    async def _resend(self) -> None:
        """Resend an answered command: it gets the same answer and counts once."""
        last = self.done[-1]
        message = {"type": "do", "id": last.id, "table": self.table, "command": last.command}
        assert (await self._until_done(message))["type"] == last.answer["type"]

    async def _until_done(self, message: dict[str, Any]) -> dict[str, Any]:
        while True:
            try:
                answer = await self.ask(message)
            except TimeoutError:
                raise
            except CONNECTION_ERRORS:
                await self.reconnect()
                continue
            if answer["type"] == "refused" and answer["code"] in RETRY_CODES:
                self.retries += 1
                await asyncio.sleep(4 * RETRY_SECONDS)
                continue
            return answer

    async def _try_servers(self) -> bool:
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
                        self._last_error = repr(answer)
                        continue
            except CONNECTION_ERRORS as error:  # or too slow, as a busy machine is; there is an end to trying
                self._last_error = repr(error)
                continue
            return True
        return False

    async def _wait_for_change(self, state: dict[str, Any]) -> None:
        try:
            await self.until(lambda: self.state is not state)
        except TimeoutError:
            raise
        except CONNECTION_ERRORS:
            await self.reconnect()

    def _chance(self, chance: float) -> bool:
        return self._rng.random() < chance

    def _move(self, state: dict[str, Any]) -> dict[str, Any] | None:
        """A random legal move, if a choice is owed."""
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
        if view["can_menu"] and self._chance(0.5):
            return {"type": "menu", "dice": sorted(self._rng.sample(dice, self._rng.randint(1, min(5, len(dice)))))}
        if view["can_swap"] and self._chance(0.5):
            seat = self._rng.choice(view["can_swap"])
            theirs = self._rng.randrange(len(belts[seat]))
            return {"type": "swap", "mine": self._rng.choice(dice), "seat": seat, "theirs": theirs}
        return {"type": "take", "die": self._rng.choice(dice)}
