"""The load that a server is meant for: everybody chooses once in a while.

The moments are fixed beforehand, and latency counts from them: a server that stalls cannot hide it by keeping the next
commands from being sent.
"""

import asyncio
import random
import resource
import time
from collections import Counter
from dataclasses import dataclass

from bench.load.figures import Figure, at_most, quantile
from bench.load.hall import PLAYERS, Hall, Party, quiet
from bench.load.seat import Answers, Seat, counted

LATENCY_BAR = 100.0
"""Milliseconds at the 99th percentile."""
GRACE = 10.0
"""Seconds after the end in which an answer is late and not lost."""


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """When a command is due, in seconds from the beginning; at a table of Sushi Roll it is due from whoever's turn it is."""

    due: float
    table: int
    seat: int


def moments(parties: list[Party], period: float, seconds: float, chance: random.Random) -> list[Moment]:
    """Everybody has their own moment in each period. In Sushi Roll, where one acts after the other, the table has them."""
    planned = []
    for table, party in enumerate(parties):
        step = period / PLAYERS
        phase = chance.uniform(0, period)
        for seat in range(PLAYERS):
            due = chance.uniform(0, period) if party.game == "sushi-go" else (phase + seat * step) % period
            while due < seconds:
                planned.append(Moment(due, table, seat))
                due += period
    return sorted(planned)


async def run(hall: Hall, period: float, seconds: float) -> list[Figure]:
    """Let everybody play for so long; how quickly they were answered, and whether once each."""
    chance = random.Random(1)
    planned = moments(hall.parties, period, seconds, chance)
    bar = hall.progress.add_task("Playing", total=len(planned))
    own, servers = _own_cpu(), [server.cpu_seconds() for server in hall.servers]
    began, latest = time.perf_counter() + 0.1, 0.0
    for number, moment in enumerate(planned):
        due = began + moment.due
        while (wait := due - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        latest = max(latest, -wait)
        _who(hall.parties[moment.table], moment.seat).choose(due, chance.random())
        if number % 50 == 0:
            hall.progress.update(bar, completed=number)
            await asyncio.sleep(0)
    spent = time.perf_counter() - began
    busy = [server.cpu_seconds() - used for server, used in zip(hall.servers, servers, strict=True)]
    own = _own_cpu() - own
    lost = await quiet(hall, GRACE)
    hall.progress.remove_task(bar)
    closed = sum([answers.closed for answers in hall.by_game.values()], Counter[str]())
    return [
        Figure("commands sent", f"{len(planned):,}, {len(planned) / spent:,.0f}/s for {spent:.0f} s"),
        *_latency("Sushi Go!", hall.by_game["sushi-go"], LATENCY_BAR),
        *_latency("Sushi Roll", hall.by_game["sushi-roll"], LATENCY_BAR),
        at_most("answers lost", lost, 0, ""),
        at_most("answers doubled", sum(answers.unasked for answers in hall.by_game.values()), 0, ""),
        Figure("sockets that were closed", counted(closed), "none", not closed),
        at_most("tables whose log differs from the answers", hall.differences(), 0, ""),
        Figure("processor: servers", ", ".join(f"{100 * used / spent:.0f}%" for used in busy) + " of a core"),
        Figure("processor: clients", f"{100 * own / spent:.0f}% of a core; sent {1000 * latest:.1f} ms late at worst"),
    ]


def _who(party: Party, seat: int) -> Seat:
    if party.game == "sushi-go":
        return party.seats[seat]
    acting = [each for each in party.seats if each.known and each.known.view and each.known.view.can_take]
    return acting[0] if acting else party.seats[seat]


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
