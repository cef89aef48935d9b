"""The authority over one table: it says what a command comes to, and how it stands after what has happened.

`decide` turns a command into events or refuses it, and changes nothing; `apply` puts events in. Between the two the events
are written down. There is no I/O here, no clock and no random source: a table is rebuilt from its events alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from kaiten import sushi_go, sushi_roll
from kaiten.kit.chance import SeededChance
from kaiten.kit.errors import shown
from kaiten.kit.game import AnyGame
from kaiten.players import bot_named
from kaiten.protocol import sushi_go as cards_wire
from kaiten.protocol import sushi_roll as dice_wire
from kaiten.protocol.commands import AddBot, Choose, Command, Leave, Remove, Rename, Sit, Start, TakeBack
from kaiten.record import Record, Recording, commitment, game_named
from kaiten.table.errors import TableError
from kaiten.table.events import (
    BotSat,
    Chose,
    Event,
    Freed,
    HandedOver,
    HostPassed,
    Opened,
    Renamed,
    Sat,
    Started,
    TakenBack,
)
from kaiten.table.names import tidy_name

SEAT_SEED_BYTES = 16
STAND_IN = "regular"
"""The bot that plays on for somebody who leaves."""


class Phase(StrEnum):
    """Before, during and after the game."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Seat:
    """A chair: free, a person's, or a bot's. A person whose seat a bot plays keeps it, and may take it back."""

    player: str | None = None
    name: str = ""
    bot: str | None = None
    seed: bytes = b""

    @property
    def free(self) -> bool:
        return self.player is None and self.bot is None


