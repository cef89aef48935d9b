"""A table that somebody looks at: decide, save, then tell. One thing at a time, and nothing is told before it is saved."""

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from kaiten import sushi_go
from kaiten.kit.errors import KaitenError
from kaiten.protocol.commands import Command, EndGame, HandOver, MoreTime, Rematch
from kaiten.protocol.messages import Answer, Presence, Ready, Refused
from kaiten.protocol.sushi_go import move_to_wire, options_to_wire
from kaiten.server.connection import Connection
from kaiten.server.identity import new_code, new_seed, new_table
from kaiten.server.ledger import decoded, encoded, finished_of, summary_of
from kaiten.store import ConflictError, Stored, StoreError, Summary, Write
from kaiten.table import (
    Event,
    Opened,
    Phase,
    Table,
    TableError,
    absent_seats,
    credit,
    decide,
    decide_bot,
    part,
    rematch,
    tell,
    time_is_up,
)
from kaiten.table.events import Chose, Rematched

if TYPE_CHECKING:
    from kaiten.server.hub import Hub

MOST_TRIES = 8
"""How often a decision is made anew because another server was first."""

AGAIN_AFTER = 1.0
"""Seconds until a store that failed is asked again."""

logger = logging.getLogger("kaiten.table")
_encode = msgspec.json.Encoder().encode


def frame(message: msgspec.Struct) -> str:
    """A message as it goes over the wire."""
    return _encode(message).decode()


def refusal(message_id: str | None, error: KaitenError, table: str | None = None) -> Refused:
    if isinstance(error, StoreError):
        # The reason is for whoever runs the server. Whether it was saved is not known: the same id again will tell.
        return Refused(message_id, "store", "this cannot be saved just now; send it again with the same id")
    return Refused(message_id, error.code, str(error), table)


