"""Clocks and forgotten bots, on a server's own parts in one process: only the time is ours."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from kaiten.protocol.commands import AddBot, Command, Sit, Start
from kaiten.server.bots import Thinkers
from kaiten.server.connection import Connection
from kaiten.server.hub import Hub
from kaiten.server.ledger import encoded, summary_of
from kaiten.server.live import LiveTable
from kaiten.server.metrics import Metrics
from kaiten.server.rounds import Rounds
from kaiten.server.settings import Settings
from kaiten.store import Store, Write, presence, tables
from kaiten.table import Event, Opened, Phase, Table, decide

SECOND = 1_000
MINUTE = 60 * SECOND


class Time:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000_000_000

    def __call__(self) -> int:
        return self.now


Work = Callable[[Hub, Time], Awaitable[None]]


class _Deaf:
    """A socket whose other end only listens."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {}
        self.heard: list[str] = []

    async def send_text(self, frame: str) -> None:
        self.heard.append(frame)


def connected(hub: Hub, player: str) -> tuple[Connection, list[str]]:
    socket: Any = _Deaf()
    connection = Connection(socket, player, "127.0.0.1")
    hub.arrive(connection)
    return connection, socket.heard


def with_hub(url: str, time: Time, work: Work) -> None:
    async def main() -> None:
        async with Store(url, clock=time) as store:
            thinkers = Thinkers(1)
            hub = Hub(store, thinkers, Metrics())
            await presence.heartbeat(store, hub.name)
            try:
                await work(hub, time)
            finally:
                await hub.close()
                thinkers.close()

    asyncio.run(main())


async def laid_out(hub: Hub, clock: str = "brisk") -> LiveTable:
    """A game of two people with a clock, just begun."""
    opened = Opened("t1", "sushi-go", 2, "ana", "00" * 32, clock=clock, code="AAAAAA")
    await hub.store.append(Write("t1", 0, encoded([opened]), summary=summary_of(Table.rebuild([opened]))))
    live = await hub.table("t1")
    await send(live, "ana", Sit("Ana"))
    await send(live, "ben", Sit("Ben"))
    await send(live, "ana", Start())
    return live


async def send(live: LiveTable, player: str, command: Command) -> None:
    answer = await live.do(player, f"c{live.table.version}", command)
    assert b'"answer"' in answer, answer


async def settled(live: LiveTable, there: Callable[[Table], bool]) -> None:
    async with asyncio.timeout(20):
        while not there(live.table):
            await asyncio.sleep(0.02)


def test_when_time_is_up_bots_play_on_and_the_seat_can_be_taken_back(sqlite_url: str) -> None:
    async def work(hub: Hub, time: Time) -> None:
        live = await laid_out(hub)
        assert live.table.due == time.now + 30 * SECOND
        going = Rounds(hub, Settings(), several=False)
        time.now += 29 * SECOND
        await going._look_at_clocks()
        assert [seat.bot for seat in live.table.seats] == [None, None]
        time.now += 2 * SECOND
        await going._look_at_clocks()
        assert [seat.bot for seat in live.table.seats] == ["regular", "regular"]
        assert live.table.turn == (1, 1)  # nobody is left for whom bots would play on
        assert await tables.pressing(hub.store, time.now + MINUTE) == []  # and it presses nobody any more

    with_hub(sqlite_url, Time(), work)


def test_time_in_which_no_server_was_up_is_given_back(database_url: str) -> None:
    time = Time()

    async def before(hub: Hub, time: Time) -> None:
        await laid_out(hub)
        time.now += 10 * SECOND
        await presence.heartbeat(hub.store, hub.name)

    async def after(hub: Hub, time: Time) -> None:
        live = await hub.table("t1")
        assert live.table.due == time.now + 20 * SECOND
        again = await Hub(hub.store, hub.thinkers, Metrics()).table("t1")
        assert again.table.due == live.table.due  # once

    with_hub(database_url, time, before)
    time.now += 5 * MINUTE  # the power is out
    with_hub(database_url, time, after)


def test_bots_that_a_server_left_in_mid_thought_play_on_at_another(sqlite_url: str) -> None:
    async def work(hub: Hub, time: Time) -> None:
        opened = Opened("t1", "sushi-roll", 3, "ana", "00" * 32, code="AAAAAA")
        table = Table.rebuild([opened])
        commands: list[Command] = [Sit("Ana"), AddBot(1, "random"), AddBot(2, "random"), Start()]
        events: list[Event] = [opened]
        for command in commands:
            decided = decide(table, "ana", command)
            table.apply(decided)
            events += decided
        await hub.store.append(Write("t1", 0, encoded(events), summary=summary_of(table)))
        going = Rounds(hub, Settings(), several=False)
        time.now += 2 * SECOND
        await going._look_at_bots()
        assert "t1" not in hub.tables  # its server may be thinking yet
        time.now += 2 * SECOND
        await going._look_at_bots()
        if table.waiting_bots:
            live = hub.tables["t1"]
            await settled(live, lambda table: table.waited_for == (0,))
            assert live.table.phase is Phase.PLAYING

    with_hub(sqlite_url, Time(), work)


@pytest.mark.parametrize("minutes", [0, 2])
def test_tables_that_nobody_looks_at_are_put_away(
    sqlite_url: str, minutes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(hub: Hub, _: Time) -> None:
        live = await laid_out(hub, "none")
        connection, heard = connected(hub, "ana")
        live.watch(connection, None)
        for _again in range(2):
            hub.put_away()
            assert hub.tables["t1"] is live
        monkeypatch.setattr("kaiten.server.hub.time.monotonic", lambda: live.used_at + minutes * 60 + 1)
        live_used = live.used_at
        live.unwatch(connection)
        live.used_at = live_used
        hub.put_away()
        assert ("t1" in hub.tables) == (minutes == 0)
        await asyncio.sleep(0)
        assert any('"state"' in frame for frame in heard)
        hub.depart(connection)

    with_hub(sqlite_url, Time(), work)
