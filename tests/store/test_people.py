"""Players: tokens, device links, export and erasure."""

import asyncio
import json

import pytest
from sqlalchemy import Connection, select

from kaiten.store import ConflictError, PlayerResult, Store, Write, games, people, presence, tables
from kaiten.store.schema import metadata
from tests.store.samples import Clock, finished, opened, run, summary

ANA = PlayerResult("ana", 0, "Ana", 40, 2, False)
BEN = PlayerResult("ben", 1, "Ben", 50, 1, True)
RECORD = {"format": "kaiten/1", "players": ["Ana", "Ben"], "turns": [["T", "W"]]}


async def play(store: Store, table: str, record: bytes | None = None) -> None:
    """A game of Ana and Ben, from the first event to the record."""
    kept = json.dumps(RECORD).encode() if record is None else record
    over = summary(f"code-{table}", phase="over", players=("ana", "ben"))
    await store.append(opened(table))
    await store.append(Write(table, 1, [b"b"], "ben", f"c-{table}", b"yes", over, finished(ANA, BEN, record=kept)))


async def _owner(store: Store, secret_hash: str) -> str | None:
    return (await people.players_of(store, [secret_hash])).get(secret_hash)


def test_token_hash_identifies_the_player(database_url: str) -> None:
    async def work(store: Store) -> None:
        await people.new_player(store, "ana", "h1")
        assert await _owner(store, "h1") == "ana"
        assert await _owner(store, "h2") is None
        with pytest.raises(ConflictError, match="another write was first"):
            await people.new_player(store, "ben", "h1")
        with pytest.raises(ConflictError):
            await people.new_player(store, "ana", "h2")
        assert await _owner(store, "h2") is None

    run(database_url, work)


def test_device_link_adds_a_token_once(database_url: str) -> None:
    clock = Clock(100)

    async def work(store: Store) -> None:
        await people.new_player(store, "ana", "h1")
        await people.add_link(store, "link", "ana", 200)
        await people.add_link(store, "old", "ana", 100)
        assert await people.claim_link(store, "link", "h2") == "ana"
        assert await _owner(store, "h2") == "ana"
        assert await _owner(store, "h1") == "ana"
        for link in ("link", "old", "never"):
            assert await people.claim_link(store, link, "h3") is None
        assert await _owner(store, "h3") is None

    run(database_url, work, clock)


def test_concurrent_claims_of_a_link_one_wins(database_url: str) -> None:
    async def work(store: Store) -> None:
        await people.new_player(store, "ana", "h")
        await people.add_link(store, "link", "ana", store.now() + 60_000)
        async with Store(database_url) as second:
            claims = [people.claim_link((store, second)[number % 2], "link", f"h{number}") for number in range(10)]
            results = await asyncio.gather(*claims)
        assert sorted(results, key=str) == [None] * 9 + ["ana"]
        holders = [await _owner(store, f"h{number}") for number in range(10)]
        assert holders == results

    run(database_url, work)


def test_export_contains_everything_stored(database_url: str) -> None:
    async def work(store: Store) -> None:
        await people.new_player(store, "ana", "h1")
        await play(store, "t1")
        await play(store, "t2", record=b"\xff not a record")
        await store.append(opened("t3"))
        known = await people.export_player(store, "ana")
        assert json.loads(json.dumps(known)) == known
        assert known["created_at"] <= store.now()
        assert known["records"] == [RECORD]
        assert known["tables"] == ["t1", "t2", "t3"]
        assert known["results"][0] == {
            "table_id": "t1",
            "seat": 0,
            "player": "ana",
            "name": "Ana",
            "points": 40,
            "place": 2,
            "won": False,
        }
        nobody = await people.export_player(store, "cy")
        assert nobody == {"player": "cy", "created_at": None, "results": [], "records": [], "tables": []}

    run(database_url, work)


def test_erased_player_is_in_no_table_of_the_database(database_url: str) -> None:
    def dump(connection: Connection) -> str:
        found = []
        for table in metadata.sorted_tables:
            found += [f"{table.name}: {[*row]}" for row in connection.execute(select(table))]
        return "\n".join(found).lower()

    async def work(store: Store) -> None:
        await people.new_player(store, "ana", "h1")
        await people.new_player(store, "ben", "h2")
        await people.add_link(store, "link", "ana", store.now() + 60_000)
        await presence.add_player(store, "ana", "s1")
        await play(store, "t1")
        await play(store, "t2", record=b"\xff ana")
        await store.append(
            Write("t3", 0, [b"a"], "ana", "c1", b"ana", summary("c3", host="Ben", players=("ana", "ben")))
        )
        assert await people.erase_player(store, "ana") == ("t3",)
        assert "ana" not in await store.read(dump)
        record = await games.record_of(store, "t1")
        assert record is not None
        assert json.loads(record) == {**RECORD, "players": ["Seat 1", "Ben"]}
        assert await games.record_of(store, "t2") is None
        assert await store.versions(["t1", "t2", "t3"]) == {"t3": 1}
        assert await _owner(store, "h2") == "ben"
        assert await tables.tables_of(store, "ben") == ["t3"]
        assert [game.table for game in await games.history(store, "ben")] == ["t1"]
        assert await people.erase_player(store, "ana") == ()

    run(database_url, work)
