"""What a server does by itself, again and again: it shows that it is there, looks at clocks, at bots, and tidies up."""

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
LOG_SECONDS = 3.0
TIDY_SECONDS = 30.0
PURGE_SECONDS = 3600.0
GARBAGE_SECONDS = 1800.0
"""How long garbage waits for a quiet moment."""

LEFT_ALONE = 3_000
"""Milliseconds after which a bot that owes a choice has been forgotten by a server that is gone."""

logger = logging.getLogger("kaiten.rounds")


class Rounds:
    """The rounds of one server. Each goes on whatever becomes of the last one."""

    def __init__(self, hub: Hub, settings: Settings, *, several: bool) -> None:
        self._hub = hub
        self._settings = settings
        self._several = several
        self._collected = time.monotonic()

    def start(self) -> None:
        rounds: list[tuple[float, Callable[[], Awaitable[None]]]] = [
            (HEARTBEAT_SECONDS, self._beat),
            (CLOCK_SECONDS, self._look_at_clocks),
            (BOTS_SECONDS, self._look_at_bots),
            (TIDY_SECONDS, self._tidy),
            (PURGE_SECONDS, self._purge),
        ]
        if self._several:
            rounds.append((LOG_SECONDS, self._look_at_the_log))
        for seconds, work in rounds:
            self._hub.spawn(_again_and_again(seconds, work))

    async def _beat(self) -> None:
        await presence.heartbeat(self._hub.store, self._hub.name)

    async def _look_at_clocks(self) -> None:
        for table in await tables.pressing(self._hub.store, self._hub.store.now()):
            await self._visit(table)

    async def _look_at_bots(self) -> None:
        for table in await tables.bots_waiting(self._hub.store, self._hub.store.now() - LEFT_ALONE):
            await self._visit(table)

    async def _visit(self, table: str) -> None:
        """See to a table whose clock or bot waits. One that is broken keeps nobody from the next."""
        try:
            await (await self._hub.table(table)).tick()
        except StoreError:
            raise
        except KaitenError as error:
            logger.warning("a table was passed over", extra={"table": table, "why": str(error)})

    async def _look_at_the_log(self) -> None:
        """What the bus did not say, because it was down or a message was lost."""
        watched = [name for name, live in self._hub.tables.items() if live.watchers]
        for table, version in (await self._hub.store.versions(watched)).items():
            live = self._hub.tables.get(table)
            if live is not None and version > live.table.version:
                await live.catch_up()

    async def _tidy(self) -> None:
        self._hub.put_away()
        overdue = time.monotonic() - self._collected > GARBAGE_SECONDS
        if self._hub.quiet or overdue:
            gc.collect()  # it takes a while when there is much; see `run`
            self._collected = time.monotonic()

    async def _purge(self) -> None:
        now, settings = self._hub.store.now(), self._settings
        gone = await retention.purge(
            self._hub.store, now - settings.abandoned_days * DAY, now - settings.finished_days * DAY
        )
        if gone:
            logger.info("old tables were removed", extra={"tables": gone})
        gone = await retention.purge_sheets(self._hub.store, now - settings.sheet_days * DAY)
        if gone:
            logger.info("old score sheets were removed", extra={"sheets": gone})


async def _again_and_again(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            await work()
        except KaitenError as error:
            logger.warning("a round was left out", extra={"round": work.__name__, "why": str(error)})
        except Exception:
            logger.exception("a round went wrong", extra={"round": work.__name__})
        await asyncio.sleep(seconds)
