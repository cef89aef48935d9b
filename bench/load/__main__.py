"""`make load`: 5,000 clients at 1,000 tables: latency, throughput, memory, recovery from a crash.

Everything runs on this machine, clients included. A missed bar is reported; the exit code is 0 even then.
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

from bench.load import backend, ceiling, crash, disk, setup, steady_load
from bench.load.client import counted
from bench.load.processes import ServerProcess
from bench.load.report import Figure, Report, at_most

MEMORY_BAR = 250.0
"""Megabytes of a server with all clients connected."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000, help="tables of five (1000)")
    parser.add_argument("--rolls", type=float, default=0.2, help="share of the tables that play Sushi Roll (0.2)")
    parser.add_argument("--seconds", type=float, default=180, help="seconds of steady load (180)")
    parser.add_argument("--period", type=float, default=15, help="seconds in which everybody chooses once (15)")
    parser.add_argument("--in-flight", type=int, default=500, help="commands in flight in the ceiling test (500)")
    parser.add_argument("--ceiling-seconds", type=float, default=10, help="seconds of the ceiling test (10)")
    parser.add_argument("--servers", type=int, default=1, help="servers that share the database (1)")
    parser.add_argument("--postgres", action="store_true", help="use PostgreSQL instead of SQLite")
    parser.add_argument("--redis", action="store_true", help="use a bus between the servers")
    parser.add_argument("--folder", type=Path, help="folder of the database (a temporary one)")
    parser.add_argument("--skip", default="", help="measurements to skip: steady,ceiling,crash")
    return parser.parse_args()


async def measure(options: argparse.Namespace, load_test: setup.LoadTest, report: Report) -> None:
    """All measurements; the servers end with them."""
    before = disk.measure(load_test.database.folder)
    report.add([before.figure("before")])
    rate = 0.0
    try:
        for server in load_test.servers:
            server.spawn()
            server.wait_until_healthy()
        await _fill(load_test, options, report)
        if "steady" not in options.skip:
            report.add(await steady_load.run(load_test, options.period, options.seconds))
            report.add([Figure("memory after playing", f"{load_test.megabytes():.0f} MB")])
        if "ceiling" not in options.skip:
            rate, figures = await ceiling.run(load_test, options.in_flight, options.ceiling_seconds)
            report.add(figures)
        if "crash" not in options.skip and options.servers == 1:
            report.add(await crash.run(load_test))
    finally:
        for seat in load_test.seats:
            seat.leave()
        for server in load_test.servers:
            server.stop()
        complaints = sum([server.complaints() for server in load_test.servers], Counter[str]())
        report.add([Figure("complaints in the log", counted(complaints))])
    after = disk.measure(load_test.database.folder)
    report.add([after.figure("after")])
    if rate:
        fsyncs = (before.a_second + after.a_second) / 2
        report.add([Figure("ratio: durable commands for a bare fsync", f"{rate / fsyncs:.2f}")])


async def _fill(load_test: setup.LoadTest, options: argparse.Namespace, report: Report) -> None:
    """Connect all clients and measure memory before they play."""
    empty, began = load_test.megabytes(), time.perf_counter()
    await setup.open_tables(load_test, options.tables, options.rolls)
    opened = load_test.megabytes()
    await setup.sit_down(load_test)
    spent = time.perf_counter() - began
    await asyncio.sleep(3)
    sockets, idle = len(load_test.seats), load_test.megabytes()
    report.add(
        [
            Figure("setting up", f"{spent:.0f} s"),
            at_most(f"memory with {sockets:,} idle sockets, all servers", idle, MEMORY_BAR * options.servers, "MB"),
            Figure("memory: empty, tables opened", f"{empty:.0f}, {opened:.0f} MB"),
            Figure("memory for a socket and its part of a table", f"{1e6 * (idle - opened) / sockets:,.0f} bytes"),
        ]
    )
    # A garbage collection here would look like a pause of the server.
    gc.collect()
    gc.freeze()
    gc.disable()


def main() -> None:
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the child processes end, too
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    console = Console()
    report, busy = Report(console), os.getloadavg()[0]
    with (
        tempfile.TemporaryDirectory(prefix="kaiten-load-", dir=options.folder) as name,
        backend.open_backend(Path(name), postgres=options.postgres, redis=options.redis) as database,
        Progress(console=console, disable=not console.is_terminal, transient=True) as progress,
    ):
        servers = [ServerProcess(Path(name), database.url, database.bus) for _ in range(options.servers)]
        uvloop.run(measure(options, setup.LoadTest(database, servers, progress), report))
        title = (
            f"{options.tables:,} tables of 5, {options.servers} server(s), {database.name}, {os.cpu_count()} processors"
        )
    report.show(f"{title}, load average {busy:.2f} before and {os.getloadavg()[0]:.2f} after")


if __name__ == "__main__":
    main()
