"""Checks that several commands share: the phase, the seat, the name, the seed."""

from kaiten.kit.errors import shown
from kaiten.table.errors import TableError
from kaiten.table.names import tidy_name
from kaiten.table.table import Phase, Table

SEAT_SEED_BYTES = 16

_STATES = {Phase.LOBBY: "has not begun", Phase.PLAYING: "is being played", Phase.OVER: "is over"}


def require_phase(table: Table, phase: Phase) -> None:
    if table.phase is not phase:
        raise TableError(f"wrong-phase-{table.phase}", f"not now: the game {_STATES[table.phase]}")


def check_seat_number(table: Table, seat: int) -> int:
    if not 0 <= seat < len(table.seats):
        raise TableError("no-such-seat", f"seat {seat}: the seats are 0 to {len(table.seats) - 1}")
    return seat


def free_name(table: Table, name: str, seat: int | None = None) -> str:
    """The name, normalised; refused where another player at the table has it."""
    tidy = tidy_name(name)
    others = [other.name.casefold() for number, other in enumerate(table.seats) if number != seat and not other.free]
    if tidy.casefold() in others:
        raise TableError("name-taken", f"another player at this table is called {shown(tidy)}")
    return tidy


def seat_seed(seed: str) -> str:
    """A player's seed for the deal, checked: 16 bytes in hex, or empty."""
    try:
        sent = bytes.fromhex(seed)
    except ValueError:
        sent = b"?"
    if seed != sent.hex() or len(sent) not in (0, SEAT_SEED_BYTES):
        raise TableError("bad-seed", f"a seed is {SEAT_SEED_BYTES} bytes in lower-case hex, or empty")
    return seed