class LiveTable:
    """A table in memory, those who watch it, and the one lock through which it changes."""

    def __init__(self, hub: "Hub", table: Table, summary: Summary | None = None) -> None:
        self.table = table
        self.watchers: set[Connection] = set()
        self.elsewhere: frozenset[str] = frozenset()
        """People who are here by way of another server."""
        self.used_at = time.monotonic()
        self._hub = hub
        self._summary = summary
        self._absent: tuple[int, ...] | None = None
        self._lock = asyncio.Lock()
        self._thinking: asyncio.Task[None] | None = None
        self._mending: asyncio.Task[None] | None = None

    @property
    def away(self) -> frozenset[str]:
        """People with a seat who do not watch."""
        people = {seat.player for seat in self.table.seats if seat.player is not None}
        return frozenset(people - {watcher.player for watcher in self.watchers} - self.elsewhere)

    def watch(self, connection: Connection, since: int | None) -> None:
        """Tell this viewer the table as it is, and from now on whatever happens. TableError where spectators are kept out."""
        self.watchers.add(connection)
        try:
            self._send(connection, frame(self._state_for(connection.player, since)))
        except TableError:
            self.watchers.discard(connection)
            raise
        self.used_at = time.monotonic()
        connection.watching.add(self.table.id)
        self.tell_presence(but=connection)

    def unwatch(self, connection: Connection) -> None:
        self.used_at = time.monotonic()
        self.watchers.discard(connection)
        connection.watching.discard(self.table.id)
        self.tell_presence()

    def tell_presence(self, but: Connection | None = None) -> None:
        """Tell everybody who is away now, if that is not as it was; but not whoever knows it already."""
        absent = absent_seats(self.table, self.away)
        if absent == self._absent:
            return
        self._absent = absent
        told = frame(Presence(self.table.id, absent))
        for watcher in [*self.watchers]:
            if watcher is not but:
                self._send(watcher, told)

    async def part(self, player: str) -> None:
        """Have somebody gone for good."""
        async with self._lock:
            await self._catch_up()
            events = part(self.table, player)
            if events:
                await self._save(events)
        self.wake_bots()

    async def do(self, player: str, message_id: str, command: Command | Rematch) -> bytes:
        """Carry out a player's command, once, and give the answer: also to one that was answered before."""
        self.used_at = time.monotonic()
        async with self._lock:
            try:
                answer = await self._carry_out(player, message_id, command)
            except StoreError as error:
                self._mend_later()
                self._hub.metrics.commands.labels("not saved").inc()
                logger.warning("a command was not saved", extra={"table": self.table.id, "why": str(error)})
                return _encode(refusal(message_id, error))
        self.wake_bots()
        return answer

    async def tick(self) -> None:
        """Let bots play on for those whose time is up."""
        async with self._lock:
            events = time_is_up(self.table, self._hub.store.now())
            if events:
                await self._save_or_catch_up(events)
        self.wake_bots()

    async def give_back(self, milliseconds: int) -> None:
        """Give the turn the time that no server was up."""
        async with self._lock:
            await self._save_or_catch_up(credit(self.table, milliseconds))

    async def catch_up(self) -> None:
        """Put in, and tell, what other servers have written."""
        async with self._lock:
            await self._catch_up()

    async def put_in(self, rows: Sequence[Stored]) -> None:
        """Put in, and tell, what was read of the log, as far as it is new here."""
        async with self._lock:
            new = [row for row in rows if row.version > self.table.version]
            if [row.version for row in new] == [*range(self.table.version + 1, self.table.version + 1 + len(new))]:
                await self._put_in(new)
            else:
                await self._catch_up()

    def wake_bots(self) -> None:
        """Let the bots that owe a choice think, unless they do."""
        if self.table.waiting_bots and self._thinking is None:
            self._thinking = self._hub.spawn(self._play_bots())

    async def _carry_out(self, player: str, message_id: str, command: Command | Rematch) -> bytes:
        store, answer = self._hub.store, _encode(Answer(message_id))
        for _ in range(MOST_TRIES):
            try:
                events, beside = await self._decide(player, command)
            except StoreError:
                raise
            except KaitenError as error:
                # It may be refused only because it has been carried out already, or because another server knows more.
                known = await store.answer_to(player, message_id)
                if known is None and self._hub.several and await self._catch_up():
                    continue
                return self._refused(message_id, error) if known is None else self._repeated(message_id, known)
            try:
                await self._save(events, player, message_id, answer, beside)
            except ConflictError:
                known = await store.answer_to(player, message_id)
                if known is not None:
                    return self._repeated(message_id, known)
                await self._catch_up()
            else:
                self._hub.metrics.commands.labels("done").inc()
                return answer
        return self._refused(message_id, TableError("busy", "too much happens at this table at once; send it again"))

    def _refused(self, message_id: str, error: KaitenError) -> bytes:
        self._hub.metrics.commands.labels("refused").inc()
        return _encode(refusal(message_id, error))

    def _repeated(self, message_id: str, known: bytes) -> bytes:
        """The answer of before, to the same command again."""
        if not known.startswith(b'{"type":"answer"'):
            return self._refused(message_id, TableError("id-used", "this id was used for something else already"))
        self._hub.metrics.commands.labels("repeated").inc()
        return known

    async def _decide(self, player: str, command: Command | Rematch) -> tuple[list[Event], list[Write]]:
        if isinstance(command, Rematch):
            return self._decide_rematch(player)
        away: frozenset[str] = frozenset()
        if isinstance(command, MoreTime | EndGame | HandOver):
            if await self._hub.look_elsewhere(self):
                self.tell_presence()
            away = self.away
        return decide(self.table, player, command, now=self._hub.store.now(), away=away), []

    def _decide_rematch(self, player: str) -> tuple[list[Event], list[Write]]:
        table = self.table
        opened = Opened(
            table=new_table(),
            game=table.rules.NAME,
            seats=len(table.seats),
            host=player,
            server_seed=new_seed(),
            options=options_to_wire(table.options) if isinstance(table.options, sushi_go.Options) else None,
            listed=table.listed,
            spectators=table.spectators,
            clock=table.clock,
            code=new_code(),
        )
        events = rematch(table, player, opened)
        laid_out = Write(opened.table, 0, encoded(events), summary=summary_of(Table.rebuild(events)))
        return [Rematched(opened.table)], [laid_out]

    async def _save(
        self,
        events: list[Event],
        player: str = "",
        message_id: str = "",
        answer: bytes = b"",
        beside: Sequence[Write] = (),
    ) -> None:
        """Write it down; when it is on disk, put it in and tell those who watch."""
        before, after = self.table, self.table.after(events)
        summary = summary_of(after)
        write = Write(
            before.id,
            before.version,
            encoded(events),
            player,
            message_id,
            answer,
            None if summary == self._summary else summary,
            finished_of(after) if before.phase is not Phase.OVER else None,
        )
        began = time.perf_counter()
        await self._hub.store.append(write, *beside)
        self._hub.metrics.saving.observe(time.perf_counter() - began)
        self._summary = summary
        self._go_on(after, events)
        self._hub.went_on(before.id, after.version)

    async def _save_or_catch_up(self, events: list[Event]) -> None:
        try:
            await self._save(events)
        except ConflictError:
            await self._catch_up()

    async def _catch_up(self) -> bool:
        """Whether the log held more than was known here."""
        rows = await self._hub.store.load(self.table.id, self.table.version)
        await self._put_in(rows)
        return bool(rows)

    async def _put_in(self, rows: Sequence[Stored]) -> None:
        if not rows:
            return
        try:
            events = decoded([row.event for row in rows])
            after = self.table.after(events)
        except Exception as error:
            raise await self._hub.quarantine(self.table.id, error) from error
        self._summary = None
        self._go_on(after, events)

    def _go_on(self, after: Table, events: list[Event]) -> None:
        before, self.table = self.table, after
        self.used_at = time.monotonic()
        if len(events) == 1 and isinstance(events[0], Chose) and _lies_face_down(after, events[0]):
            self._tell_ready(events[0].seat, everybody=after.public_version > before.public_version)
        elif after.public_version > before.public_version:
            self._tell_all(before.public_version)

    def _tell_ready(self, seat: int, everybody: bool) -> None:
        """A choice lies face down: its owner is told which, the others that it lies there, if that is news to them."""
        table = self.table
        chosen = move_to_wire(table.game.state.choices[seat])
        own = frame(Ready(table.id, table.public_version, seat, chosen))
        others = frame(Ready(table.id, table.public_version, seat, None))
        for watcher in [*self.watchers]:
            if watcher.player == table.seats[seat].player:
                self._send(watcher, own)
            elif everybody:
                self._send(watcher, others)

    def _tell_all(self, since: int) -> None:
        self._absent = absent_seats(self.table, self.away)
        frames: dict[tuple[int | None, bool], tuple[str, bool]] = {}
        for watcher in [*self.watchers]:
            viewer = (self.table.seat_of(watcher.player), watcher.player == self.table.host)
            if viewer not in frames:
                frames[viewer] = self._told(watcher.player, since)
            told, may_watch = frames[viewer]
            self._send(watcher, told)
            if not may_watch:
                self.unwatch(watcher)

    def _told(self, player: str, since: int) -> tuple[str, bool]:
        """What this viewer is told, and whether they may go on watching."""
        try:
            return frame(self._state_for(player, since)), True
        except TableError as error:
            return frame(refusal(None, error, self.table.id)), False

    def _state_for(self, player: str, since: int | None) -> msgspec.Struct:
        return tell(self.table, player, since=since, now=self._hub.store.now(), away=self.away)

    def _send(self, connection: Connection, told: str) -> None:
        self._hub.metrics.frames.inc()
        if not connection.send(told):
            self._hub.metrics.dropped.labels("slow").inc()

    def _mend_later(self) -> None:
        """After a failed save the log may hold more than we know. One look at a time: in a long outage many saves fail."""
        if self._mending is None or self._mending.done():
            self._mending = self._hub.spawn(self._mend())

    async def _mend(self) -> None:
        while True:
            await asyncio.sleep(AGAIN_AFTER)
            try:
                await self.catch_up()
            except StoreError:
                continue
            self.wake_bots()
            return

    async def _play_bots(self) -> None:
        try:
            while waiting := self.table.waiting_bots:
                try:
                    await self._play_bot(waiting[0])
                except ConflictError:
                    await self.catch_up()
                except StoreError as error:
                    logger.warning("a bot's choice was not saved", extra={"table": self.table.id, "why": str(error)})
                    await asyncio.sleep(AGAIN_AFTER)
                    await self.catch_up()
        except KaitenError as error:
            # The store is down for longer, or the table is broken: the clock's round looks at it again.
            logger.warning("bots wait", extra={"table": self.table.id, "why": str(error)})
        finally:
            self._thinking = None

    async def _play_bot(self, seat: int) -> None:
        table = self.table
        began = time.perf_counter()
        view = table.rules.view(table.game.state, seat)
        move = await self._hub.thinkers.think(table.rules.NAME, table.seats[seat].bot or "", view)
        self._hub.metrics.thinking.observe(time.perf_counter() - began)
        async with self._lock:
            if self.table.turn != table.turn or seat not in self.table.waiting_bots:
                return  # somebody took the seat back, or another server was first
            await self._save(decide_bot(self.table, seat, move, now=self._hub.store.now()))


def _lies_face_down(table: Table, event: Chose) -> bool:
    state = table.game.state
    return isinstance(state, sushi_go.State) and state.choices[event.seat] is not None
