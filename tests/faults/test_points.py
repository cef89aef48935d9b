"""Each fail point is where it says: what was told and what is on disk when a server dies there."""

import asyncio
from pathlib import Path

import pytest

from tests.faults.audit import read_copy
from tests.faults.processes import Doomed
from tests.server.running import Client, sqlite

FATES = {
    "before-write": (1, [1, 1]),
    "in-write": (1, [1, 1]),
    "after-commit": (2, [1, 1]),
    "mid-broadcast": (2, [1, 2]),
}
"""For each point the events on disk, and the versions that two watchers know of, when the second event was on its way."""


@pytest.mark.parametrize("point", FATES)
def test_a_doomed_server_dies_at_its_point_and_nowhere_else(point: str, tmp_path: Path) -> None:
    async def main() -> None:
        # The table is opened in a life before: that is written, and told, too.
        tokens = [server.new_player(), server.new_player()]
        table = server.new_table(tokens[0])
        server.kill()
        server.doom(point)
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
        assert (len(log.events), versions) == FATES[point]

    server = Doomed(sqlite(tmp_path))
    with server:
        asyncio.run(main())
