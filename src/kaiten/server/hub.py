"""The hub: tables in memory, connections, presence across servers, and quarantine of broken tables."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Coroutine
from typing import TYPE_CHECKING, Any

from kaiten.kit.errors import KaitenError
from kaiten.server.bot_pool import BotPool
from kaiten.server.connection import Connection
from kaiten.server.live_table import LiveTable, frame, refusal
from kaiten.server.metrics import Metrics
from kaiten.server.serialization import decode_events
from kaiten.store import BatchLoader, Store, StoreError, presence, tables
from kaiten.table import Table, TableError
from kaiten.table.events import Due

if TYPE_CHECKING:
    from kaiten.server.bus import Bus

EVICT_AFTER_SECONDS = 60.0
"""How long a table without watchers stays in memory."""

IDLE_SERVER_SECONDS = 5.0

MAX_PRELOADED = 1_000
"""Games loaded when a server starts."""

PRELOAD_BATCH = 10
PRELOAD_PAUSE_SECONDS = 0.01
"""Pause between batches, in which requests are handled."""

MAX_BATCHED_LAG = 20
"""A table at most this many versions behind is read in one query with others."""

logger = logging.getLogger("kaiten.hub")


class Hub:
    """A server's state in memory. It may be lost at any moment: the store holds all durable state."""

    def __init__(self, store: Store, bot_pool: BotPool, metrics: Metrics, bus: "Bus | None" = None) -> None:
        self.store = store
        self.bot_pool = bot_pool
        self.metrics = metrics
        self.name = secrets.token_hex(8)
        self.connection_counts: Counter[str] = Counter()
        """Connections of each player to this server."""
        self.connections: set[Connection] = set()
        self.tables: dict[str, LiveTable] = {}
        self._bus = bus
        self.multi_server = bus is not None
        """Whether other servers may write to the same tables."""
        self._log_loader = BatchLoader(store.load_tables)
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._broken: set[str] = set()
        self._presence_writes: dict[str, asyncio.Task[None]] = {}
        self._remote_versions: dict[str, int] = {}
        """Newest version of each table that other servers announced."""
        self._sync_task: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a task in the background; its errors are logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_task_done)
        return task

    async def close(self) -> None:
        """Cancel all background tasks."""
        work = [*self._tasks]
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)

    async def table(self, table: str) -> LiveTable:
        """A table, from memory or loaded from the log. TableError if there is none or it is broken."""
        live = self.tables.get(table)
        if live is not None:
            return live
        if table in self._broken:
            raise _broken_error()
        if table not in self._loading:
            self._loading[table] = asyncio.ensure_future(self._load(table))
            self._loading[table].add_done_callback(lambda done: self._on_loaded(table, done))
        # A cancelled caller does not stop the loading for the others.
        return await asyncio.shield(self._loading[table])

    async def preload(self) -> None:
        """Load the games in progress: after a restart all their players reconnect within seconds."""
        wanted = await tables.games_in_progress(self.store, MAX_PRELOADED)
        for start in range(0, len(wanted), PRELOAD_BATCH):
            batch = [self.table(table) for table in wanted[start : start + PRELOAD_BATCH]]
            await asyncio.gather(*batch, return_exceptions=True)
            await asyncio.sleep(PRELOAD_PAUSE_SECONDS)

    def add_connection(self, connection: Connection) -> None:
        self.connections.add(connection)
        self.metrics.sockets.set(len(self.connections))
        self.connection_counts[connection.player] += 1
        if self._bus is not None and self.connection_counts[connection.player] == 1:
            presence_write = self.spawn(presence.add_player(self.store, connection.player, self.name))
            self._presence_writes[connection.player] = presence_write
            presence_write.add_done_callback(lambda _: self._presence_writes.pop(connection.player, None))

    def remove_connection(self, connection: Connection) -> None:
        """A socket is closed."""
        self.connections.discard(connection)
        self.metrics.sockets.set(len(self.connections))
        watched = [self.tables[table] for table in connection.watching if table in self.tables]
        for live in watched:
            live.unwatch(connection)
        self.connection_counts[connection.player] -= 1
        if self.connection_counts[connection.player] <= 0:
            del self.connection_counts[connection.player]
            if self._bus is not None:
                changed_tables = [live.table.id for live in watched]
                self.spawn(
                    self._publish_after(
                        presence.remove_player(self.store, connection.player, self.name), changed_tables
                    )
                )

    def announce_presence(self, live: LiveTable, connection: Connection) -> None:
        """Tell the other servers that a seated player watches a table."""
        if self._bus is not None and live.table.seat_of(connection.player) is not None:
            # The others read presence from the store: it has to be written first.
            self.spawn(self._publish_after(self._presence_writes.get(connection.player), [live.table.id]))

    def publish_version(self, table: str, version: int) -> None:
        """Tell the other servers a table's new version."""
        if self._bus is not None:
            self._bus.publish(table, version)

    def on_remote_version(self, table: str, version: int) -> None:
        """Another server announced a table's version, or that presence changed there."""
        live = self.tables.get(table)
        if live is None:
            return
        self._remote_versions[table] = max(version, self._remote_versions.get(table, 0))
        if self._sync_task is None or self._sync_task.done():
            self._sync_task = self.spawn(self._sync_remote_changes())

    async def refresh_remote_presence(self, *lives: LiveTable) -> list[LiveTable]:
        """Read which players are connected to other servers; the tables for which that has changed."""
        if self._bus is None:
            return []
        people = {live: {seat.player for seat in live.table.seats if seat.player is not None} for live in lives}
        present = await presence.connected_players(
            self.store, sorted(set().union(*people.values())), self.store.now(), except_server=self.name
        )
        changed = [live for live in lives if live.remote_players != present & people[live]]
        for live in changed:
            live.remote_players = present & people[live]
        return changed

    async def quarantine(self, table: str, error: Exception) -> TableError:
        """Isolate a table with an unreadable log; the log is not changed, and other tables are not affected."""
        logger.error("a table is broken", extra={"table": table, "why": f"{type(error).__name__}: {error}"})
        self._broken.add(table)
        self.metrics.broken.set(len(self._broken))
        live = self.tables.pop(table, None)
        for watcher in [] if live is None else [*live.watchers]:
            watcher.send(frame(refusal(None, _broken_error(), table)))
            watcher.watching.discard(table)
        with contextlib.suppress(StoreError):  # quarantined in memory all the same, and marked when next loaded
            await tables.mark_broken(self.store, table)
        return _broken_error()

    @property
    def is_idle(self) -> bool:
        """Whether no table has been used for some seconds."""
        lately = time.monotonic() - IDLE_SERVER_SECONDS
        return all(live.last_used < lately for live in self.tables.values())

    def evict_idle_tables(self) -> None:
        """Drop tables without watchers from memory after a while."""
        long_ago = time.monotonic() - EVICT_AFTER_SECONDS
        for name, live in [*self.tables.items()]:
            if not live.watchers and live.last_used < long_ago:
                del self.tables[name]
        self.metrics.tables.set(len(self.tables))

    async def _load(self, table: str) -> LiveTable:
        rows = await self._log_loader.load(table)
        if not rows:
            raise TableError("no-such-table", "there is no such table, or no longer")
        try:
            events = decode_events([row.event for row in rows])
            live = LiveTable(self, Table.rebuild(events), None)
        except Exception as error:
            raise await self.quarantine(table, error) from error
        if live.table.due is not None:
            since = next(row.at for row, event in zip(rows[::-1], events[::-1], strict=True) if isinstance(event, Due))
            lost = await presence.downtime_since(self.store, since)
            if lost:
                await live.credit_downtime(lost)
        await self.refresh_remote_presence(live)
        self.tables[table] = live
        self.metrics.tables.set(len(self.tables))
        live.wake_bots()
        return live

    def _on_loaded(self, table: str, done: "asyncio.Future[LiveTable]") -> None:
        self._loading.pop(table, None)
        if not done.cancelled():
            done.exception()  # retrieved, so that asyncio does not warn; callers get it too

    async def _sync_remote_changes(self) -> None:
        """Read the events and presence that other servers announced, for all tables in one query."""
        while self._remote_versions:
            remote, self._remote_versions = self._remote_versions, {}
            lives = [self.tables[table] for table in remote if table in self.tables]
            wanted = {live: range(live.table.version + 1, remote[live.table.id] + 1) for live in lives}
            close = {live: versions for live, versions in wanted.items() if len(versions) <= MAX_BATCHED_LAG}
            rows = await self.store.load_versions(
                [(live.table.id, version) for live, versions in close.items() for version in versions]
            )
            await asyncio.gather(
                *[
                    live.apply_stored(rows.get(live.table.id, [])) if live in close else live.catch_up()
                    for live in lives
                ]
            )
            for live in await self.refresh_remote_presence(*lives):
                live.send_presence()

    async def _publish_after(self, change: Awaitable[None] | None, changed_tables: list[str]) -> None:
        if change is not None:
            await change
        for table in changed_tables:
            live = self.tables.get(table)
            if live is not None and self._bus is not None:
                self._bus.publish(table, live.table.version)

    def _on_task_done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, KaitenError):
            logger.warning("a background task failed", extra={"why": str(error)})
        elif error is not None:
            logger.error("a background task failed unexpectedly", exc_info=error)


def _broken_error() -> TableError:
    return TableError(
        "table-broken", "this table's log is damaged; the table is closed until the server's operator repairs it"
    )
