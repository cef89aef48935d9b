"""`python -m bench.load.bot_latency`: wait for four bots of the strongest level while a server is under load.

A tenth of the clients of `make load` are the background load. At a few more tables one client plays four bots, chooses at once, and
waits: in Sushi Go! until the next turn, in Sushi Roll until each bot has acted.
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

from bench.load import backend, setup, steady_load
from bench.load.client import Answers, Client
from bench.load.processes import ServerProcess
from bench.load.report import Figure, Report, at_most, quantile
from kaiten.players import LEVELS
from kaiten.protocol.commands import AddBot, Start

BAR = 1000.0
"""Milliseconds for a turn."""
TIMEOUT_SECONDS = 60.0
STRONGEST = [*LEVELS][-1]


class WaitingClient(Client):
    """A client that measures how long it waits for the bots."""

    def __init__(self, url: str, token: str, table: str) -> None:
        super().__init__(url, token, table, Answers())
        self.updated = asyncio.Event()
        self.waits: list[float] = []

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        before = self._last_state
        super().on_ws_frame(transport, frame)
        if self._last_state is not before:
            self.updated.set()

    async def play(self, until: float, chance: random.Random) -> None:
        """Choose at once on every turn and record the wait for the bots."""
        began = time.perf_counter()
        while time.perf_counter() < until and (known := self.known) is not None and known.turn is not None:
            turn = known.turn
            if known.view is not None and (known.view.legal or known.view.can_take):
                began = time.perf_counter()
                self.choose(began, chance.random())
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while self.known is not None and self.known.turn == turn:
                    self.updated.clear()
                    await self.updated.wait()
            self.waits.append(1000 * (time.perf_counter() - began))
            began = time.perf_counter()


async def sit_with_bots(server: ServerProcess, game: str, number: int) -> WaitingClient:
    """A table of five: one person and four bots of the strongest level."""
    async with httpx.AsyncClient(base_url=server.url, timeout=30, trust_env=False) as client:
        token = (await client.post("/api/players", json={"keep": "token"})).json()["token"]
        options = {"id": f"company-{number}", "game": game, "seats": 5, "name": "Ana"}
        opened = await client.post("/api/tables", json=options, headers={"Authorization": f"Bearer {token}"})
        opened.raise_for_status()
    person = WaitingClient(server.url, token, opened.json()["table"])
    await person.connect()
    for seat in range(1, 5):
        await person.do(AddBot(seat, STRONGEST))
    await person.do(Start())
    return person


async def measure_waits(server: ServerProcess, game: str, tables: int, seconds: float) -> list[float]:
    """Play game after game at this many tables for this long; all waits, sorted."""
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


async def measure(options: argparse.Namespace, load_test: setup.LoadTest, report: Report) -> None:
    server = load_test.servers[0]
    try:
        server.spawn()
        server.wait_until_healthy()
        await asyncio.sleep(options.warm)
        await setup.open_tables(load_test, options.tables, 0.2)
        await setup.sit_down(load_test)
        busy = asyncio.create_task(steady_load.run(load_test, options.period, 2 * options.seconds + 5))
        for game in ("sushi-go", "sushi-roll"):
            waits = await measure_waits(server, game, options.company, options.seconds)
            report.add(
                [
                    at_most(f"{game}: the longest wait of {len(waits):,}", waits[-1], BAR, "ms"),
                    Figure(f"{game}: p50, p99", f"{quantile(waits, 0.5):.0f}, {quantile(waits, 0.99):.0f} ms"),
                ]
            )
        report.add([at_most("choices by a stand-in", await stand_ins(server), 0, "")])
        report.add(await busy)
    finally:
        for seat in load_test.seats:
            seat.leave()
        server.stop()


async def stand_ins(server: ServerProcess) -> float:
    """Choices by a stand-in while the level was compiling."""
    async with httpx.AsyncClient(base_url=server.url, timeout=30, trust_env=False) as client:
        lines = (await client.get("/metrics")).text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith("kaiten_bot_stand_ins_total"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100, help="tables of five people each (100)")
    parser.add_argument("--company", type=int, default=1, help="tables of one person and four bots (1)")
    parser.add_argument("--seconds", type=float, default=45, help="seconds for each game (45)")
    parser.add_argument(
        "--warm", type=float, default=60, help="seconds of warm-up, in which a new server compiles (60)"
    )
    parser.add_argument("--period", type=float, default=15, help="seconds in which everybody chooses once (15)")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the child processes end, too
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    console = Console()
    report = Report(console)
    with (
        tempfile.TemporaryDirectory(prefix="kaiten-load-") as name,
        backend.open_backend(Path(name), postgres=False, redis=False) as database,
        Progress(console=console, disable=not console.is_terminal, transient=True) as progress,
    ):
        server = ServerProcess(Path(name), database.url, database.bus)
        uvloop.run(measure(options, setup.LoadTest(database, [server], progress), report))
    report.show(f"{options.company} tables with bots beside {options.tables} of people, {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
