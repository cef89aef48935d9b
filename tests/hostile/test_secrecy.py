"""Twin games: what a viewer cannot know leaves no trace in what the viewer is sent."""

import asyncio
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

from kaiten.protocol.messages import Ready
from kaiten.protocol.sushi_go import move_to_wire
from kaiten.server.live import LiveTable, frame
from kaiten.table import Table as KaitenTable
from tests.hostile.plans import make_plan
from tests.hostile.secrecy import run
from tests.hostile.twin_server import RealStage
from tests.hostile.twins import Compared, compare
from tests.server.running import Server, sqlite

KEY = b"twins"


def test_what_a_viewer_cannot_know_changes_no_byte_that_they_are_sent() -> None:
    compared = asyncio.run(run(20_000, KEY, seconds=12, together=6))
    assert compared.differences == []
    assert compared.frames > 2_000
    # Once the difference was public, the twins could be told apart: they were no copies of each other.
    assert compared.told_apart > compared.games / 2


def test_a_choice_that_is_shown_to_others_would_be_noticed() -> None:
    def tell_ready(live: LiveTable, seat: int, everybody: bool) -> None:
        told = frame(
            Ready(live.table.id, live.table.public_version, seat, move_to_wire(live.table.game.state.choices[seat]))
        )
        for watcher in live.watchers if everybody else ():
            live._send(watcher, told)

    with patch.object(LiveTable, "_tell_ready", tell_ready):
        assert asyncio.run(run(2_000, KEY, together=2)).differences


def test_a_version_that_counts_what_happens_out_of_sight_would_be_noticed() -> None:
    with patch.object(KaitenTable, "_is_public", lambda *_: True):
        assert asyncio.run(run(2_000, KEY, together=2)).differences


def test_twins_on_two_real_servers_send_the_same_bytes(tmp_path: Path) -> None:
    plans: list[Any] = []
    for number in range(200):
        plan = make_plan(number, KEY)
        if plan.game == "sushi-go" and plan.clock == "none" and plan.spectators and 40 < len(plan.steps) < 90:
            plans.append(plan)
    program = [sys.executable, "-m", "tests.hostile.twin_server"]
    servers = []
    for world in "ab":
        (tmp_path / world).mkdir()
        servers.append(Server(sqlite(tmp_path / world), program=program, KAITEN_FATES=str(tmp_path / world / "fates")))

    async def play() -> Compared:
        stages = [RealStage(server, tmp_path / world / "fates") for server, world in zip(servers, "ab")]
        total = Compared()
        for plan in plans[:2]:
            part = await compare(stages, [plan])
            total.frames += part.frames
            total.differences += part.differences
        for stage in stages:
            await stage.close()
        return total

    with servers[0], servers[1]:
        total = asyncio.run(play())
        for server in servers:
            assert server.stop() == 0
    assert total.differences == []
    assert total.frames > 200
    assert all("Traceback" not in server.log for server in servers)
