"""The state of one table, rebuilt from its events alone: seats, game, deadline, votes, public news."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from kaiten.kit.chance import SeededChance
from kaiten.kit.errors import shown
from kaiten.kit.game import AnyGame
from kaiten.protocol.games import WIRES
from kaiten.protocol.news import News
from kaiten.protocol.wire import ClockName
from kaiten.record import Record, Recording, commitment, game_named
from kaiten.table.errors import TableError
from kaiten.table.events import (
    Agreed,
    BotSat,
    Chose,
    Due,
    Ended,
    Event,
    Freed,
    HandedOver,
    HostPassed,
    Opened,
    Parted,
    Rematched,
    Renamed,
    Said,
    Sat,
    Seeded,
    Started,
    TakenBack,
)
from kaiten.table.proposal import MORE_TIME, Proposal, parse_proposal
from kaiten.table.public_news import news

CLOCKS: dict[ClockName, int | None] = {
    "none": None,
    "relaxed": 90_000,
    "brisk": 30_000,
    "days": 2 * 24 * 60 * 60 * 1000,
}
"""Milliseconds from the start of a turn to its deadline, by the name of the clock."""

MOST_REMEMBERED = 8
"""Times of phrases kept for each seat, for the rate limit of the chat."""


class Phase(StrEnum):
    """Before, during and after the game."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: free, a person's, or a bot's. A person for whom a stand-in plays keeps the seat, and may take it back."""

    player: str | None = None
    name: str = ""
    bot: str | None = None
    seed: bytes = b""

    @property
    def free(self) -> bool:
        return self.player is None and self.bot is None


