"""A snapshot of a table for one viewer. The redaction of the game is the rules' `view`, and nothing here."""

from typing import Any

from kaiten.protocol.messages import State, WireSeat
from kaiten.table.errors import TableError
from kaiten.table.table import Phase, Seat, Table

LONGEST_NEWS = 60
"""A viewer who has missed more news than this gets the snapshot without news."""


def snapshot_for(
    table: Table, player: str | None, *, since: int | None = None, now: int = 0, away: frozenset[str] = frozenset()
) -> State:
    """The snapshot for this player (or spectator), with the news since a public version of it."""
    seat = None if player is None else table.seat_of(player)
    if seat is None and not table.spectators and table.phase is not Phase.LOBBY:
        raise TableError("no-spectators", "this table admits no spectators")
    since, missed = _missed(table, since)
    return State(
        table=table.id,
        code=table.code,
        version=table.public_version,
        since=since,
        news=missed,
        game=table.rules.NAME,
        options=table.wire.options_to_wire(table.options),
        phase=table.phase.value,
        seats=tuple([_seat(chair, away) for chair in table.seats]),
        you=seat,
        host=table.seat_of(table.host),
        hosting=player == table.host,
        clock=table.clock,
        due=table.due,
        now=None if table.due is None else now,
        listed=table.listed,
        spectators=table.spectators,
        agreed=dict(sorted([(str(proposal), tuple(sorted(seats))) for proposal, seats in table.votes.items()])),
        turn=table.turn if table.phase is Phase.PLAYING else None,
        commitment=table.commitment,
        server_seed=table.server_seed,
        ended=table.ended,
        next=table.next,
        view=None if table.phase is Phase.LOBBY else table.wire.view_to_wire(table.rules.view(table.game.state, seat)),
    )


def absent_seats(table: Table, away: frozenset[str]) -> tuple[int, ...]:
    """Seats of people who are away."""
    return tuple([number for number, seat in enumerate(table.seats) if seat.player in away])


def _missed(table: Table, since: int | None) -> tuple[int | None, tuple[Any, ...]]:
    if since is None or not 1 <= since <= table.public_version:
        return None, ()
    missed = [entry for version, entry in table.public_news if version > since]
    return (None, ()) if len(missed) > LONGEST_NEWS else (since, tuple(missed))


def _seat(seat: Seat, away: frozenset[str]) -> WireSeat:
    kind = "free" if seat.free else "bot" if seat.player is None else "person"
    return WireSeat(kind, seat.name, seat.bot, seat.player in away)  # type: ignore[arg-type]
