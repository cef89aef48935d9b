"""A table with a corrupt log is quarantined; other tables are not affected, and the log is not changed."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.faults.table_session import table_session
from tests.server.harness import Client, Server, sqlite

GARBAGE = b"\xff\x00 not an event"

APPEND = """
    INSERT INTO events SELECT table_id, max(version) + 1, at, :event FROM events WHERE table_id = :table
"""
OVERWRITE = """
    UPDATE events SET event = :event WHERE table_id = :table
    AND version = (SELECT max(version) FROM events WHERE table_id = :table)
"""
READ = "SELECT event FROM events WHERE table_id = :table ORDER BY version DESC LIMIT 1"


def test_table_corrupted_while_the_server_is_down_is_quarantined(tmp_path: Path) -> None:
    async def main() -> None:
        async with table_session(server) as damaged, table_session(server) as sound:
            server.kill()
            corrupt(tmp_path, damaged.table)
            await asyncio.to_thread(server.start)
            await check_quarantined(server, damaged.table, damaged.people[0].token)
            await sound.play()
            await sound.check()
        assert newest(tmp_path, damaged.table) == GARBAGE
        assert server.running

    with Server(sqlite(tmp_path)) as server:
        asyncio.run(main())


def test_table_corrupted_while_the_server_is_up_is_quarantined_at_next_load(tmp_path: Path) -> None:
    async def main() -> None:
        host = server.new_player()
        never_read = server.new_table(host, name="Ana")
        async with table_session(server) as read, table_session(server) as sound:
            process = server.pid
            corrupt(tmp_path, never_read)
            corrupt(tmp_path, read.table)
            await check_quarantined(server, never_read, host)
            await asyncio.gather(sound.play(), read.play())  # what is in memory is sound
            await sound.check()
        assert server.pid == process
        server.kill()
        corrupt(tmp_path, read.table)
        await asyncio.to_thread(server.start)
        await check_quarantined(server, read.table, host)
        assert newest(tmp_path, never_read) == GARBAGE

    with Server(sqlite(tmp_path)) as server:
        asyncio.run(main())


def test_unreadable_event_of_another_server_quarantines_the_table(tmp_path: Path) -> None:
    """As if another server had written an event that this one cannot decode."""

    async def main() -> None:
        async with table_session(server, bots=0) as damaged, table_session(server) as sound:
            corrupt(tmp_path, damaged.table, APPEND)
            first, second = damaged.people
            for person in (first, second):
                move = person.state["view"]["legal"][0]
                answer = await person.command("choose", round=1, turn=1, move=move)
                assert (answer["type"], answer["code"]) == ("refused", "table-broken")
            await sound.play()
            await sound.check()
        assert newest(tmp_path, damaged.table) == GARBAGE
        assert server.running

    with Server(sqlite(tmp_path)) as server:
        asyncio.run(main())


async def check_quarantined(server: Server, table: str, token: str) -> None:
    """Watching and commands are refused each time; the lobby does not list the table."""
    async with Client(server, token) as person:
        for _ in range(2):
            for message in ({"type": "watch", "table": table}, do_leave(table)):
                answer = await person.ask(message)
                assert (answer["type"], answer["code"]) == ("refused", "table-broken"), answer
    status, listed = await asyncio.to_thread(server.ask, "GET", "/api/tables")
    assert status == 200
    assert table not in [entry["table"] for entry in listed["tables"]]


def do_leave(table: str) -> dict[str, object]:
    return {"type": "do", "table": table, "command": {"type": "leave"}}


def corrupt(folder: Path, table: str, how: str = OVERWRITE) -> None:
    """Write garbage over a table's newest event, or after it."""
    with closing(sqlite3.connect(folder / "kaiten.db", isolation_level=None)) as database:
        assert database.execute(how, {"table": table, "event": GARBAGE}).rowcount == 1


def newest(folder: Path, table: str) -> bytes:
    with closing(sqlite3.connect(folder / "kaiten.db")) as database:
        (event,) = database.execute(READ, {"table": table}).fetchone()
    assert isinstance(event, bytes)
    return event
