"""Each crash point is where it claims: what is on disk and what was sent when a server dies there."""

import asyncio
from pathlib import Path

import pytest

from tests.faults.audit import read_copy
from tests.faults.processes import CrashServer
from tests.server.harness import Client, sqlite

EXPECTED = {
    "before-write": (1, [1, 1]),
    "in-write": (1, [1, 1]),
    "after-commit": (2, [1, 1]),
    "mid-broadcast": (2, [1, 2]),
}
"""By crash point: events on disk, and the versions that the two watchers know."""


@pytest.mark.parametrize("point", EXPECTED)
def test_server_crashes_at_the_given_point(point: str, tmp_path: Path) -> None:
    async def main() -> None:
        # The table is opened before: that is saved and sent, too.
        tokens = [server.new_player(), server.new_player()]
        table = server.new_table(tokens[0])
        server.kill()
        server.crash_at(point)
        await asyncio.to_thread(server.start)
        async with Client(server, tokens[0]) as one, Client(server, tokens[1]) as other:
            for client in (one, other):
                await client.watch(table)
            with pytest.raises(ConnectionError):
                await one.do(table, "sit", name="Ana")
            assert await asyncio.to_thread(server.wait) == -9
            await asyncio.gather(one.until_closed(), other.until_closed())
            versions = sorted(client.states[table]["version"] for client in (one, other))
        log = await read_copy(tmp_path / "kaiten.db", table)
        assert (len(log.events), versions) == EXPECTED[point]

    server = CrashServer(sqlite(tmp_path))
    with server:
        asyncio.run(main())