class Table:
    """A table. Only `apply` changes it."""

    def __init__(self, opened: Opened) -> None:
        self.id = opened.table
        self.rules: AnyGame = game_named(opened.game)
        self.wire = WIRES[self.rules.NAME]
        self.options = self.wire.options_from_wire(opened.options)
        self.rules.new(
            self.options, opened.seats
        )  # refuses options and numbers of players that the game does not allow
        self.listed = opened.listed
        self.spectators = opened.spectators
        self.clock = opened.clock
        self.host = opened.host
        self.seats: tuple[Seat, ...] = (Seat(),) * opened.seats
        self.due: int | None = None
        """The deadline of this turn, in milliseconds of UTC."""
        self.votes: dict[Proposal, frozenset[int]] = {}
        """The seats that have voted for each proposal."""
        self.ended: str | None = None
        """Why the game was stopped before its end."""
        self.next: str | None = None
        """The table of the rematch."""
        self.said: dict[int, tuple[int, ...]] = {}
        """The times of each seat's last phrases, in milliseconds of UTC."""
        self.version = 1
        """The number of events, for optimistic concurrency in the log; it never leaves the server."""
        self.public_version = 1
        """The number of public events: a secret action of a seat does not change it."""
        self.public_news: list[tuple[int, News]] = []
        """The public news, each with the public version that it led to."""
        self.code = opened.code
        self._server_seed = bytes.fromhex(opened.server_seed)
        self._game: Recording | None = None

    @classmethod
    def rebuild(cls, events: Iterable[Event]) -> "Table":
        """A table from its event log."""
        first, *rest = events
        if not isinstance(first, Opened):
            raise TableError("bad-log", f"the first event of a table is 'opened', not {shown(type(first).__name__)}")
        table = cls(first)
        table.apply(rest)
        return table

    @property
    def game(self) -> Recording:
        """The game, in progress or over."""
        if self._game is None:
            raise TableError("not-started", "the game has not begun")
        return self._game

    @property
    def phase(self) -> Phase:
        if self._game is None:
            return Phase.LOBBY
        return Phase.OVER if self.ended is not None or self._game.state.over else Phase.PLAYING

    @property
    def turn(self) -> tuple[int, int]:
        """The key of a turn: the round and turn that a choice has to name, so that a late choice is refused."""
        return self.game.turn_key

    @property
    def pending_seats(self) -> tuple[int, ...]:
        """Seats that owe a choice."""
        return self.rules.actors(self.game.state) if self.phase is Phase.PLAYING else ()

    @property
    def pending_bots(self) -> tuple[int, ...]:
        """Seats that owe a choice and are played by a bot.

        None while all people with a seat are away: bots do not play a game to its end without them.
        """
        deserted = not self.playing_people and any(seat.player is not None for seat in self.seats)
        return () if deserted else tuple([seat for seat in self.pending_seats if self.seats[seat].bot is not None])

    @property
    def playing_people(self) -> tuple[int, ...]:
        """Seats of people who play themselves, without a stand-in."""
        return tuple([number for number, seat in enumerate(self.seats) if seat.bot is None and not seat.free])

    @property
    def server_seed(self) -> str | None:
        """The seed behind the commitment, once the game is over; secret before."""
        return self._server_seed.hex() if self.phase is Phase.OVER else None

    @property
    def commitment(self) -> str:
        """The commitment to the server seed, published before the deal."""
        return commitment(self._server_seed)

    def seat_of(self, player: str) -> int | None:
        """The seat of a player, also while a stand-in plays for them."""
        return next((number for number, seat in enumerate(self.seats) if seat.player == player), None)

    def view(self, player: str | None) -> Any:
        """The game's view for this player; a player without a seat gets a spectator's view."""
        return self.rules.view(self.game.state, None if player is None else self.seat_of(player))

    def hidden_choice(self, seat: int) -> Any:
        """This seat's face-down choice, which only its player may know; None where nothing is hidden."""
        return self.rules.hidden_choice(self.game.state, seat)

    def record(self) -> Record:
        """The game as a record. It contains the deal: never send it before the game is over."""
        return replace(self.game.record(), players=tuple([seat.name for seat in self.seats]))

    def after(self, events: Iterable[Event]) -> "Table":
        """A copy of the table with these events applied; this one stays as it is."""
        other = copy(self)
        other.votes = dict(self.votes)
        other.said = dict(self.said)
        other.public_news = [*self.public_news]
        other._game = None if self._game is None else self._game.copy()
        other.apply(events)
        return other

    def apply(self, events: Iterable[Event]) -> None:
        """Apply events, in order."""
        for event in events:
            public = self._is_public(event)
            moment = self.turn if isinstance(event, Chose) else (0, 0)
            self._apply(event)
            self.version += 1
            if public:
                self.public_version += 1
                entry = news(self, event, moment)
                if entry is not None:
                    self.public_news.append((self.public_version, entry))

    def _is_public(self, event: Event) -> bool:
        """Whether an event is public. A seed is private to its owner, and so is a choice that replaces another."""
        return not isinstance(event, Seeded) and not (isinstance(event, Chose) and event.seat not in self.pending_seats)

    def _apply(self, event: Event) -> None:
        if isinstance(event, Chose):
            self.game.choose(event.seat, self.rules.parse_move(event.move))
        elif isinstance(event, Started):
            chance = SeededChance(self._server_seed, [seat.seed for seat in self.seats])
            names = [seat.name for seat in self.seats]
            self._game = Recording(self.rules.NAME, names, self.options, chance)
        elif isinstance(event, Opened):
            raise TableError("bad-log", "a table is opened only once")
        elif isinstance(event, HostPassed | Due | Agreed | Ended | Said | Rematched):
            self._apply_notice(event)
        else:
            after = _seat_after(self.seats[event.seat], event)
            self.seats = (*self.seats[: event.seat], after, *self.seats[event.seat + 1 :])
            self.votes = {}  # a vote counts only among the players who took part in it

    def _apply_notice(self, event: HostPassed | Due | Agreed | Ended | Said | Rematched) -> None:
        if isinstance(event, HostPassed):
            self.host = event.host
        elif isinstance(event, Said):
            self.said[event.seat] = (*self.said.get(event.seat, ())[1 - MOST_REMEMBERED :], event.at)
        elif isinstance(event, Rematched):
            self.next = event.table
        elif isinstance(event, Agreed):
            proposal = parse_proposal(event.what)
            self.votes[proposal] = self.votes.get(proposal, frozenset()) | {event.seat}
        elif isinstance(event, Due):
            self.due = event.at
            self.votes.pop(MORE_TIME, None)
        else:
            self.ended = event.why
            self.due = None
            self.game.more["ended"] = event.why


def _seat_after(seat: Seat, event: Sat | BotSat | Freed | Renamed | Seeded | HandedOver | TakenBack | Parted) -> Seat:
    if isinstance(event, Seeded):
        return replace(seat, seed=bytes.fromhex(event.seed))
    if isinstance(event, Sat):
        return Seat(event.player, event.name, None, bytes.fromhex(event.seed))
    if isinstance(event, BotSat):
        return Seat(None, event.name, event.level)
    if isinstance(event, Parted):
        return replace(seat, player=None, bot=event.level)
    if isinstance(event, Freed):
        return Seat()
    if isinstance(event, Renamed):
        return replace(seat, name=event.name)
    return replace(seat, bot=event.level if isinstance(event, HandedOver) else None)
