"""Seats are numbered from 0; the seat to the left of the last one is seat 0 again."""

from typing import TypeVar

from kaiten.kit.errors import OptionError, SeatError

T = TypeVar("T")

FEWEST_PLAYERS = 2
MOST_PLAYERS = 5


def check_players(players: int) -> None:
    """Refuse a number of players that the games do not allow (SG-2, SR-3)."""
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        people = "player" if players == 1 else "players"
        raise OptionError(f"{players} {people}: this game is for {FEWEST_PLAYERS} to {MOST_PLAYERS}")


def check_seat(seat: int | None, players: int) -> None:
    """Refuse a seat that does not exist; None stands for a spectator and passes."""
    if seat is not None and not 0 <= seat < players:
        raise SeatError(f"seat {seat}: the seats are 0 to {players - 1}")


def slide_left(places: tuple[T, ...]) -> tuple[T, ...]:
    """The items by seat after each moved from seat i to seat i + 1."""
    return places[-1:] + places[:-1]


def slide_right(places: tuple[T, ...]) -> tuple[T, ...]:
    """The items by seat after each moved from seat i to seat i - 1."""
    return places[1:] + places[:1]


def put(places: tuple[T, ...], seat: int, item: T) -> tuple[T, ...]:
    """A copy of the items by seat, with this one at this seat."""
    return (*places[:seat], item, *places[seat + 1 :])
