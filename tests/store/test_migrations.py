"""Migrations produce the schema that the queries are written for."""

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
from tests.store.samples import payloads, run


def test_the_migrations_make_the_schema(database_url: str) -> None:
    def compare(connection: Connection) -> Any:
        return compare_metadata(MigrationContext.configure(connection), metadata)

    async def work(store: Store) -> None:
        assert await store.read(compare) == []

    run(database_url, work)


def test_concurrent_migration_of_an_empty_database(database_url: str) -> None:
    async def one(number: int) -> None:
        async with Store(database_url) as store:
            await store.append(Write(f"t{number}", 0, [b"a"]))

    async def all_at_once() -> None:
        await asyncio.gather(*[one(number) for number in range(4)])

    async def work(store: Store) -> None:
        assert await store.versions([f"t{number}" for number in range(4)]) == {f"t{number}": 1 for number in range(4)}

    asyncio.run(all_at_once())
    run(database_url, work)


def test_database_of_a_newer_version_is_refused(database_url: str) -> None:
    def age(connection: Connection) -> None:
        connection.execute(text("UPDATE alembic_version SET version_num = 'of-tomorrow'"))

    def renew(connection: Connection) -> None:
        connection.execute(text("UPDATE alembic_version SET version_num = :head"), {"head": HEAD})

    async def write(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]))
        await store.write(age)
        with pytest.raises(StoreError, match="made by a newer Kaiten"):
            async with Store(database_url):
                pass
        await store.write(renew)

    async def read(store: Store) -> None:
        assert await payloads(store, "t1") == [b"a"]

    run(database_url, write)
    run(database_url, read)


def test_head_is_the_newest_revision() -> None:
    assert ScriptDirectory(SCRIPTS).get_current_head() == HEAD


def test_upgrade_from_the_first_revision(database_url: str) -> None:
    def age(connection: Connection) -> None:
        for table in ("sheets", "sheet_edits"):
            connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(text("UPDATE alembic_version SET version_num = 'first'"))

    async def write(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]))
        await store.write(age)

    async def read(store: Store) -> None:
        assert await payloads(store, "t1") == [b"a"]
        await sheets.add(store, "s1", b"head", {"e1": b"edit"}, 10)

    run(database_url, write)
    run(database_url, read)
    test_the_migrations_make_the_schema(database_url)
