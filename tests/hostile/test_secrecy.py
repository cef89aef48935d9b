"""Secrecy by twin games: hidden information leaves no trace in what a viewer is sent."""

import asyncio
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

from kaiten.protocol.messages import Ready
from kaiten.protocol.sushi_go import move_to_wire
from kaiten.server.live_table import LiveTable, frame
from kaiten.table import Table as KaitenTable
from tests.hostile.scenarios import make_scenario
from tests.hostile.secrecy import run
from tests.hostile.twin_server import ExternalServer
from tests.hostile.twins import Compared, compare
from tests.server.harness import Server, sqlite

KEY = b"twins"


def test_hidden_information_changes_no_byte() -> None:
    compared = asyncio.run(run(6_000, KEY, concurrent_pairs=6))
    assert compared.differences == []
    assert compared.frames >= 6_000
    # After the reveal the twins differ: they were no copies of each other.
    assert compared.distinguished > compared.games / 2


def test_comparison_detects_a_leaked_choice() -> None:
    def tell_ready(live: LiveTable, seat: int, everybody: bool) -> None:
        text = frame(
            Ready(live.table.id, live.table.public_version, seat, move_to_wire(live.table.game.state.choices[seat]))
        )
        for watcher in live.watchers if everybody else ():
            live._send(watcher, text)

    with patch.object(LiveTable, "_send_ready", tell_ready):
        assert asyncio.run(run(2_000, KEY, concurrent_pairs=2)).differences


def test_comparison_detects_a_leaking_version() -> None:
    with patch.object(KaitenTable, "_is_public", lambda *_: True):
        assert asyncio.run(run(2_000, KEY, concurrent_pairs=2)).differences


def test_twins_on_two_real_servers_are_equal(tmp_path: Path) -> None:
    scenarios: list[Any] = []
    for number in range(200):
        scenario = make_scenario(number, KEY)
        if (
            scenario.game == "sushi-go"
            and scenario.clock == "none"
            and scenario.spectators
            and 40 < len(scenario.steps) < 90
        ):
            scenarios.append(scenario)
    program = [sys.executable, "-m", "tests.hostile.twin_server"]
    servers = []
    for world in "ab":
        (tmp_path / world).mkdir()
        servers.append(
            Server(sqlite(tmp_path / world), program=program, KAITEN_SCRIPTS=str(tmp_path / world / "scripts"))
        )

    async def play() -> Compared:
        twins = [ExternalServer(server, tmp_path / world / "scripts") for server, world in zip(servers, "ab")]
        total = Compared()
        for scenario in scenarios[:2]:
            part = await compare(twins, [scenario])
            total.frames += part.frames
            total.differences += part.differences
        for twin in twins:
            await twin.close()
        return total

    with servers[0], servers[1]:
        total = asyncio.run(play())
        for server in servers:
            assert server.stop() == 0
    assert total.differences == []
    assert total.frames > 200
    assert all("Traceback" not in server.log for server in servers)
