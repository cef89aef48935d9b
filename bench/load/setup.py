"""Set-up of the load test: servers, clients, tables; comparison of the log with the answers."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx
from rich.progress import Progress

from bench.load.backend import Backend, StoredCounts
from bench.load.client import Answers, Client
from bench.load.processes import ServerProcess
from kaiten.protocol.commands import Sit, Start

PLAYERS = 5
CONCURRENCY = 50
"""Concurrent requests or connections during set-up."""

SET_UP_EVENTS = 1 + PLAYERS + 1
"""Opened, five seats taken, started; then one event per command."""
SET_UP_COMMANDS = 1 + (PLAYERS - 1) + 1

T = TypeVar("T")


@dataclass(slots=True)
class PlayerGroup:
    """A table and the clients at it, the host first."""

    id: str
    game: str
    seats: list[Client] = field(default_factory=list)


@dataclass(slots=True)
class LoadTest:
    """All tables on all servers."""

    database: Backend
    servers: list[ServerProcess]
    progress: Progress
    groups: list[PlayerGroup] = field(default_factory=list)
    by_game: dict[str, Answers] = field(default_factory=lambda: {"sushi-go": Answers(), "sushi-roll": Answers()})

    @property
    def seats(self) -> list[Client]:
        return [seat for group in self.groups for seat in group.seats]

    @property
    def pending(self) -> int:
        return sum(len(seat.pending) for seat in self.seats)

    def megabytes(self) -> float:
        return sum(server.megabytes() for server in self.servers)

    def differences(self) -> int:
        """Tables whose log has fewer commands than were answered, more than were sent, or gaps."""
        stored = self.database.stored()
        return sum(not _matches(stored[group.id], group) for group in self.groups)


def _matches(stored: StoredCounts, group: PlayerGroup) -> bool:
    events, commands = stored.events - SET_UP_EVENTS, stored.commands - SET_UP_COMMANDS
    least = sum(seat.done for seat in group.seats)
    # What was not answered, or refused because of the store, may be in the log or not.
    most = least + sum(len(seat.pending) + seat.unknown for seat in group.seats)
    return stored.events == stored.last and events == commands and least <= events <= most


async def open_tables(load_test: LoadTest, tables: int, rolls: float) -> None:
    """Create players and tables over HTTP, without sockets."""
    games = ["sushi-roll" if number < tables * rolls else "sushi-go" for number in range(tables)]
    limits = httpx.Limits(max_connections=CONCURRENCY, max_keepalive_connections=CONCURRENCY)
    async with httpx.AsyncClient(
        base_url=load_test.servers[0].url, limits=limits, timeout=30, trust_env=False
    ) as client:

        async def become(_: int) -> str:
            return str((await _post(client, "/api/players", {"keep": "token"}))["token"])

        tokens = await _all(load_test, "Becoming players", range(tables * PLAYERS), become)

        async def open_table(number: int) -> PlayerGroup:
            options = {"id": f"open-{number}", "game": games[number], "seats": PLAYERS, "name": "P0"}
            hosts_token, game = tokens[number * PLAYERS], games[number]
            opened = await _post(client, "/api/tables", options, hosts_token)
            return PlayerGroup(opened["table"], game)

        load_test.groups = await _all(load_test, "Opening tables", range(tables), open_table)
    # With several servers the clients of one table are spread over them.
    urls = itertools.cycle([server.url for server in load_test.servers])
    for number, group in enumerate(load_test.groups):
        for token in tokens[number * PLAYERS : (number + 1) * PLAYERS]:
            group.seats.append(Client(next(urls), token, group.id, load_test.by_game[group.game]))


async def sit_down(load_test: LoadTest) -> None:
    """Connect and seat all clients and start the games."""

    async def begin(group: PlayerGroup) -> None:
        for number, seat in enumerate(group.seats):
            await seat.connect()
            if number:
                await seat.do(Sit(f"P{number}"))
        await group.seats[0].do(Start())

    await _all(load_test, "Sitting down", load_test.groups, begin)


async def wait_for_answers(load_test: LoadTest, seconds: float) -> int:
    """Wait until everything is answered, at most this long; the number of missing answers."""
    for _ in range(int(seconds * 20)):
        if not load_test.pending:
            break
        await asyncio.sleep(0.05)
    return load_test.pending


async def _all(load_test: LoadTest, what: str, items: Iterable[Any], work: Callable[[Any], Awaitable[T]]) -> list[T]:
    """Run `work` for all items with bounded concurrency; results in order."""
    listed = [*items]
    bar = load_test.progress.add_task(what, total=len(listed))
    room = asyncio.Semaphore(CONCURRENCY)

    async def one(item: Any) -> T:
        async with room:
            result = await work(item)
        load_test.progress.advance(bar)
        return result

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(item)) for item in listed]
    load_test.progress.remove_task(bar)
    return [task.result() for task in tasks]


async def _post(client: httpx.AsyncClient, path: str, body: Any, token: str = "") -> Any:
    response = await client.post(path, json=body, headers={"Authorization": f"Bearer {token}"} if token else {})
    response.raise_for_status()
    return response.json()
