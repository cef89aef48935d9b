"""A table as one viewer is told of it. What the viewer may know of the game is decided by the rules' `view` alone."""

from typing import Any

from kaiten import sushi_go
from kaiten.protocol import sushi_go as cards_wire
from kaiten.protocol import sushi_roll as dice_wire
from kaiten.protocol.messages import State, WireSeat
from kaiten.table.errors import TableError
from kaiten.table.table import Phase, Seat, Table

LONGEST_NEWS = 60
"""Whoever has missed more than this gets the table as it is, and no news."""


def tell(
    table: Table, player: str | None, *, since: int | None = None, now: int = 0, away: frozenset[str] = frozenset()
) -> State:
    """The table for this player (or spectator), with what happened since a public version of it."""
    seat = None if player is None else table.seat_of(player)
    if seat is None and not table.spectators and table.phase is not Phase.LOBBY:
        raise TableError("no-spectators", "this table is for its players alone")
    since, missed = _missed(table, since)
    return State(
        table=table.id,
        code=table.code,
        version=table.public_version,
        since=since,
        news=missed,
        game=table.rules.NAME,  # type: ignore[arg-type]
        options=cards_wire.options_to_wire(table.options) if isinstance(table.options, sushi_go.Options) else None,
        phase=table.phase.value,
        seats=tuple([_seat(chair, away) for chair in table.seats]),
        you=seat,
        host=table.seat_of(table.host),
        hosting=player == table.host,
        clock=table.clock,  # type: ignore[arg-type]
        due=table.due,
        now=None if table.due is None else now,
        listed=table.listed,
        spectators=table.spectators,
        agreed={what: tuple(sorted(seats)) for what, seats in sorted(table.agreed.items())},
        turn=table.turn if table.phase is Phase.PLAYING else None,
        commitment=table.commitment,
        server_seed=table.server_seed,
        ended=table.ended,
        next=table.next,
        view=None if table.phase is Phase.LOBBY else _view(table, seat),
    )


def absent_seats(table: Table, away: frozenset[str]) -> tuple[int, ...]:
    """Seats of people who are away."""
    return tuple([number for number, seat in enumerate(table.seats) if seat.player in away])


def _missed(table: Table, since: int | None) -> tuple[int | None, tuple[Any, ...]]:
    if since is None or not 1 <= since <= table.public_version:
        return None, ()
    missed = [happened for version, happened in table.story if version > since]
    return (None, ()) if len(missed) > LONGEST_NEWS else (since, tuple(missed))


def _seat(seat: Seat, away: frozenset[str]) -> WireSeat:
    kind = "free" if seat.free else "bot" if seat.player is None else "person"
    return WireSeat(kind, seat.name, seat.bot, seat.player in away)  # type: ignore[arg-type]


def _view(table: Table, seat: int | None) -> Any:
    view = table.rules.view(table.game.state, seat)
    return cards_wire.view_to_wire(view) if isinstance(view, sushi_go.View) else dice_wire.view_to_wire(view)
