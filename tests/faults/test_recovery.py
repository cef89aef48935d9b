"""After failed saves a table catches up with the log by itself, once, however many saves failed."""

import asyncio
from pathlib import Path

import pytest

from kaiten.protocol.commands import Sit
from kaiten.server.bot_pool import BotPool
from kaiten.server.hub import Hub
from kaiten.server.metrics import Metrics
from kaiten.server.serialization import encode_events, summarize
from kaiten.store import Store, Write, engine
from kaiten.table import Opened, Table
from tests.faults.locked import locked

SAVES = 5


def test_many_failed_saves_start_one_recovery(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "TIMEOUT_SECONDS", 0.05)

    async def main() -> None:
        opened = Opened("t1", "sushi-go", 2, "ana", "00" * 32, code="CODE")
        async with Store(sqlite_url) as store:
            await store.append(Write("t1", 0, encode_events([opened]), summary=summarize(Table.rebuild([opened]))))
            hub = Hub(store, BotPool(1), Metrics())
            live = await hub.table("t1")
            with locked(tmp_path / "kaiten.db"):
                for number in range(SAVES):
                    assert b'"code":"store"' in await live.execute("ana", f"c{number}", Sit("Ana"))
            assert len(hub._tasks) == 1
            await hub.close()

    asyncio.run(main())
