"""How much a server can do at the most: the next command is sent as soon as one is answered."""

import asyncio
import random
import time
from collections import deque

from bench.load.figures import Figure, at_least, at_most, quantile
from bench.load.hall import Hall, quiet
from bench.load.seat import Answers, Seat, counted

RATE_BAR = 1000.0
"""Durable commands a second."""


async def run(hall: Hall, in_flight: int, seconds: float) -> tuple[float, list[Figure]]:
    """Durable commands a second, with so many under way at any moment."""
    chance, answers = random.Random(2), Answers()
    seats = [seat for party in hall.parties if party.game == "sushi-go" for seat in party.seats]
    chance.shuffle(seats)
    waiting = deque(seats)
    used = sum(server.cpu_seconds() for server in hall.servers)
    began = time.perf_counter()
    until = began + seconds

    def go_on(seat: Seat) -> None:
        waiting.append(seat)
        if time.perf_counter() < until:
            _choose(waiting, chance)

    for seat in seats:
        seat.answers, seat.on_answer = answers, go_on
    for _ in range(min(in_flight, len(seats))):
        _choose(waiting, chance)
    bar = hall.progress.add_task("As fast as it goes", total=seconds)
    while (now := time.perf_counter()) < until and hall.pending:
        hall.progress.update(bar, completed=now - began)
        await asyncio.sleep(0.25)
    spent = time.perf_counter() - began
    done, busy = answers.done, sum(server.cpu_seconds() for server in hall.servers) - used
    lost = await quiet(hall, 10)
    for seat in seats:
        seat.on_answer = None
    hall.progress.remove_task(bar)
    ordered = sorted(1000 * each for each in answers.seconds)
    return done / spent, [
        at_least(f"ceiling: durable commands, {in_flight} in flight", done / spent, RATE_BAR, "/s"),
        Figure("ceiling: latency", f"p50 {quantile(ordered, 0.5):.0f}, p99 {quantile(ordered, 0.99):.0f} ms"),
        Figure("ceiling: refused", counted(answers.refused)),
        at_most("ceiling: answers lost or doubled", lost + answers.unasked, 0, ""),
        Figure("ceiling: sockets that were closed", counted(answers.closed), "none", not answers.closed),
        at_most("ceiling: tables whose log differs", hall.differences(), 0, ""),
        Figure("ceiling: processor, servers", f"{100 * busy / spent:.0f}% of a core"),
    ]


def _choose(waiting: deque[Seat], chance: random.Random) -> None:
    """The next one whose game is not over."""
    while waiting:
        seat = waiting.popleft()
        if seat.known is not None and seat.known.turn is not None:
            seat.choose(time.perf_counter(), chance.random())
            return
