"""Peak throughput (closed loop): the next command is sent as soon as one is answered."""

import asyncio
import random
import time
from collections import deque

from bench.load.client import Answers, Client, counted
from bench.load.report import Figure, at_least, at_most, quantile
from bench.load.setup import LoadTest, wait_for_answers

RATE_BAR = 1000.0
"""Durable commands a second."""


async def run(load_test: LoadTest, in_flight: int, seconds: float) -> tuple[float, list[Figure]]:
    """Durable commands a second with a constant number in flight."""
    chance, answers = random.Random(2), Answers()
    seats = [seat for group in load_test.groups if group.game == "sushi-go" for seat in group.seats]
    chance.shuffle(seats)
    waiting = deque(seats)
    used = sum(server.cpu_seconds() for server in load_test.servers)
    began = time.perf_counter()
    until = began + seconds

    def go_on(seat: Client) -> None:
        waiting.append(seat)
        if time.perf_counter() < until:
            _choose(waiting, chance)

    for seat in seats:
        seat.answers, seat.on_answer = answers, go_on
    for _ in range(min(in_flight, len(seats))):
        _choose(waiting, chance)
    bar = load_test.progress.add_task("Peak throughput", total=seconds)
    while (now := time.perf_counter()) < until and load_test.pending:
        load_test.progress.update(bar, completed=now - began)
        await asyncio.sleep(0.25)
    spent = time.perf_counter() - began
    done, busy = answers.done, sum(server.cpu_seconds() for server in load_test.servers) - used
    lost = await wait_for_answers(load_test, 10)
    for seat in seats:
        seat.on_answer = None
    load_test.progress.remove_task(bar)
    ordered = sorted(1000 * each for each in answers.seconds)
    return done / spent, [
        at_least(f"ceiling: durable commands, {in_flight} in flight", done / spent, RATE_BAR, "/s"),
        Figure("ceiling: latency", f"p50 {quantile(ordered, 0.5):.0f}, p99 {quantile(ordered, 0.99):.0f} ms"),
        Figure("ceiling: refused", counted(answers.refused)),
        at_most("ceiling: answers lost or doubled", lost + answers.unasked, 0, ""),
        Figure("ceiling: sockets that were closed", counted(answers.closed), "none", not answers.closed),
        at_most("ceiling: tables whose log differs", load_test.differences(), 0, ""),
        Figure("ceiling: processor, servers", f"{100 * busy / spent:.0f}% of a core"),
    ]


def _choose(waiting: deque[Client], chance: random.Random) -> None:
    """Send a choice of the next client whose game is not over."""
    while waiting:
        seat = waiting.popleft()
        if seat.known is not None and seat.known.turn is not None:
            seat.choose(time.perf_counter(), chance.random())
            return
