"""Deadlines, takeover and idle bots, with a server's parts in one process and a manual clock."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from kaiten.protocol.commands import AddBot, Command, Sit, Start
from kaiten.protocol.wire import ClockName
from kaiten.server.background import BackgroundTasks
from kaiten.server.bot_pool import BotPool
from kaiten.server.connection import Connection
from kaiten.server.hub import Hub
from kaiten.server.live_table import LiveTable
from kaiten.server.metrics import Metrics
from kaiten.server.serialization import encode_events, summarize
from kaiten.server.settings import Settings
from kaiten.store import Store, Write, presence, tables
from kaiten.table import Event, Opened, Phase, Table, decide

SECOND = 1_000
MINUTE = 60 * SECOND


class ManualClock:
    """A manual clock."""

    def __init__(self) -> None:
        self.now = 1_000_000_000

    def __call__(self) -> int:
        return self.now


Work = Callable[[Hub, ManualClock], Awaitable[None]]


class _FakeSocket:
    """A fake socket that stores the frames sent."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {}
        self.heard: list[str] = []

    async def send_text(self, frame: str) -> None:
        self.heard.append(frame)


def connected(hub: Hub, player: str) -> tuple[Connection, list[str]]:
    socket: Any = _FakeSocket()
    connection = Connection(socket, player, "127.0.0.1")
    hub.add_connection(connection)
    return connection, socket.heard


def with_hub(url: str, time: ManualClock, work: Work) -> None:
    async def main() -> None:
        async with Store(url, clock=time) as store:
            bot_pool = BotPool(1)
            hub = Hub(store, bot_pool, Metrics())
            await presence.heartbeat(store, hub.name)
            try:
                await work(hub, time)
            finally:
                await hub.close()
                bot_pool.close()

    asyncio.run(main())


async def start_game(hub: Hub, clock: ClockName = "brisk") -> LiveTable:
    """A started game of two people with a clock."""
    opened = Opened("t1", "sushi-go", 2, "ana", "00" * 32, clock=clock, code="AAAAAA")
    await hub.store.append(Write("t1", 0, encode_events([opened]), summary=summarize(Table.rebuild([opened]))))
    live = await hub.table("t1")
    await send(live, "ana", Sit("Ana"))
    await send(live, "ben", Sit("Ben"))
    await send(live, "ana", Start())
    return live


async def send(live: LiveTable, player: str, command: Command) -> None:
    answer = await live.execute(player, f"c{live.table.version}", command)
    assert b'"answer"' in answer, answer


async def wait_until(live: LiveTable, condition: Callable[[Table], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition(live.table):
            await asyncio.sleep(0.02)


def test_bots_take_over_overdue_seats(sqlite_url: str) -> None:
    async def work(hub: Hub, time: ManualClock) -> None:
        live = await start_game(hub)
        assert live.table.due == time.now + 30 * SECOND
        going = BackgroundTasks(hub, Settings(), multi_server=False)
        time.now += 29 * SECOND
        await going._tick_overdue_tables()
        assert [seat.bot for seat in live.table.seats] == [None, None]
        time.now += 2 * SECOND
        await going._tick_overdue_tables()
        assert [seat.bot for seat in live.table.seats] == ["regular", "regular"]
        assert live.table.turn == (1, 1)  # no people are left to play with
        assert await tables.overdue(hub.store, time.now + MINUTE) == []  # and it is not overdue again

    with_hub(sqlite_url, ManualClock(), work)


def test_downtime_is_credited_to_the_deadline(database_url: str) -> None:
    time = ManualClock()

    async def before(hub: Hub, time: ManualClock) -> None:
        await start_game(hub)
        time.now += 10 * SECOND
        await presence.heartbeat(hub.store, hub.name)

    async def after(hub: Hub, time: ManualClock) -> None:
        live = await hub.table("t1")
        assert live.table.due == time.now + 20 * SECOND
        again = await Hub(hub.store, hub.bot_pool, Metrics()).table("t1")
        assert again.table.due == live.table.due  # once

    with_hub(database_url, time, before)
    time.now += 5 * MINUTE  # an outage
    with_hub(database_url, time, after)


def test_idle_bots_of_a_dead_server_are_taken_over(sqlite_url: str) -> None:
    async def work(hub: Hub, time: ManualClock) -> None:
        opened = Opened("t1", "sushi-roll", 3, "ana", "00" * 32, code="AAAAAA")
        table = Table.rebuild([opened])
        commands: list[Command] = [Sit("Ana"), AddBot(1, "random"), AddBot(2, "random"), Start()]
        events: list[Event] = [opened]
        for command in commands:
            decided = decide(table, "ana", command)
            table.apply(decided)
            events += decided
        await hub.store.append(Write("t1", 0, encode_events(events), summary=summarize(table)))
        going = BackgroundTasks(hub, Settings(), multi_server=False)
        time.now += 2 * SECOND
        await going._tick_idle_bots()
        assert "t1" not in hub.tables  # its server may still be alive
        time.now += 2 * SECOND
        await going._tick_idle_bots()
        if table.pending_bots:
            live = hub.tables["t1"]
            await wait_until(live, lambda table: table.pending_seats == (0,))
            assert live.table.phase is Phase.PLAYING

    with_hub(sqlite_url, ManualClock(), work)


@pytest.mark.parametrize("minutes", [0, 2])
def test_idle_tables_are_evicted(sqlite_url: str, minutes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hub: Hub, _: ManualClock) -> None:
        live = await start_game(hub, "none")
        connection, heard = connected(hub, "ana")
        live.watch(connection, None)
        for _again in range(2):
            hub.evict_idle_tables()
            assert hub.tables["t1"] is live
        monkeypatch.setattr("kaiten.server.hub.time.monotonic", lambda: live.last_used + minutes * 60 + 1)
        live_used = live.last_used
        live.unwatch(connection)
        live.last_used = live_used
        hub.evict_idle_tables()
        assert ("t1" in hub.tables) == (minutes == 0)
        await asyncio.sleep(0)
        assert any('"state"' in frame for frame in heard)
        hub.remove_connection(connection)

    with_hub(sqlite_url, ManualClock(), work)
