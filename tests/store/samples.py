"""Sample rows for tests of the store, and a runner."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from kaiten.store import FinishedGame, PlayerResult, Store, TableSummary, Write


@dataclass(slots=True)
class Clock:
    """A manual clock."""

    at: int = 1_000_000

    def __call__(self) -> int:
        return self.at


def run(url: str, work: Callable[[Store], Awaitable[None]], clock: Clock | None = None) -> None:
    """Run this with an open store."""

    async def main() -> None:
        async with Store(url, clock) as store:
            await work(store)

    asyncio.run(main())


def summary(code: str, **changes: Any) -> TableSummary:
    """A table in the lobby with Ana seated, with these changes."""
    lobby = TableSummary(code, "sushi-go", "lobby", 4, 3, True, True, "none", "Ana", None, False, ("ana",))
    return replace(lobby, **changes)


def opened(table: str, **changes: Any) -> Write:
    """The first event of a table, and its summary."""
    return Write(table, 0, [b"opened"], summary=summary(**{"code": f"code-{table}", **changes}))


def finished(*people: PlayerResult, record: bytes = b"{}", game: str = "sushi-go") -> FinishedGame:
    """A game played by these people, without bots."""
    return FinishedGame(game, len(people), 0, record, people)


async def payloads(store: Store, table: str, after: int = 0) -> list[bytes]:
    """The payloads of a table's events."""
    return [stored.event for stored in await store.load(table, after)]
