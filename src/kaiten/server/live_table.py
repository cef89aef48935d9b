"""A table in memory: decide, save, then fan out to its watchers; nothing is sent before it is saved.

Optimistic concurrency: when another server has appended the same version, load its events and decide again. Commands are
idempotent: the stored answer is repeated. Reconnecting clients name the version they have (`watch`) and get what they missed.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from kaiten.kit.errors import KaitenError
from kaiten.protocol.commands import Command, EndGame, HandOver, MoreTime, Rematch
from kaiten.protocol.messages import Answer, Presence, Ready, Refused
from kaiten.server.connection import Connection
from kaiten.server.identity import new_code, new_seed, new_table
from kaiten.server.serialization import decode_events, encode_events, finished_game, summarize
from kaiten.store import ConflictError, StoredEvent, StoreError, TableSummary, Write
from kaiten.table import (
    Event,
    Opened,
    Phase,
    Table,
    TableError,
    absent_seats,
    decide,
    decide_bot,
    expire_turn,
    extend_deadline,
    rematch,
    remove_player,
    snapshot_for,
)
from kaiten.table.events import Chose, Rematched

if TYPE_CHECKING:
    from kaiten.server.hub import Hub

MAX_ATTEMPTS = 8
"""Attempts to decide a command when other servers append first."""

RETRY_SECONDS = 1.0
"""Pause before the next attempt after the store has failed."""

logger = logging.getLogger("kaiten.table")
_encode = msgspec.json.Encoder().encode


def frame(message: msgspec.Struct) -> str:
    """A message as a WebSocket text frame."""
    return _encode(message).decode()


def refusal(message_id: str | None, error: KaitenError, table: str | None = None) -> Refused:
    if isinstance(error, StoreError):
        # The reason is logged. The command may have been saved: sending the same id again (idempotency key) resolves that.
        return Refused(message_id, "store", "this cannot be saved now; send it again with the same id")
    return Refused(message_id, error.code, str(error), table)


class LiveTable:
    """A table, its watchers, and the lock under which it changes."""

    def __init__(self, hub: "Hub", table: Table, summary: TableSummary | None = None) -> None:
        self.table = table
        self.watchers: set[Connection] = set()
        self.remote_players: frozenset[str] = frozenset()
        """Players connected to another server."""
        self.last_used = time.monotonic()
        self._hub = hub
        self._summary = summary
        self._sent_absent: tuple[int, ...] | None = None
        self._lock = asyncio.Lock()
        self._bot_task: asyncio.Task[None] | None = None
        self._recovery: asyncio.Task[None] | None = None

    @property
    def away(self) -> frozenset[str]:
        """Presence: seated players who are not connected."""
        people = {seat.player for seat in self.table.seats if seat.player is not None}
        return frozenset(people - {watcher.player for watcher in self.watchers} - self.remote_players)

    def watch(self, connection: Connection, since: int | None) -> None:
        """Send the current state, with the news since version `since`, then every change. TableError if spectators are not allowed."""
        self.watchers.add(connection)
        try:
            self._send(connection, frame(self._state_for(connection.player, since)))
        except TableError:
            self.watchers.discard(connection)
            raise
        self.last_used = time.monotonic()
        connection.watching.add(self.table.id)
        self.send_presence(except_for=connection)

    def unwatch(self, connection: Connection) -> None:
        self.last_used = time.monotonic()
        self.watchers.discard(connection)
        connection.watching.discard(self.table.id)
        self.send_presence()

    def send_presence(self, except_for: Connection | None = None) -> None:
        """Send who is absent to all watchers but one, if that has changed."""
        absent = absent_seats(self.table, self.away)
        if absent == self._sent_absent:
            return
        self._sent_absent = absent
        text = frame(Presence(self.table.id, absent))
        for watcher in [*self.watchers]:
            if watcher is not except_for:
                self._send(watcher, text)

    async def remove_player(self, player: str) -> None:
        """Remove a player who is being erased."""
        async with self._lock:
            await self._catch_up()
            events = remove_player(self.table, player)
            if events:
                await self._save(events)
        self.wake_bots()

    async def execute(self, player: str, message_id: str, command: Command | Rematch) -> bytes:
        """Execute a player's command once and return its answer; a repeated id gets the stored answer (idempotent)."""
        self.last_used = time.monotonic()
        async with self._lock:
            try:
                answer = await self._execute(player, message_id, command)
            except StoreError as error:
                self._schedule_recovery()
                self._hub.metrics.commands.labels("not saved").inc()
                logger.warning("a command was not saved", extra={"table": self.table.id, "why": str(error)})
                return _encode(refusal(message_id, error))
        self.wake_bots()
        return answer

    async def tick(self) -> None:
        """Apply the deadline (takeover): bots play on for late players."""
        async with self._lock:
            events = expire_turn(self.table, self._hub.store.now())
            if events:
                await self._save_or_catch_up(events)
        self.wake_bots()

    async def credit_downtime(self, milliseconds: int) -> None:
        """Deadline credit: extend the turn by the time that no server was up."""
        async with self._lock:
            await self._save_or_catch_up(extend_deadline(self.table, milliseconds))

    async def catch_up(self) -> None:
        """Load, apply and send the events that other servers appended."""
        async with self._lock:
            await self._catch_up()

    async def apply_stored(self, rows: Sequence[StoredEvent]) -> None:
        """Apply and send events that were read from the log, as far as they are new."""
        async with self._lock:
            new = [row for row in rows if row.version > self.table.version]
            if [row.version for row in new] == [*range(self.table.version + 1, self.table.version + 1 + len(new))]:
                await self._apply_stored(new)
            else:
                await self._catch_up()

    def wake_bots(self) -> None:
        """Start the bots that have to choose, unless they are running."""
        if self.table.pending_bots and self._bot_task is None:
            self._bot_task = self._hub.spawn(self._play_bots())

    async def _execute(self, player: str, message_id: str, command: Command | Rematch) -> bytes:
        """Decide and save, again after a conflict (optimistic concurrency); a repeated id gets its stored answer (idempotency)."""
        store, answer = self._hub.store, _encode(Answer(message_id))
        for _ in range(MAX_ATTEMPTS):
            try:
                events, extra_writes = await self._decide(player, command)
            except StoreError:
                raise
            except KaitenError as error:
                # It may have been executed already, or another server may have newer events.
                known = await store.find_answer(player, message_id)
                if known is None and self._hub.multi_server and await self._catch_up():
                    continue
                return self._refused(message_id, error) if known is None else self._replay_answer(message_id, known)
            try:
                await self._save(events, player, message_id, answer, extra_writes)
            except ConflictError:
                known = await store.find_answer(player, message_id)
                if known is not None:
                    return self._replay_answer(message_id, known)
                await self._catch_up()
            else:
                self._hub.metrics.commands.labels("done").inc()
                return answer
        return self._refused(message_id, TableError("busy", "too many commands for this table at once; send it again"))

    def _refused(self, message_id: str, error: KaitenError) -> bytes:
        self._hub.metrics.commands.labels("refused").inc()
        return _encode(refusal(message_id, error))

    def _replay_answer(self, message_id: str, known: bytes) -> bytes:
        """The stored answer to a repeated command id."""
        if not known.startswith(b'{"type":"answer"'):
            return self._refused(message_id, TableError("id-used", "this id has been used for another command"))
        self._hub.metrics.commands.labels("repeated").inc()
        return known

    async def _decide(self, player: str, command: Command | Rematch) -> tuple[list[Event], list[Write]]:
        if isinstance(command, Rematch):
            return self._decide_rematch(player)
        away: frozenset[str] = frozenset()
        if isinstance(command, MoreTime | EndGame | HandOver):
            if await self._hub.refresh_remote_presence(self):
                self.send_presence()
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
            options=table.wire.options_to_wire(table.options),
            listed=table.listed,
            spectators=table.spectators,
            clock=table.clock,
            code=new_code(),
        )
        events = rematch(table, player, opened)
        new_table_write = Write(opened.table, 0, encode_events(events), summary=summarize(Table.rebuild(events)))
        return [Rematched(opened.table)], [new_table_write]

    async def _save(
        self,
        events: list[Event],
        player: str = "",
        message_id: str = "",
        answer: bytes = b"",
        extra_writes: Sequence[Write] = (),
    ) -> None:
        """Append the events; once they are on disk, apply them and fan out."""
        before, after = self.table, self.table.after(events)
        summary = summarize(after)
        write = Write(
            before.id,
            before.version,
            encode_events(events),
            player,
            message_id,
            answer,
            None if summary == self._summary else summary,
            finished_game(after) if before.phase is not Phase.OVER else None,
        )
        began = time.perf_counter()
        await self._hub.store.append(write, *extra_writes)
        self._hub.metrics.save_seconds.observe(time.perf_counter() - began)
        self._summary = summary
        self._advance(after, events)
        self._hub.publish_version(before.id, after.version)

    async def _save_or_catch_up(self, events: list[Event]) -> None:
        """Save; if another server appended first (optimistic concurrency), load its events instead."""
        try:
            await self._save(events)
        except ConflictError:
            await self._catch_up()

    async def _catch_up(self) -> bool:
        """Load and apply newer events; whether there were any."""
        rows = await self._hub.store.load(self.table.id, self.table.version)
        await self._apply_stored(rows)
        return bool(rows)

    async def _apply_stored(self, rows: Sequence[StoredEvent]) -> None:
        if not rows:
            return
        try:
            events = decode_events([row.event for row in rows])
            after = self.table.after(events)
        except Exception as error:
            raise await self._hub.quarantine(self.table.id, error) from error
        self._summary = None
        self._advance(after, events)

    def _advance(self, after: Table, events: list[Event]) -> None:
        before, self.table = self.table, after
        self.last_used = time.monotonic()
        if len(events) == 1 and isinstance(events[0], Chose) and after.hidden_choice(events[0].seat) is not None:
            self._send_ready(events[0].seat, everybody=after.public_version > before.public_version)
        elif after.public_version > before.public_version:
            self._fan_out(before.public_version)

    def _send_ready(self, seat: int, everybody: bool) -> None:
        """A face-down choice (redacted): its owner gets the move, the others only that the seat is ready."""
        table = self.table
        chosen = table.wire.move_to_wire(table.hidden_choice(seat))
        own = frame(Ready(table.id, table.public_version, seat, chosen))
        others = frame(Ready(table.id, table.public_version, seat, None))
        for watcher in [*self.watchers]:
            if watcher.player == table.seats[seat].player:
                self._send(watcher, own)
            elif everybody:
                self._send(watcher, others)

    def _fan_out(self, since: int) -> None:
        """Send the new state to every watcher (fan-out); viewers with the same view share a frame."""
        self._sent_absent = absent_seats(self.table, self.away)
        frames: dict[tuple[int | None, bool], tuple[str, bool]] = {}
        for watcher in [*self.watchers]:
            viewer = (self.table.seat_of(watcher.player), watcher.player == self.table.host)
            if viewer not in frames:
                frames[viewer] = self._state_frame(watcher.player, since)
            text, may_watch = frames[viewer]
            self._send(watcher, text)
            if not may_watch:
                self.unwatch(watcher)

    def _state_frame(self, player: str, since: int) -> tuple[str, bool]:
        """The state for this viewer (redacted by `snapshot_for`), and whether they may go on watching."""
        try:
            return frame(self._state_for(player, since)), True
        except TableError as error:
            return frame(refusal(None, error, self.table.id)), False

    def _state_for(self, player: str, since: int | None) -> msgspec.Struct:
        return snapshot_for(self.table, player, since=since, now=self._hub.store.now(), away=self.away)

    def _send(self, connection: Connection, text: str) -> None:
        self._hub.metrics.frames.inc()
        if not connection.send(text):
            self._hub.metrics.dropped.labels("slow").inc()

    def _schedule_recovery(self) -> None:
        """After a failed save the log may be ahead of memory: catch up, in one task however many saves fail."""
        if self._recovery is None or self._recovery.done():
            self._recovery = self._hub.spawn(self._recover())

    async def _recover(self) -> None:
        while True:
            await asyncio.sleep(RETRY_SECONDS)
            try:
                await self.catch_up()
            except StoreError:
                continue
            self.wake_bots()
            return

    async def _play_bots(self) -> None:
        try:
            while waiting := self.table.pending_bots:
                try:
                    await self._play_bot(waiting[0])
                except ConflictError:
                    await self.catch_up()
                except StoreError as error:
                    logger.warning("a bot's choice was not saved", extra={"table": self.table.id, "why": str(error)})
                    await asyncio.sleep(RETRY_SECONDS)
                    await self.catch_up()
        except KaitenError as error:
            # The store is down for longer, or the table is broken: a background task tries again.
            logger.warning("bots are waiting", extra={"table": self.table.id, "why": str(error)})
        finally:
            self._bot_task = None

    async def _play_bot(self, seat: int) -> None:
        table = self.table
        began = time.perf_counter()
        view = table.rules.view(table.game.state, seat)
        move = await self._hub.bot_pool.choose_move(table.rules.NAME, table.seats[seat].bot or "", view)
        self._hub.metrics.bot_seconds.observe(time.perf_counter() - began)
        async with self._lock:
            if self.table.turn != table.turn or seat not in self.table.pending_bots:
                return  # the player took the seat back, or another server was first
            await self._save(decide_bot(self.table, seat, move, now=self._hub.store.now()))
