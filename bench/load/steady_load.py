"""Steady load (open loop): every client chooses once in a period, at scheduled moments.

Latency counts from the scheduled moment, so that a stalled server cannot hide it by delaying the next commands (coordinated omission).
"""

import asyncio
import random
import resource
import time
from collections import Counter
from dataclasses import dataclass

from bench.load.client import Answers, Client, counted
from bench.load.report import Figure, at_most, quantile
from bench.load.setup import PLAYERS, LoadTest, PlayerGroup, wait_for_answers

LATENCY_BAR = 100.0
"""Milliseconds at the 99th percentile."""
GRACE = 10.0
"""Seconds after the end in which an answer counts as late, not lost."""


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """When a command is due, in seconds from the start; in Sushi Roll the player on turn sends it."""

    due: float
    table: int
    seat: int


def moments(groups: list[PlayerGroup], period: float, seconds: float, chance: random.Random) -> list[Moment]:
    """A schedule with one moment per client and period; in Sushi Roll, where players act in turn, per table."""
    planned = []
    for table, group in enumerate(groups):
        step = period / PLAYERS
        phase = chance.uniform(0, period)
        for seat in range(PLAYERS):
            due = chance.uniform(0, period) if group.game == "sushi-go" else (phase + seat * step) % period
            while due < seconds:
                planned.append(Moment(due, table, seat))
                due += period
    return sorted(planned)


async def run(load_test: LoadTest, period: float, seconds: float) -> list[Figure]:
    """Play for this long; latency, and whether every command was answered once."""
    chance = random.Random(1)
    planned = moments(load_test.groups, period, seconds, chance)
    bar = load_test.progress.add_task("Playing", total=len(planned))
    own, servers = _own_cpu(), [server.cpu_seconds() for server in load_test.servers]
    began, latest = time.perf_counter() + 0.1, 0.0
    for number, moment in enumerate(planned):
        due = began + moment.due
        while (wait := due - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        latest = max(latest, -wait)
        _next_client(load_test.groups[moment.table], moment.seat).choose(due, chance.random())
        if number % 50 == 0:
            load_test.progress.update(bar, completed=number)
            await asyncio.sleep(0)
    spent = time.perf_counter() - began
    busy = [server.cpu_seconds() - used for server, used in zip(load_test.servers, servers, strict=True)]
    own = _own_cpu() - own
    lost = await wait_for_answers(load_test, GRACE)
    load_test.progress.remove_task(bar)
    closed = sum([answers.closed for answers in load_test.by_game.values()], Counter[str]())
    return [
        Figure("commands sent", f"{len(planned):,}, {len(planned) / spent:,.0f}/s for {spent:.0f} s"),
        *_latency("Sushi Go!", load_test.by_game["sushi-go"], LATENCY_BAR),
        *_latency("Sushi Roll", load_test.by_game["sushi-roll"], LATENCY_BAR),
        at_most("answers lost", lost, 0, ""),
        at_most("answers doubled", sum(answers.unasked for answers in load_test.by_game.values()), 0, ""),
        Figure("sockets that were closed", counted(closed), "none", not closed),
        at_most("tables whose log differs from the answers", load_test.differences(), 0, ""),
        Figure("processor: servers", ", ".join(f"{100 * used / spent:.0f}%" for used in busy) + " of a core"),
        Figure("processor: clients", f"{100 * own / spent:.0f}% of a core; sent {1000 * latest:.1f} ms late at worst"),
    ]


def _next_client(group: PlayerGroup, seat: int) -> Client:
    if group.game == "sushi-go":
        return group.seats[seat]
    acting = [each for each in group.seats if each.known and each.known.view and each.known.view.can_take]
    return acting[0] if acting else group.seats[seat]


def _latency(game: str, answers: Answers, bar: float) -> list[Figure]:
    if not answers.seconds:
        return []
    ordered = sorted(1000 * seconds for seconds in answers.seconds)
    others = "p50 {:.1f}, p99.9 {:.1f}, max {:.1f} ms".format(*[quantile(ordered, share) for share in (0.5, 0.999, 1)])
    return [
        at_most(f"{game}: p99 from due to answered", quantile(ordered, 0.99), bar, "ms"),
        Figure(f"{game}: the others", others),
        Figure(f"{game}: done, refused", f"{answers.done:,}, {counted(answers.refused)}"),
    ]


def _own_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
