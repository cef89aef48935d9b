"""A table whose log is damaged is set apart; nobody else notices, and the damage is left for somebody to look at."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.faults.play import party
from tests.server.running import Client, Server, sqlite

GARBAGE = b"\xff\x00 not an event"

APPEND = """
    INSERT INTO events SELECT table_id, max(version) + 1, at, :event FROM events WHERE table_id = :table
"""
SPOIL = """
    UPDATE events SET event = :event WHERE table_id = :table
    AND version = (SELECT max(version) FROM events WHERE table_id = :table)
"""
READ = "SELECT event FROM events WHERE table_id = :table ORDER BY version DESC LIMIT 1"


def test_a_table_damaged_while_the_server_is_down_is_set_apart_and_the_others_start(tmp_path: Path) -> None:
    async def main() -> None:
        async with party(server) as damaged, party(server) as sound:
            server.kill()
            spoil(tmp_path, damaged.table)
            await asyncio.to_thread(server.start)
            await check_set_apart(server, damaged.table, damaged.people[0].token)
            await sound.play()
            await sound.check()
        assert newest(tmp_path, damaged.table) == GARBAGE
        assert server.running

    with Server(sqlite(tmp_path)) as server:
        asyncio.run(main())


def test_a_table_damaged_while_the_server_is_up_is_set_apart_when_it_is_next_read(tmp_path: Path) -> None:
    async def main() -> None:
        host = server.new_player()
        never_read = server.new_table(host, name="Ana")
        async with party(server) as read, party(server) as sound:
            process = server.pid
            spoil(tmp_path, never_read)
            spoil(tmp_path, read.table)
            await check_set_apart(server, never_read, host)
            await asyncio.gather(sound.play(), read.play())  # what is in memory is sound
            await sound.check()
        assert server.pid == process
        server.kill()
        spoil(tmp_path, read.table)
        await asyncio.to_thread(server.start)
        await check_set_apart(server, read.table, host)
        assert newest(tmp_path, never_read) == GARBAGE

    with Server(sqlite(tmp_path)) as server:
        asyncio.run(main())


def test_a_table_that_goes_on_as_garbage_is_set_apart_and_the_others_go_on(tmp_path: Path) -> None:
    """As if another server had written what this one cannot read."""

    async def main() -> None:
        async with party(server, bots=0) as damaged, party(server) as sound:
            spoil(tmp_path, damaged.table, APPEND)
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


async def check_set_apart(server: Server, table: str, token: str) -> None:
    """Whoever looks at it, or wants something done there, is told so, again and again; it is not among the open tables."""
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


def spoil(folder: Path, table: str, how: str = SPOIL) -> None:
    """Write garbage over a table's newest event, or after it."""
    with closing(sqlite3.connect(folder / "kaiten.db", isolation_level=None)) as database:
        assert database.execute(how, {"table": table, "event": GARBAGE}).rowcount == 1


def newest(folder: Path, table: str) -> bytes:
    with closing(sqlite3.connect(folder / "kaiten.db")) as database:
        (event,) = database.execute(READ, {"table": table}).fetchone()
    assert isinstance(event, bytes)
    return event
