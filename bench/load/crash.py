"""Crash recovery: kill the server under load; all clients reconnect with backoff and resend."""

import asyncio
import math
import random
import time
from collections import Counter

from bench.load.client import UNREACHABLE, Client, RefusedError, counted
from bench.load.health_probe import HealthProbe
from bench.load.report import Figure, at_most, quantile
from bench.load.setup import LoadTest, wait_for_answers

HEALTH_BAR = 2.0
BACK_BAR = 10.0
"""Seconds from the restart."""

MOST_SECONDS = 60.0
"""A client that is not back by then counts as lost."""

BURST = 500
"""Commands in flight at the kill."""


async def run(load_test: LoadTest) -> list[Figure]:
    """Kill and restart the server; all clients reconnect and resend what was not answered."""
    chance = random.Random(3)
    server = load_test.servers[0]
    probe = await asyncio.to_thread(HealthProbe, server.port)
    burst = min(BURST, len(load_test.seats))
    for seat in chance.sample(load_test.seats, burst):
        seat.choose(time.perf_counter(), chance.random())
    until = time.perf_counter() + 5
    while load_test.pending > burst // 2 and time.perf_counter() < until:
        await asyncio.sleep(0.001)
    server.kill()
    cut = load_test.pending
    server.spawn()
    began = time.perf_counter()
    probe.begin()
    rejected: Counter[str] = Counter()
    bar = load_test.progress.add_task("Coming back", total=len(load_test.seats))

    async def one(seat: Client) -> float:
        try:
            async with asyncio.timeout(MOST_SECONDS):
                await _reconnect(seat, chance, rejected)
        except TimeoutError:
            return math.inf
        load_test.progress.advance(bar)
        return time.perf_counter() - began

    back = await asyncio.gather(*[one(seat) for seat in load_test.seats])
    healthy = await asyncio.to_thread(probe.answered_at) - began
    for seat in load_test.seats:
        seat.resend()
    lost = await wait_for_answers(load_test, 10)
    load_test.progress.remove_task(bar)
    back.sort()
    return [
        at_most("crash: until health answers", healthy, HEALTH_BAR, "s"),
        at_most(f"crash: until all {len(back):,} are back", back[-1], BACK_BAR, "s"),
        Figure("crash: half of them are back after", f"{quantile(back, 0.5):.2f} s"),
        Figure("crash: failed attempts to reconnect", counted(rejected)),
        Figure("crash: commands cut off, and sent again", f"{cut:,}"),
        at_most("crash: answers lost", lost, 0, ""),
        at_most("crash: tables whose log differs", load_test.differences(), 0, ""),
    ]


async def _reconnect(seat: Client, chance: random.Random, rejected: Counter[str]) -> None:
    """Reconnect as the web client does: with jitter and exponential backoff."""
    await asyncio.sleep(chance.uniform(0.1, 1.0))
    pause = 0.5
    while True:
        try:
            await seat.connect()
        except (*UNREACHABLE, RefusedError) as error:
            why = str(error) if isinstance(error, RefusedError) else "unreachable"
            rejected[why] += 1
            seat.leave()
            await asyncio.sleep(chance.uniform(0.5, 1.0) * pause)
            pause = min(2 * pause, 2.0)
        else:
            return
