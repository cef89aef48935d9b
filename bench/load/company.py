"""`python -m bench.load.company`: people who play against four bots of the strongest level, while a server is busy with others.

A tenth of the people of `make load` play at their tables as they do there. Beside them somebody at each of a few tables sits with four
bots, chooses at once, and waits: in Sushi Go! until the next turn, in Sushi Roll until each of the bots has acted.
"""

import argparse
import asyncio
import os
import random
import resource
import signal
import sys
import tempfile
import time
from pathlib import Path

import httpx
import uvloop
from picows import WSFrame, WSTransport
from rich.console import Console
from rich.progress import Progress

from bench.load import hall, places, steady
from bench.load.figures import Figure, Report, at_most, quantile
from bench.load.processes import ServerProcess
from bench.load.seat import Answers, Seat
from kaiten.players import LEVELS
from kaiten.protocol.commands import AddBot, Start

BAR = 1000.0
"""Milliseconds for a turn."""
PATIENCE = 60.0
STRONGEST = [*LEVELS][-1]


class Person(Seat):
    """Somebody who waits for the bots."""

    def __init__(self, url: str, token: str, table: str) -> None:
        super().__init__(url, token, table, Answers())
        self.told = asyncio.Event()
        self.waits: list[float] = []

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        before = self._told
        super().on_ws_frame(transport, frame)
        if self._told is not before:
            self.told.set()

    async def play(self, until: float, chance: random.Random) -> None:
        """Choose at once, whenever it is one's turn, and note how long the bots take."""
        began = time.perf_counter()
        while time.perf_counter() < until and (known := self.known) is not None and known.turn is not None:
            turn = known.turn
            if known.view is not None and (known.view.legal or known.view.can_take):
                began = time.perf_counter()
                self.choose(began, chance.random())
            async with asyncio.timeout(PATIENCE):
                while self.known is not None and self.known.turn == turn:
                    self.told.clear()
                    await self.told.wait()
            self.waits.append(1000 * (time.perf_counter() - began))
            began = time.perf_counter()


async def sit_with_bots(server: ServerProcess, game: str, number: int) -> Person:
    """A table of five: one person, and four bots of the strongest level."""
    async with httpx.AsyncClient(base_url=server.url, timeout=30, trust_env=False) as client:
        token = (await client.post("/api/players", json={"keep": "token"})).json()["token"]
        asked = {"id": f"company-{number}", "game": game, "seats": 5, "name": "Ana"}
        opened = await client.post("/api/tables", json=asked, headers={"Authorization": f"Bearer {token}"})
        opened.raise_for_status()
    person = Person(server.url, token, opened.json()["table"])
    await person.connect()
    for seat in range(1, 5):
        await person.do(AddBot(seat, STRONGEST))
    await person.do(Start())
    return person


async def company(server: ServerProcess, game: str, tables: int, seconds: float) -> list[float]:
    """One game after another at each of so many tables, for so long; all that was waited."""
    chance, until = random.Random(1), time.perf_counter() + seconds
    waits: list[float] = []

    async def one(number: int) -> None:
        game_number = 0
        while time.perf_counter() < until:
            person = await sit_with_bots(server, game, 1000 * number + game_number)
            await person.play(until, chance)
            person.leave()
            waits.extend(person.waits)
            game_number += 1

    async with asyncio.TaskGroup() as group:
        for number in range(tables):
            group.create_task(one(number + (500 if game == "sushi-roll" else 0)))
    return sorted(waits)


async def measure(asked: argparse.Namespace, full: hall.Hall, report: Report) -> None:
    server = full.servers[0]
    try:
        server.spawn()
        server.wait_until_healthy()
        await asyncio.sleep(asked.warm)
        await hall.open_tables(full, asked.tables, 0.2)
        await hall.sit_down(full)
        busy = asyncio.create_task(steady.run(full, asked.period, 2 * asked.seconds + 5))
        for game in ("sushi-go", "sushi-roll"):
            waits = await company(server, game, asked.company, asked.seconds)
            report.add(
                [
                    at_most(f"{game}: the longest wait of {len(waits):,}", waits[-1], BAR, "ms"),
                    Figure(f"{game}: p50, p99", f"{quantile(waits, 0.5):.0f}, {quantile(waits, 0.99):.0f} ms"),
                ]
            )
        report.add([at_most("choices by a stand-in", await stand_ins(server), 0, "")])
        report.add(await busy)
    finally:
        for seat in full.seats:
            seat.leave()
        server.stop()


async def stand_ins(server: ServerProcess) -> float:
    """Choices that another bot has made, since the level was still being compiled."""
    async with httpx.AsyncClient(base_url=server.url, timeout=30, trust_env=False) as client:
        lines = (await client.get("/metrics")).text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith("kaiten_bot_stand_ins_total"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100, help="tables of five people each (100)")
    parser.add_argument("--company", type=int, default=1, help="tables of one person and four bots (1)")
    parser.add_argument("--seconds", type=float, default=45, help="for each game (45)")
    parser.add_argument("--warm", type=float, default=60, help="seconds before it begins: a new server compiles (60)")
    parser.add_argument("--period", type=float, default=15, help="seconds in which everybody chooses once (15)")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started here ends here
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    console = Console()
    report = Report(console)
    with (
        tempfile.TemporaryDirectory(prefix="kaiten-load-") as name,
        places.opened(Path(name), postgres=False, redis=False) as place,
        Progress(console=console, disable=not console.is_terminal, transient=True) as progress,
    ):
        server = ServerProcess(Path(name), place.url, place.bus)
        uvloop.run(measure(asked, hall.Hall(place, [server], progress), report))
    report.show(f"{asked.company} tables with bots beside {asked.tables} of people, {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
