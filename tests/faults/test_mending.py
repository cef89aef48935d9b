"""A table whose saves fail looks at the log again by itself, and does so once, however many of them failed."""

import asyncio
from pathlib import Path

import pytest

from kaiten.protocol.commands import Sit
from kaiten.server.bots import Thinkers
from kaiten.server.hub import Hub
from kaiten.server.ledger import encoded, summary_of
from kaiten.server.metrics import Metrics
from kaiten.store import Store, Write, engine
from kaiten.table import Opened, Table
from tests.faults.locked import locked

SAVES = 5


def test_many_failed_saves_are_followed_by_one_look_at_the_log(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "PATIENCE", 0.05)

    async def main() -> None:
        opened = Opened("t1", "sushi-go", 2, "ana", "00" * 32, code="CODE")
        async with Store(sqlite_url) as store:
            await store.append(Write("t1", 0, encoded([opened]), summary=summary_of(Table.rebuild([opened]))))
            hub = Hub(store, Thinkers(1), Metrics())
            live = await hub.table("t1")
            with locked(tmp_path / "kaiten.db"):
                for number in range(SAVES):
                    assert b'"code":"store"' in await live.do("ana", f"c{number}", Sit("Ana"))
            assert len(hub._work) == 1
            await hub.close()

    asyncio.run(main())
