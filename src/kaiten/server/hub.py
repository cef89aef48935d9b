"""The tables that somebody looks at, the people who have a line to this server, and the work that goes on by itself."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Coroutine
from typing import TYPE_CHECKING, Any

from kaiten.kit.errors import KaitenError
from kaiten.server.bots import Thinkers
from kaiten.server.connection import Connection
from kaiten.server.ledger import decoded
from kaiten.server.live import LiveTable, frame, refusal
from kaiten.server.metrics import Metrics
from kaiten.store import Store, StoreError, Together, presence, tables
from kaiten.table import Table, TableError
from kaiten.table.events import Due

if TYPE_CHECKING:
    from kaiten.server.bus import Bus

IDLE_SECONDS = 60.0
"""How long a table that nobody watches stays in memory."""

QUIET_SECONDS = 5.0

MOST_WARMED = 1_000
"""Games that a server loads when it starts."""

WARMED_AT_ONCE = 10
WARMING_PAUSE = 0.01
"""Seconds in which whoever asks meanwhile is answered."""

NEAR = 20
"""Versions that a table may be behind and still be read together with others."""

logger = logging.getLogger("kaiten.hub")


class Hub:
    """All that a server has in memory. It can be lost at any moment: the store has everything that counts."""

    def __init__(self, store: Store, thinkers: Thinkers, metrics: Metrics, bus: "Bus | None" = None) -> None:
        self.store = store
        self.thinkers = thinkers
        self.metrics = metrics
        self.name = secrets.token_hex(8)
        self.here: Counter[str] = Counter()
        """Lines of each player to this server."""
        self.connections: set[Connection] = set()
        self.tables: dict[str, LiveTable] = {}
        self._bus = bus
        self.several = bus is not None
        """Whether other servers may write to the same tables."""
        self._logs = Together(store.load_all)
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._broken: set[str] = set()
        self._arriving: dict[str, asyncio.Task[None]] = {}
        self._heard: dict[str, int] = {}
        """Tables that other servers spoke of, and how far they are there."""
        self._following: asyncio.Task[None] | None = None
        self._work: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do this beside everything else; what goes wrong is in the logs."""
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._done)
        return task

    async def close(self) -> None:
        """Stop what goes on by itself."""
        work = [*self._work]
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)

    async def table(self, table: str) -> LiveTable:
        """A table, from memory or from the log. TableError if there is none, or if its log cannot be read."""
        live = self.tables.get(table)
        if live is not None:
            return live
        if table in self._broken:
            raise _broken_table()
        if table not in self._loading:
            self._loading[table] = asyncio.ensure_future(self._load(table))
            self._loading[table].add_done_callback(lambda done: self._loaded(table, done))
        # Whoever gives up waiting does not stop the loading for the others.
        return await asyncio.shield(self._loading[table])

    async def warm(self) -> None:
        """Load games that go on before anybody asks: after a restart all their people come back in the same seconds."""
        wanted = await tables.being_played(self.store, MOST_WARMED)
        for start in range(0, len(wanted), WARMED_AT_ONCE):
            batch = [self.table(table) for table in wanted[start : start + WARMED_AT_ONCE]]
            await asyncio.gather(*batch, return_exceptions=True)
            await asyncio.sleep(WARMING_PAUSE)

    def arrive(self, connection: Connection) -> None:
        self.connections.add(connection)
        self.metrics.sockets.set(len(self.connections))
        self.here[connection.player] += 1
        if self._bus is not None and self.here[connection.player] == 1:
            arriving = self.spawn(presence.arrived(self.store, connection.player, self.name))
            self._arriving[connection.player] = arriving
            arriving.add_done_callback(lambda _: self._arriving.pop(connection.player, None))

    def depart(self, connection: Connection) -> None:
        """A line is gone."""
        self.connections.discard(connection)
        self.metrics.sockets.set(len(self.connections))
        watched = [self.tables[table] for table in connection.watching if table in self.tables]
        for live in watched:
            live.unwatch(connection)
        self.here[connection.player] -= 1
        if self.here[connection.player] <= 0:
            del self.here[connection.player]
            if self._bus is not None:
                told = [live.table.id for live in watched]
                self.spawn(self._tell_elsewhere(presence.departed(self.store, connection.player, self.name), told))

    def sat_down(self, live: LiveTable, connection: Connection) -> None:
        """A player watches a table: other servers may want to know, if they have a seat there."""
        if self._bus is not None and live.table.seat_of(connection.player) is not None:
            # The others look into the store for them: it has to be written there by then.
            self.spawn(self._tell_elsewhere(self._arriving.get(connection.player), [live.table.id]))

    def went_on(self, table: str, version: int) -> None:
        """Let the other servers know."""
        if self._bus is not None:
            self._bus.tell(table, version)

    def heard(self, table: str, version: int) -> None:
        """Another server says that a table is at this version, or that somebody came or went there."""
        live = self.tables.get(table)
        if live is None:
            return
        self._heard[table] = max(version, self._heard.get(table, 0))
        if self._following is None or self._following.done():
            self._following = self.spawn(self._follow())

    async def look_elsewhere(self, *lives: LiveTable) -> list[LiveTable]:
        """Ask who is here by way of other servers; the tables for which that has changed."""
        if self._bus is None:
            return []
        people = {live: {seat.player for seat in live.table.seats if seat.player is not None} for live in lives}
        present = await presence.present(
            self.store, sorted(set().union(*people.values())), self.store.now(), but=self.name
        )
        changed = [live for live in lives if live.elsewhere != present & people[live]]
        for live in changed:
            live.elsewhere = present & people[live]
        return changed

    async def quarantine(self, table: str, error: Exception) -> TableError:
        """A log that cannot be read concerns nobody else: its table is set apart, untouched, for somebody to look at."""
        logger.error("a table is broken", extra={"table": table, "why": f"{type(error).__name__}: {error}"})
        self._broken.add(table)
        self.metrics.broken.set(len(self._broken))
        live = self.tables.pop(table, None)
        for watcher in [] if live is None else [*live.watchers]:
            watcher.send(frame(refusal(None, _broken_table(), table)))
            watcher.watching.discard(table)
        with contextlib.suppress(StoreError):  # it is set apart here all the same, and marked when it is next met
            await tables.mark_broken(self.store, table)
        return _broken_table()

    @property
    def quiet(self) -> bool:
        """Whether nothing has happened at any table for a while."""
        lately = time.monotonic() - QUIET_SECONDS
        return all(live.used_at < lately for live in self.tables.values())

    def put_away(self) -> None:
        """Forget the tables that nobody has looked at for a while."""
        long_ago = time.monotonic() - IDLE_SECONDS
        for name, live in [*self.tables.items()]:
            if not live.watchers and live.used_at < long_ago:
                del self.tables[name]
        self.metrics.tables.set(len(self.tables))

    async def _load(self, table: str) -> LiveTable:
        rows = await self._logs.one(table)
        if not rows:
            raise TableError("no-such-table", "there is no such table, or no longer")
        try:
            events = decoded([row.event for row in rows])
            live = LiveTable(self, Table.rebuild(events), None)
        except Exception as error:
            raise await self.quarantine(table, error) from error
        if live.table.due is not None:
            since = next(row.at for row, event in zip(rows[::-1], events[::-1], strict=True) if isinstance(event, Due))
            lost = await presence.downtime_since(self.store, since)
            if lost:
                await live.give_back(lost)
        await self.look_elsewhere(live)
        self.tables[table] = live
        self.metrics.tables.set(len(self.tables))
        live.wake_bots()
        return live

    def _loaded(self, table: str, done: "asyncio.Future[LiveTable]") -> None:
        self._loading.pop(table, None)
        if not done.cancelled():
            done.exception()  # whoever waits for it has it too

    async def _follow(self) -> None:
        """Read what other servers have written, and who is there: for all the tables that they spoke of meanwhile in one go."""
        while self._heard:
            heard, self._heard = self._heard, {}
            lives = [self.tables[table] for table in heard if table in self.tables]
            wanted = {live: range(live.table.version + 1, heard[live.table.id] + 1) for live in lives}
            near = {live: versions for live, versions in wanted.items() if len(versions) <= NEAR}
            rows = await self.store.load_these(
                [(live.table.id, version) for live, versions in near.items() for version in versions]
            )
            await asyncio.gather(
                *[live.put_in(rows.get(live.table.id, [])) if live in near else live.catch_up() for live in lives]
            )
            for live in await self.look_elsewhere(*lives):
                live.tell_presence()

    async def _tell_elsewhere(self, change: Awaitable[None] | None, told: list[str]) -> None:
        if change is not None:
            await change
        for table in told:
            live = self.tables.get(table)
            if live is not None and self._bus is not None:
                self._bus.tell(table, live.table.version)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._work.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, KaitenError):
            logger.warning("left undone", extra={"why": str(error)})
        elif error is not None:
            logger.error("something went wrong", exc_info=error)


def _broken_table() -> TableError:
    return TableError("table-broken", "this table's log is damaged; it has been set apart for whoever runs the server")
