"""What the store keeps beside the events: a table at a glance, and a game that is over."""

import msgspec

from kaiten.record import dumps
from kaiten.store import Finished, Seated, Summary
from kaiten.table import Event, Phase, Table

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Event).decode


def encoded(events: list[Event]) -> list[bytes]:
    return [_encode(event) for event in events]


def decoded(payloads: list[bytes]) -> list[Event]:
    return [_decode(payload) for payload in payloads]


def summary_of(table: Table) -> Summary:
    """What can be asked of a table without loading it."""
    host = table.seat_of(table.host)
    # The clock presses only where it waits for a person: a bot that owes a choice is seen to by `bot_waits`.
    pressed = any(table.seats[seat].bot is None for seat in table.waited_for)
    return Summary(
        code=table.code,
        game=table.rules.NAME,
        phase=table.phase.value,
        seats=len(table.seats),
        free=sum(seat.free for seat in table.seats),
        listed=table.listed,
        spectators=table.spectators,
        clock=table.clock,
        host="" if host is None else table.seats[host].name,
        due=table.due if pressed else None,
        bot_waits=bool(table.waiting_bots),
        players=tuple([seat.player for seat in table.seats if seat.player is not None]),
    )


def finished_of(table: Table) -> Finished | None:
    """The game for the records, once it is over."""
    if table.phase is not Phase.OVER:
        return None
    return Finished(
        game=table.rules.NAME,
        players=len(table.seats),
        bots=sum(seat.player is None for seat in table.seats),
        record=dumps(table.record()).encode(),
        people=_results(table),
    )


def _results(table: Table) -> tuple[Seated, ...]:
    """What the game was for each person; place 0, where it was stopped before its end."""
    outcome = table.rules.outcome(table.game.state)
    people = [(number, seat) for number, seat in enumerate(table.seats) if seat.player is not None]
    if outcome is None:
        return tuple([Seated(seat.player or "", number, seat.name, 0, 0, won=False) for number, seat in people])
    totals = outcome.totals[: len(table.seats)]  # without the dummy
    return tuple(
        [
            Seated(
                player=seat.player or "",
                seat=number,
                name=seat.name,
                points=totals[number],
                place=1 + sum(_before(other, number, totals, outcome.winners) for other in range(len(totals))),
                won=number in outcome.winners,
            )
            for number, seat in people
        ]
    )


def _before(other: int, seat: int, totals: tuple[int, ...], winners: tuple[int, ...]) -> bool:
    if seat in winners:
        return False
    return other in winners or totals[other] > totals[seat]
