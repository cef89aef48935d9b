"""The schema: what the migrations make is what the queries are written for."""

import asyncio
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from kaiten.store import Store, StoreError, Write, sheets
from kaiten.store.migrate import HEAD, SCRIPTS
from kaiten.store.schema import metadata
from tests.store.opened import payloads, run


def test_the_migrations_make_the_schema(database_url: str) -> None:
    def compare(connection: Connection) -> Any:
        return compare_metadata(MigrationContext.configure(connection), metadata)

    async def work(store: Store) -> None:
        assert await store.ask(compare) == []

    run(database_url, work)


def test_servers_may_open_an_empty_database_at_once(database_url: str) -> None:
    async def one(number: int) -> None:
        async with Store(database_url) as store:
            await store.append(Write(f"t{number}", 0, [b"a"]))

    async def all_at_once() -> None:
        await asyncio.gather(*[one(number) for number in range(4)])

    async def work(store: Store) -> None:
        assert await store.versions([f"t{number}" for number in range(4)]) == {f"t{number}": 1 for number in range(4)}

    asyncio.run(all_at_once())
    run(database_url, work)


def test_a_database_of_a_newer_kaiten_is_left_alone(database_url: str) -> None:
    def age(connection: Connection) -> None:
        connection.execute(text("UPDATE alembic_version SET version_num = 'of-tomorrow'"))

    def renew(connection: Connection) -> None:
        connection.execute(text("UPDATE alembic_version SET version_num = :head"), {"head": HEAD})

    async def write(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]))
        await store.change(age)
        with pytest.raises(StoreError, match="made by a newer Kaiten"):
            async with Store(database_url):
                pass
        await store.change(renew)

    async def read(store: Store) -> None:
        assert await payloads(store, "t1") == [b"a"]

    run(database_url, write)
    run(database_url, read)


def test_the_newest_step_is_the_one_that_is_looked_for() -> None:
    assert ScriptDirectory(SCRIPTS).get_current_head() == HEAD


def test_a_database_of_before_the_score_sheets_is_brought_up_to_date(database_url: str) -> None:
    def age(connection: Connection) -> None:
        for table in ("sheets", "sheet_edits"):
            connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(text("UPDATE alembic_version SET version_num = 'first'"))

    async def write(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]))
        await store.change(age)

    async def read(store: Store) -> None:
        assert await payloads(store, "t1") == [b"a"]
        await sheets.add(store, "s1", b"head", {"e1": b"edit"}, 10)

    run(database_url, write)
    run(database_url, read)
    test_the_migrations_make_the_schema(database_url)
