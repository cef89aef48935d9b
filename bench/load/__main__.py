"""`make load`: 5,000 people at 1,000 tables; how quickly they are answered, what it costs, what a crash does.

Everything is on this machine, clients included. A bar that is missed is said so; the exit code is 0 all the same.
"""

import argparse
import asyncio
import gc
import os
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import uvloop
from rich.console import Console
from rich.progress import Progress

from bench.load import ceiling, crash, disk, hall, places, steady
from bench.load.figures import Figure, Report, at_most
from bench.load.processes import ServerProcess
from bench.load.seat import counted

MEMORY_BAR = 250.0
"""Megabytes, for a server with everybody connected."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000, help="tables of five (1000)")
    parser.add_argument("--rolls", type=float, default=0.2, help="share of the tables that play Sushi Roll (0.2)")
    parser.add_argument("--seconds", type=float, default=180, help="of steady load (180)")
    parser.add_argument("--period", type=float, default=15, help="seconds in which everybody chooses once (15)")
    parser.add_argument("--in-flight", type=int, default=500, help="commands under way to find the ceiling (500)")
    parser.add_argument("--ceiling-seconds", type=float, default=10, help="of finding the ceiling (10)")
    parser.add_argument("--servers", type=int, default=1, help="servers that share the database (1)")
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL in the place of SQLite")
    parser.add_argument("--redis", action="store_true", help="a bus between the servers")
    parser.add_argument("--folder", type=Path, help="where the database is put (a temporary folder)")
    parser.add_argument("--skip", default="", help="what to leave out: steady,ceiling,crash")
    return parser.parse_args()


async def measure(asked: argparse.Namespace, full: hall.Hall, report: Report) -> None:
    """The whole programme; the servers end with it."""
    before = disk.measure(full.place.folder)
    report.add([before.figure("before")])
    rate = 0.0
    try:
        for server in full.servers:
            server.spawn()
            server.wait_until_healthy()
        await _fill(full, asked, report)
        if "steady" not in asked.skip:
            report.add(await steady.run(full, asked.period, asked.seconds))
            report.add([Figure("memory after playing", f"{full.megabytes():.0f} MB")])
        if "ceiling" not in asked.skip:
            rate, figures = await ceiling.run(full, asked.in_flight, asked.ceiling_seconds)
            report.add(figures)
        if "crash" not in asked.skip and asked.servers == 1:
            report.add(await crash.run(full))
    finally:
        for seat in full.seats:
            seat.leave()
        for server in full.servers:
            server.stop()
        complaints = sum([server.complaints() for server in full.servers], Counter[str]())
        report.add([Figure("complaints in the log", counted(complaints))])
    after = disk.measure(full.place.folder)
    report.add([after.figure("after")])
    if rate:
        fsyncs = (before.a_second + after.a_second) / 2
        report.add([Figure("ratio: durable commands for a bare fsync", f"{rate / fsyncs:.2f}")])


async def _fill(full: hall.Hall, asked: argparse.Namespace, report: Report) -> None:
    """Let everybody in, and see what they weigh before they do anything."""
    empty, began = full.megabytes(), time.perf_counter()
    await hall.open_tables(full, asked.tables, asked.rolls)
    opened = full.megabytes()
    await hall.sit_down(full)
    spent = time.perf_counter() - began
    await asyncio.sleep(3)
    sockets, idle = len(full.seats), full.megabytes()
    report.add(
        [
            Figure("setting up", f"{spent:.0f} s"),
            at_most(f"memory with {sockets:,} idle sockets, all servers", idle, MEMORY_BAR * asked.servers, "MB"),
            Figure("memory: empty, tables opened", f"{empty:.0f}, {opened:.0f} MB"),
            Figure("memory for a socket and its part of a table", f"{1e6 * (idle - opened) / sockets:,.0f} bytes"),
        ]
    )
    # A pause of ours would look like one of the server's.
    gc.collect()
    gc.freeze()
    gc.disable()


def main() -> None:
    asked = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started here ends here
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    console = Console()
    report, busy = Report(console), os.getloadavg()[0]
    with (
        tempfile.TemporaryDirectory(prefix="kaiten-load-", dir=asked.folder) as name,
        places.opened(Path(name), postgres=asked.postgres, redis=asked.redis) as place,
        Progress(console=console, disable=not console.is_terminal, transient=True) as progress,
    ):
        servers = [ServerProcess(Path(name), place.url, place.bus) for _ in range(asked.servers)]
        uvloop.run(measure(asked, hall.Hall(place, servers, progress), report))
        title = f"{asked.tables:,} tables of 5, {asked.servers} server(s), {place.name}, {os.cpu_count()} processors"
    report.show(f"{title}, load average {busy:.2f} before and {os.getloadavg()[0]:.2f} after")


if __name__ == "__main__":
    main()
