"""Everything set up: servers, people, tables; and what the log should hold of them."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx
from rich.progress import Progress

from bench.load.places import Held, Place
from bench.load.processes import ServerProcess
from bench.load.seat import Answers, Seat
from kaiten.protocol.commands import Sit, Start

PLAYERS = 5
AT_ONCE = 50
"""Requests, or new sockets, that are under way together while things are set up."""

SET_UP_EVENTS = 1 + PLAYERS + 1
"""Opened, five times sat, started; from then on each command makes one event."""
SET_UP_COMMANDS = 1 + (PLAYERS - 1) + 1

T = TypeVar("T")


@dataclass(slots=True)
class Party:
    """A table, and the people at it, the host first."""

    id: str
    game: str
    seats: list[Seat] = field(default_factory=list)


@dataclass(slots=True)
class Hall:
    """All tables, on all servers."""

    place: Place
    servers: list[ServerProcess]
    progress: Progress
    parties: list[Party] = field(default_factory=list)
    by_game: dict[str, Answers] = field(default_factory=lambda: {"sushi-go": Answers(), "sushi-roll": Answers()})

    @property
    def seats(self) -> list[Seat]:
        return [seat for party in self.parties for seat in party.seats]

    @property
    def pending(self) -> int:
        return sum(len(seat.pending) for seat in self.seats)

    def megabytes(self) -> float:
        return sum(server.megabytes() for server in self.servers)

    def differences(self) -> int:
        """Tables of which the log holds less than was answered, more than was sent, or something that does not fit."""
        held = self.place.held()
        return sum(not _fits(held[party.id], party) for party in self.parties)


def _fits(held: Held, party: Party) -> bool:
    events, commands = held.events - SET_UP_EVENTS, held.commands - SET_UP_COMMANDS
    least = sum(seat.done for seat in party.seats)
    # What was not answered, or refused because of the store, may be in the log or not.
    most = least + sum(len(seat.pending) + seat.unsure for seat in party.seats)
    return held.events == held.last and events == commands and least <= events <= most


async def open_tables(hall: Hall, tables: int, rolls: float) -> None:
    """People become players and open tables, over HTTP; so far nobody has a socket."""
    games = ["sushi-roll" if number < tables * rolls else "sushi-go" for number in range(tables)]
    limits = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=AT_ONCE)
    async with httpx.AsyncClient(base_url=hall.servers[0].url, limits=limits, timeout=30, trust_env=False) as client:

        async def become(_: int) -> str:
            return str((await _post(client, "/api/players", {"keep": "token"}))["token"])

        tokens = await _all(hall, "Becoming players", range(tables * PLAYERS), become)

        async def open_table(number: int) -> Party:
            asked = {"id": f"open-{number}", "game": games[number], "seats": PLAYERS, "name": "P0"}
            hosts_token, game = tokens[number * PLAYERS], games[number]
            opened = await _post(client, "/api/tables", asked, hosts_token)
            return Party(opened["table"], game)

        hall.parties = await _all(hall, "Opening tables", range(tables), open_table)
    # The people of one table are on different servers, where there are several.
    urls = itertools.cycle([server.url for server in hall.servers])
    for number, party in enumerate(hall.parties):
        for token in tokens[number * PLAYERS : (number + 1) * PLAYERS]:
            party.seats.append(Seat(next(urls), token, party.id, hall.by_game[party.game]))


async def sit_down(hall: Hall) -> None:
    """Everybody connects and sits down, and the games begin."""

    async def begin(party: Party) -> None:
        for number, seat in enumerate(party.seats):
            await seat.connect()
            if number:
                await seat.do(Sit(f"P{number}"))
        await party.seats[0].do(Start())

    await _all(hall, "Sitting down", hall.parties, begin)


async def quiet(hall: Hall, seconds: float) -> int:
    """Wait until everything is answered, for so long at the most; what was not, after that."""
    for _ in range(int(seconds * 20)):
        if not hall.pending:
            break
        await asyncio.sleep(0.05)
    return hall.pending


async def _all(hall: Hall, what: str, items: Iterable[Any], work: Callable[[Any], Awaitable[T]]) -> list[T]:
    """Do this for each, some at once, and in order of the items what came of it."""
    listed = [*items]
    bar = hall.progress.add_task(what, total=len(listed))
    room = asyncio.Semaphore(AT_ONCE)

    async def one(item: Any) -> T:
        async with room:
            result = await work(item)
        hall.progress.advance(bar)
        return result

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(item)) for item in listed]
    hall.progress.remove_task(bar)
    return [task.result() for task in tasks]


async def _post(client: httpx.AsyncClient, path: str, body: Any, token: str = "") -> Any:
    response = await client.post(path, json=body, headers={"Authorization": f"Bearer {token}"} if token else {})
    response.raise_for_status()
    return response.json()
