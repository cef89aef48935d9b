"""Conversion between tables and rows of the store: events as JSON, summaries, finished games."""

import msgspec

from kaiten.record import dumps
from kaiten.store import FinishedGame, PlayerResult, TableSummary
from kaiten.table import Event, Phase, Table

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Event).decode


def encode_events(events: list[Event]) -> list[bytes]:
    return [_encode(event) for event in events]


def decode_events(payloads: list[bytes]) -> list[Event]:
    return [_decode(payload) for payload in payloads]


def summarize(table: Table) -> TableSummary:
    """The summary row of a table."""
    host = table.seat_of(table.host)
    # A deadline is for people: a bot that has to choose is found by `bot_waits`.
    waits_for_person = any(table.seats[seat].bot is None for seat in table.pending_seats)
    return TableSummary(
        code=table.code,
        game=table.rules.NAME,
        phase=table.phase.value,
        seats=len(table.seats),
        free=sum(seat.free for seat in table.seats),
        listed=table.listed,
        spectators=table.spectators,
        clock=table.clock,
        host="" if host is None else table.seats[host].name,
        due=table.due if waits_for_person else None,
        bot_waits=bool(table.pending_bots),
        players=tuple([seat.player for seat in table.seats if seat.player is not None]),
    )


def finished_game(table: Table) -> FinishedGame | None:
    """Record and results of a game, once it is over."""
    if table.phase is not Phase.OVER:
        return None
    return FinishedGame(
        game=table.rules.NAME,
        players=len(table.seats),
        bots=sum(seat.player is None for seat in table.seats),
        record=dumps(table.record()).encode(),
        people=_results(table),
    )


def _results(table: Table) -> tuple[PlayerResult, ...]:
    """Each person's result; place 0 if the game was stopped before its end."""
    outcome = table.rules.outcome(table.game.state)
    people = [(number, seat) for number, seat in enumerate(table.seats) if seat.player is not None]
    if outcome is None:
        return tuple([PlayerResult(seat.player or "", number, seat.name, 0, 0, won=False) for number, seat in people])
    totals = outcome.totals[: len(table.seats)]  # without the dummy
    return tuple(
        [
            PlayerResult(
                player=seat.player or "",
                seat=number,
                name=seat.name,
                points=totals[number],
                place=1 + sum(_outranks(other, number, totals, outcome.winners) for other in range(len(totals))),
                won=number in outcome.winners,
            )
            for number, seat in people
        ]
    )


def _outranks(other: int, seat: int, totals: tuple[int, ...], winners: tuple[int, ...]) -> bool:
    if seat in winners:
        return False
    return other in winners or totals[other] > totals[seat]
