"""A power cut in the middle of many commands, and everybody coming back."""

import asyncio
import math
import random
import time
from collections import Counter

from bench.load.figures import Figure, at_most, quantile
from bench.load.hall import Hall, quiet
from bench.load.observer import Observer
from bench.load.seat import UNREACHABLE, RefusedError, Seat, counted

HEALTH_BAR = 2.0
BACK_BAR = 10.0
"""Seconds from the moment that the server is started anew."""

MOST_SECONDS = 60.0
"""Whoever is not back by then does not come any more."""

BURST = 500
"""Commands that are under way when the power is cut."""


async def run(hall: Hall) -> list[Figure]:
    """Kill the server, start it again, and let everybody come back and send again what was not answered."""
    chance = random.Random(3)
    server = hall.servers[0]
    observer = await asyncio.to_thread(Observer, server.port)
    burst = min(BURST, len(hall.seats))
    for seat in chance.sample(hall.seats, burst):
        seat.choose(time.perf_counter(), chance.random())
    until = time.perf_counter() + 5
    while hall.pending > burst // 2 and time.perf_counter() < until:
        await asyncio.sleep(0.001)
    server.kill()
    cut = hall.pending
    server.spawn()
    began = time.perf_counter()
    observer.begin()
    turned_away: Counter[str] = Counter()
    bar = hall.progress.add_task("Coming back", total=len(hall.seats))

    async def one(seat: Seat) -> float:
        try:
            async with asyncio.timeout(MOST_SECONDS):
                await _come_back(seat, chance, turned_away)
        except TimeoutError:
            return math.inf
        hall.progress.advance(bar)
        return time.perf_counter() - began

    back = await asyncio.gather(*[one(seat) for seat in hall.seats])
    healthy = await asyncio.to_thread(observer.answered_at) - began
    for seat in hall.seats:
        seat.send_again()
    lost = await quiet(hall, 10)
    hall.progress.remove_task(bar)
    back.sort()
    return [
        at_most("crash: until health answers", healthy, HEALTH_BAR, "s"),
        at_most(f"crash: until all {len(back):,} are back", back[-1], BACK_BAR, "s"),
        Figure("crash: half of them are back after", f"{quantile(back, 0.5):.2f} s"),
        Figure("crash: turned away on the way", counted(turned_away)),
        Figure("crash: commands cut off, and sent again", f"{cut:,}"),
        at_most("crash: answers lost", lost, 0, ""),
        at_most("crash: tables whose log differs", hall.differences(), 0, ""),
    ]


async def _come_back(seat: Seat, chance: random.Random, turned_away: Counter[str]) -> None:
    """As a real client does: not all at the same moment, and again after a while where nobody answers."""
    await asyncio.sleep(chance.uniform(0.1, 1.0))
    pause = 0.5
    while True:
        try:
            await seat.connect()
        except (*UNREACHABLE, RefusedError) as error:
            why = str(error) if isinstance(error, RefusedError) else "unreachable"
            turned_away[why] += 1
            seat.leave()
            await asyncio.sleep(chance.uniform(0.5, 1.0) * pause)
            pause = min(2 * pause, 2.0)
        else:
            return
