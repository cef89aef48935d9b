"""A table with people and bots, for fault tests."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from tests.faults.audit import check_whole_game, read_log
from tests.faults.reconnecting_client import ReconnectingClient
from tests.server.harness import TIMEOUT_SECONDS, Server


async def until(condition: Callable[[], bool]) -> None:
    """Poll until this is true."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not condition():
            await asyncio.sleep(0.01)


class TableSession:
    """A table opened over HTTP and the clients at it."""

    def __init__(self, servers: Sequence[Server], table: str, tokens: Sequence[str]) -> None:
        self.table = table
        self._servers = servers
        self._opened_by = tokens[0].partition(".")[0]
        # Each client starts at another server and fails over to the next.
        shifted = [
            [*servers[number % len(servers) :], *servers[: number % len(servers)]] for number in range(len(tokens))
        ]
        self.people = [
            ReconnectingClient(order, token, number) for number, (order, token) in enumerate(zip(shifted, tokens))
        ]

    async def sit_down(self, bots: int, level: str = "regular") -> None:
        """Seat everybody and the bots, and start the game."""
        first = self.people[0]
        for number, person in enumerate(self.people):
            await person.sit_at(self.table)
            assert (await person.command("sit", name=f"Person {number}"))["type"] == "answer"
        for seat in range(len(self.people), len(self.people) + bots):
            assert (await first.command("add-bot", seat=seat, level=level))["type"] == "answer"
        assert (await first.command("start"))["type"] == "answer"
        await until(lambda: all(person.state["phase"] == "playing" for person in self.people))

    async def play(self, pause: float = 0.0, repeat_rate: float = 0.1) -> None:
        """Play to the end."""
        async with asyncio.TaskGroup() as tasks:
            for person in self.people:
                tasks.create_task(person.play(pause, repeat_rate))

    async def check(self) -> None:
        """Audit the finished game."""
        up = next(server for server in self._servers if server.running)
        status, record = await asyncio.to_thread(up.ask, "GET", f"/api/tables/{self.table}/record")
        assert status == 200, record
        log = await read_log(up.database, self.table)
        check_whole_game(log, self.people, record, (self._opened_by, "open"))


@asynccontextmanager
async def table_session(
    *servers: Server, game: str = "sushi-go", people: int = 2, bots: int = 1, **more: object
) -> AsyncIterator[TableSession]:
    """A started table; its clients are closed on exit."""
    tokens = [await asyncio.to_thread(servers[0].new_player) for _ in range(people)]
    body = {"id": "open", "game": game, "seats": people + bots, **more}
    status, opened = await asyncio.to_thread(servers[0].ask, "POST", "/api/tables", body, tokens[0])
    assert status == 200, opened
    sitting = TableSession(servers, opened["table"], tokens)
    try:
        await sitting.sit_down(bots)
        yield sitting
    finally:
        for person in sitting.people:
            await person.close()
