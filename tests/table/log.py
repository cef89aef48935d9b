"""A table with its log, as a store would keep it; used by the tests of tables."""

import hashlib
from typing import Any

import msgspec

from kaiten.kit.chance import Stream
from kaiten.players import bot_named
from kaiten.protocol.commands import (
    AddBot,
    Choose,
    Command,
    Sit,
)
from kaiten.protocol.games import WIRES
from kaiten.protocol.wire import ClockName
from kaiten.table import (
    Event,
    Opened,
    Table,
    decide,
    decide_bot,
    snapshot_for,
)
from tests.playing import SETUPS, Setup, random_move

SEED = "00" * 16


def bytes_of(table: Table) -> bytes:
    """The version of a table and the snapshots of its people, as bytes."""
    return msgspec.json.encode(
        [table.version, *[snapshot_for(table, seat.player) for seat in table.seats if seat.player]]
    )


class Log:
    """A table whose events are serialized as JSON before they are applied, as a store does."""

    def __init__(self, setup: Setup, *, host: str = "ana", clock: ClockName = "none") -> None:
        game, players, options = setup
        sent = WIRES[game].options_to_wire(options)
        opened = Opened("t1", game, players, host, hashlib.sha256(b"seed").hexdigest(), sent, clock=clock)
        self.now = 1_000
        self.lines = [msgspec.json.encode(opened)]
        self.table = Table.rebuild(self.events())

    def events(self) -> list[Event]:
        return [msgspec.json.decode(line, type=Event) for line in self.lines]

    def write(self, events: list[Event]) -> None:
        before = bytes_of(self.table)
        self.lines += [msgspec.json.encode(event) for event in events]
        after = self.table.after(events)
        assert bytes_of(self.table) == before  # the table before is not changed
        self.table = after

    def send(self, player: str, command: Command, *away: str) -> None:
        self.write(decide(self.table, player, command, now=self.now, away=frozenset(away)))

    def play_bots(self, source: Stream) -> None:
        while waiting := self.table.pending_bots:
            seat = waiting[0]
            bot = bot_named(self.table.rules.NAME, self.table.seats[seat].bot or "")
            view = self.table.rules.view(self.table.game.state, seat)
            self.write(decide_bot(self.table, seat, bot(view, source), now=self.now))

    def choose(self, player: str, source: Stream) -> None:
        seat = self.table.seat_of(player)
        assert seat is not None
        state: Any = self.table.game.state
        move = random_move(self.table.rules, state, seat, source)
        wire = self.table.wire
        number, turn = self.table.turn
        self.send(player, Choose(number, turn, wire.move_to_wire(move)))


def seated(name: str = "sushi-go-3", *people: str, clock: ClockName = "none") -> Log:
    """A table with these people (Ana and Ben if none are named), and bots on the other seats."""
    log = Log(SETUPS[name], clock=clock)
    for player in people or ("ana", "ben"):
        log.send(player, Sit(player.capitalize(), seed=SEED))
    for number, seat in enumerate(log.table.seats):
        if seat.free:
            log.send("ana", AddBot(number, "greedy"))
    return log


def rebuilt(log: Log) -> Table:
    """The table rebuilt from its log, which must equal the original."""
    table = Table.rebuild(log.events())
    for name in ("seats", "host", "due", "votes", "ended", "version", "phase"):
        assert getattr(table, name) == getattr(log.table, name)
    return table