class Table:
    """One table, as its events have made it."""

    def __init__(self, opened: Opened) -> None:
        self.id = opened.table
        self.rules: AnyGame = game_named(opened.game)
        self.options = _options(opened)
        self.rules.new(self.options, opened.seats)
        self.listed = opened.listed
        self.spectators = opened.spectators
        self.host = opened.host
        self.seats: tuple[Seat, ...] = (Seat(),) * opened.seats
        self.version = 1
        self._server_seed = bytes.fromhex(opened.server_seed)
        self._game: Recording | None = None
        self._round_began = 0

    @classmethod
    def rebuild(cls, events: Iterable[Event]) -> "Table":
        """A table from all that has happened at it."""
        first, *rest = events
        if not isinstance(first, Opened):
            raise TableError("bad-log", f"the first event of a table is 'opened', not {shown(type(first).__name__)}")
        table = cls(first)
        table.apply(rest)
        return table

    @property
    def commitment(self) -> str:
        """What was promised before the deal."""
        return commitment(self._server_seed)

    @property
    def phase(self) -> Phase:
        if self._game is None:
            return Phase.LOBBY
        return Phase.OVER if self.rules.outcome(self._game.state) is not None else Phase.PLAYING

    @property
    def turn(self) -> tuple[int, int]:
        """Round and turn that a choice has to name."""
        state = self._playing().state
        if hasattr(state, "turn"):
            return state.round, state.turn
        return state.round, self._playing().choices_made - self._round_began + 1

    @property
    def waiting_bots(self) -> tuple[int, ...]:
        """Seats that owe a choice and are played by a bot."""
        if self.phase is not Phase.PLAYING:
            return ()
        return tuple([seat for seat in self.rules.actors(self._playing().state) if self.seats[seat].bot is not None])

    def seat_of(self, player: str) -> int | None:
        """Where somebody sits, also while a bot plays for them."""
        return next((number for number, seat in enumerate(self.seats) if seat.player == player), None)

    def view(self, player: str | None) -> Any:
        """What this player may know of the game; somebody without a seat gets a spectator's view."""
        return self.rules.view(self._playing().state, None if player is None else self.seat_of(player))

    def record(self) -> Record:
        """The game as a record. It holds the deal: not to be told before the game is over."""
        return self._playing().record()

    def decide(self, player: str, command: Command) -> list[Event]:
        """What a player's command comes to, or why not. Changes nothing."""
        if isinstance(command, Sit):
            return self._sit(player, command)
        if isinstance(command, AddBot | Remove | Start):
            return self._host_decides(player, command)
        seat = self.seat_of(player)
        if seat is None:
            raise TableError("not-seated", "you have no seat at this table")
        if isinstance(command, Leave):
            return self._leave(player, seat)
        if isinstance(command, Rename):
            return [Renamed(seat, self._free_name(command.name, seat))]
        if isinstance(command, TakeBack):
            if self.seats[seat].bot is None:
                raise TableError("not-away", "no bot plays your seat")
            return [TakenBack(seat)]
        if self.seats[seat].bot is not None:
            raise TableError("away", "a bot plays your seat: take it back first")
        return self._choose(seat, command)

    def decide_bot(self, seat: int, move: Any) -> list[Event]:
        """What a bot's choice for its seat comes to."""
        if seat not in self.waiting_bots:
            raise TableError("not-waited-for", f"seat {seat} owes no bot's choice")
        return self._chose(seat, move)

    def apply(self, events: Iterable[Event]) -> None:
        """Put in what has happened."""
        for event in events:
            self._apply(event)
            self.version += 1

    # What commands come to.

    def _sit(self, player: str, command: Sit) -> list[Event]:
        self._only_in(Phase.LOBBY)
        if self.seat_of(player) is not None:
            raise TableError("seated", "you have a seat at this table already")
        free = [number for number, seat in enumerate(self.seats) if seat.free]
        if not free:
            raise TableError("table-full", "every seat is taken")
        wanted = free[0] if command.seat is None else self._number(command.seat)
        if wanted not in free:
            raise TableError("seat-taken", f"seat {wanted} is taken")
        return [Sat(wanted, player, self._free_name(command.name), _check_seed(command.seed))]

    def _host_decides(self, player: str, command: AddBot | Remove | Start) -> list[Event]:
        if player != self.host:
            raise TableError("not-host", "only the host does that")
        self._only_in(Phase.LOBBY)
        if isinstance(command, Start):
            if any(seat.free for seat in self.seats):
                raise TableError("seats-free", "every seat must be taken, by a person or a bot")
            return [Started()]
        number = self._number(command.seat)
        if isinstance(command, Remove):
            if self.seats[number].free:
                raise TableError("seat-free", f"nobody sits at seat {number}")
            return [Freed(number)]
        if not self.seats[number].free:
            raise TableError("seat-taken", f"seat {number} is taken")
        bot_named(self.rules.NAME, command.level)
        return [BotSat(number, command.level, self._bot_name(command.level))]

    def _leave(self, player: str, seat: int) -> list[Event]:
        """Before the game the seat is free; in a game a bot plays on. The host's role passes on to a person who stays."""
        if self.phase is Phase.LOBBY:
            events: list[Event] = [Freed(seat)]
        else:
            self._only_in(Phase.PLAYING)
            if self.seats[seat].bot is not None:
                raise TableError("away", "a bot plays your seat already")
            events = [HandedOver(seat, STAND_IN)]
        stays = [other for other in self.seats if other.player not in (None, player) and other.bot is None]
        if player == self.host and stays:
            events.append(HostPassed(stays[0].player or ""))
        return events

    def _choose(self, seat: int, command: Choose) -> list[Event]:
        self._only_in(Phase.PLAYING)
        if (command.round, command.turn) != self.turn:
            now = "round {}, turn {}".format(*self.turn)
            raise TableError(
                "wrong-turn", f"that choice is for round {command.round}, turn {command.turn}: it is {now}"
            )
        if isinstance(command.move, cards_wire.SushiGoMove) != (self.rules.NAME == sushi_go.NAME):
            raise TableError("wrong-game", "that move belongs to the other game")
        return self._chose(seat, _move_from_wire(command.move))

    def _chose(self, seat: int, move: Any) -> list[Event]:
        self.rules.choose(self._playing().state, seat, move)  # only to see whether it may
        return [Chose(seat, self.rules.format_move(move))]

    # What events make of the table.

    def _apply(self, event: Event) -> None:
        if isinstance(event, Chose):
            self._apply_choice(event)
        elif isinstance(event, HostPassed):
            self.host = event.host
        elif isinstance(event, Started):
            chance = SeededChance(self._server_seed, [seat.seed for seat in self.seats])
            names = [seat.name for seat in self.seats]
            self._game = Recording(self.rules.NAME, names, self.options, chance)
        elif isinstance(event, Opened):
            raise TableError("bad-log", "a table is opened only once")
        else:
            self._put(event.seat, _seat_after(self.seats[event.seat], event))

    def _apply_choice(self, event: Chose) -> None:
        game = self._playing()
        before = game.state.round
        game.choose(event.seat, self.rules.parse_move(event.move))
        if game.state.round != before:
            self._round_began = game.choices_made

    def _put(self, number: int, seat: Seat) -> None:
        self.seats = (*self.seats[:number], seat, *self.seats[number + 1 :])

    # Small checks.

    def _playing(self) -> Recording:
        if self._game is None:
            raise TableError("not-started", "the game has not begun")
        return self._game

    def _only_in(self, phase: Phase) -> None:
        if self.phase is not phase:
            states = {Phase.LOBBY: "has not begun", Phase.PLAYING: "is being played", Phase.OVER: "is over"}
            raise TableError(f"wrong-phase-{self.phase}", f"not now: the game {states[self.phase]}")

    def _number(self, seat: int) -> int:
        if not 0 <= seat < len(self.seats):
            raise TableError("no-such-seat", f"seat {seat}: the seats are 0 to {len(self.seats) - 1}")
        return seat

    def _free_name(self, name: str, seat: int | None = None) -> str:
        tidy = tidy_name(name)
        others = [other.name.casefold() for number, other in enumerate(self.seats) if number != seat and not other.free]
        if tidy.casefold() in others:
            raise TableError("name-taken", f"somebody here is called {shown(tidy)} already")
        return tidy

    def _bot_name(self, level: str) -> str:
        taken = {seat.name.casefold() for seat in self.seats if not seat.free}
        numbers = range(1, len(self.seats) + 2)
        return next(name for name in [f"{level.capitalize()} {n}" for n in numbers] if name.casefold() not in taken)


