"""A store opened for a test, and things to put in it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from kaiten.store import Finished, Seated, Store, Summary, Write


@dataclass(slots=True)
class Clock:
    """A clock that a test sets."""

    at: int = 1_000_000

    def __call__(self) -> int:
        return self.at


def run(url: str, work: Callable[[Store], Awaitable[None]], clock: Clock | None = None) -> None:
    """Do this with the database, and leave it as it is then."""

    async def main() -> None:
        async with Store(url, clock) as store:
            await work(store)

    asyncio.run(main())


def summary(code: str, **changes: Any) -> Summary:
    """A table in the lobby where Ana sits, or what is said otherwise."""
    lobby = Summary(code, "sushi-go", "lobby", 4, 3, True, True, "none", "Ana", None, False, ("ana",))
    return replace(lobby, **changes)


def opened(table: str, **changes: Any) -> Write:
    """The first event of a table, and its summary."""
    return Write(table, 0, [b"opened"], summary=summary(**{"code": f"code-{table}", **changes}))


def finished(*people: Seated, record: bytes = b"{}", game: str = "sushi-go") -> Finished:
    """A game that these people played, and nobody else."""
    return Finished(game, len(people), 0, record, people)


async def payloads(store: Store, table: str, after: int = 0) -> list[bytes]:
    """The events of a table without what is known of them."""
    return [stored.event for stored in await store.load(table, after)]
