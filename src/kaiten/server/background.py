"""Periodic tasks of a server: heartbeat, overdue turns (takeover by a bot), idle bots, log polling, eviction, retention, GC."""

import asyncio
import gc
import logging
import time
from collections.abc import Awaitable, Callable

from kaiten.kit.errors import KaitenError
from kaiten.server.hub import Hub
from kaiten.server.settings import DAY, Settings
from kaiten.store import StoreError, presence, retention, tables

HEARTBEAT_SECONDS = 5.0
CLOCK_SECONDS = 0.5
BOTS_SECONDS = 2.0
POLL_LOG_SECONDS = 3.0
EVICT_SECONDS = 30.0
PURGE_SECONDS = 3600.0
MAX_GC_DELAY_SECONDS = 1800.0
"""Longest time without a full garbage collection."""

BOT_IDLE_MS = 3_000
"""Time after which a waiting bot's server is taken for dead, and this one plays the bot."""

logger = logging.getLogger("kaiten.rounds")


class BackgroundTasks:
    """The periodic tasks of one server. A failed run does not stop the next."""

    def __init__(self, hub: Hub, settings: Settings, *, multi_server: bool) -> None:
        self._hub = hub
        self._settings = settings
        self._several = multi_server
        self._collected = time.monotonic()

    def start(self) -> None:
        tasks: list[tuple[float, Callable[[], Awaitable[None]]]] = [
            (HEARTBEAT_SECONDS, self._send_heartbeat),
            (CLOCK_SECONDS, self._tick_overdue_tables),
            (BOTS_SECONDS, self._tick_idle_bots),
            (EVICT_SECONDS, self._evict),
            (PURGE_SECONDS, self._purge),
        ]
        if self._several:
            tasks.append((POLL_LOG_SECONDS, self._poll_log))
        for seconds, work in tasks:
            self._hub.spawn(_repeat(seconds, work))

    async def _send_heartbeat(self) -> None:
        await presence.heartbeat(self._hub.store, self._hub.name)

    async def _tick_overdue_tables(self) -> None:
        for table in await tables.overdue(self._hub.store, self._hub.store.now()):
            await self._tick(table)

    async def _tick_idle_bots(self) -> None:
        for table in await tables.bots_waiting(self._hub.store, self._hub.store.now() - BOT_IDLE_MS):
            await self._tick(table)

    async def _tick(self, table: str) -> None:
        """Let a table apply its deadline and wake its bots. A broken table does not stop the loop."""
        try:
            await (await self._hub.table(table)).tick()
        except StoreError:
            raise
        except KaitenError as error:
            logger.warning("a table was skipped", extra={"table": table, "why": str(error)})

    async def _poll_log(self) -> None:
        """Catch up with the log in case a message of the bus was lost."""
        watched = [name for name, live in self._hub.tables.items() if live.watchers]
        for table, version in (await self._hub.store.versions(watched)).items():
            live = self._hub.tables.get(table)
            if live is not None and version > live.table.version:
                await live.catch_up()

    async def _evict(self) -> None:
        self._hub.evict_idle_tables()
        is_late = time.monotonic() - self._collected > MAX_GC_DELAY_SECONDS
        if self._hub.is_idle or is_late:
            gc.collect()  # a long pause with many tables; see `run`
            self._collected = time.monotonic()

    async def _purge(self) -> None:
        now, settings = self._hub.store.now(), self._settings
        deleted = await retention.purge(
            self._hub.store, now - settings.abandoned_days * DAY, now - settings.finished_days * DAY
        )
        if deleted:
            logger.info("old tables were removed", extra={"tables": deleted})
        deleted = await retention.purge_sheets(self._hub.store, now - settings.sheet_days * DAY)
        if deleted:
            logger.info("old score sheets were removed", extra={"sheets": deleted})


async def _repeat(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            await work()
        except KaitenError as error:
            logger.warning("a periodic task failed", extra={"round": work.__name__, "why": str(error)})
        except Exception:
            logger.exception("a periodic task failed unexpectedly", extra={"round": work.__name__})
        await asyncio.sleep(seconds)