def _options(opened: Opened) -> Any:
    """The options that the table was opened with, or the game's own."""
    if opened.game == sushi_roll.NAME:
        return sushi_roll.Options()
    return sushi_go.Options() if opened.options is None else cards_wire.options_from_wire(opened.options)


def _seat_after(seat: Seat, event: Sat | BotSat | Freed | Renamed | HandedOver | TakenBack) -> Seat:
    if isinstance(event, Sat):
        return Seat(event.player, event.name, None, bytes.fromhex(event.seed))
    if isinstance(event, BotSat):
        return Seat(None, event.name, event.level)
    if isinstance(event, Freed):
        return Seat()
    if isinstance(event, Renamed):
        return replace(seat, name=event.name)
    return replace(seat, bot=event.level if isinstance(event, HandedOver) else None)


def _move_from_wire(move: Any) -> Any:
    if isinstance(move, cards_wire.SushiGoMove):
        return cards_wire.move_from_wire(move)
    return dice_wire.move_from_wire(move)


def _check_seed(seed: str) -> str:
    try:
        sent = bytes.fromhex(seed)
    except ValueError:
        sent = b"?"
    if seed != sent.hex() or len(sent) not in (0, SEAT_SEED_BYTES):
        raise TableError("bad-seed", f"a seed is {SEAT_SEED_BYTES} bytes in lower-case hex, or nothing")
    return seed
