"""Score sheets: edits are stored once, in order of arrival."""

import asyncio

import pytest
from sqlalchemy import Connection, insert, text

from kaiten.store import ConflictError, Store, retention, sheets
from kaiten.store.schema import sheet_edits
from tests.store.samples import Clock, run

MAX_EDITS = 1000


def edits(*names: str) -> dict[str, bytes]:
    return {name: f"edit {name}".encode() for name in names}


async def names(store: Store, sheet: str, after: int = 0, limit: int = MAX_EDITS) -> list[str]:
    found = await sheets.read(store, sheet, after, limit)
    assert found is not None
    return [edit.decode().removeprefix("edit ") for edit in found.edits]


def test_edits_are_paged(database_url: str) -> None:
    async def work(store: Store) -> None:
        assert await sheets.read(store, "s1", 0, MAX_EDITS) is None
        assert await sheets.add(store, "s1", b"head", edits("c", "a"), MAX_EDITS) == 2
        assert await sheets.add(store, "s1", None, edits("b"), MAX_EDITS) == 1
        assert await sheets.read(store, "s1", 1, 1) == sheets.SheetPage(b"head", 1, (b"edit a",), 3)
        assert await names(store, "s1") == ["c", "a", "b"]
        assert await names(store, "s1", 3) == []
        assert await names(store, "s1", 4) == ["c", "a", "b"]  # of another time: from the beginning

    run(database_url, work)


def test_edits_are_idempotent_and_the_first_header_stays(database_url: str) -> None:
    async def work(store: Store) -> None:
        await sheets.add(store, "s1", b"first", edits("a", "b"), MAX_EDITS)
        assert await sheets.add(store, "s1", b"second", {"b": b"another", "c": b"edit c"}, MAX_EDITS) == 1
        assert await sheets.add(store, "s1", b"second", edits("a", "b", "c"), MAX_EDITS) == 0
        assert await sheets.read(store, "s1", 0, MAX_EDITS) == sheets.SheetPage(
            b"first", 0, (b"edit a", b"edit b", b"edit c"), 3
        )
        await sheets.add(store, "s2", b"head", edits("a"), MAX_EDITS)  # ids are a sheet's own
        assert await names(store, "s2") == ["a"]

    run(database_url, work)


def test_sheet_needs_a_header_and_has_a_limit(database_url: str) -> None:
    async def work(store: Store) -> None:
        assert await sheets.add(store, "s1", None, edits("a"), MAX_EDITS) is None
        assert await sheets.read(store, "s1", 0, MAX_EDITS) is None
        await sheets.add(store, "s1", b"head", edits("a", "b"), 3)
        with pytest.raises(sheets.SheetFullError):
            await sheets.add(store, "s1", b"head", edits("c", "d"), 3)
        assert await names(store, "s1") == ["a", "b"]
        assert await sheets.add(store, "s1", b"head", edits("a", "b", "c"), 3) == 1
        with pytest.raises(sheets.SheetFullError):  # nor does a sheet begin with more
            await sheets.add(store, "s2", b"head", edits(*"abcd"), 3)
        assert await sheets.read(store, "s2", 0, MAX_EDITS) is None

    run(database_url, work)


def test_concurrent_edits_are_all_stored_once(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with Store(database_url) as second:
            for sheet in ("s1", "s2"):
                each = [
                    sheets.add(
                        (store, second)[number % 2], sheet, b"head", edits(f"e{number}", f"e{number + 1}"), MAX_EDITS
                    )
                    for number in range(20)
                ]
                added = await asyncio.gather(*each)
                assert sum(one or 0 for one in added) == 21
                assert sorted(await names(second, sheet)) == sorted(f"e{number}" for number in range(21))
                assert await names(store, sheet) == await names(second, sheet)

    run(database_url, work)


def test_conflicting_edit_number_is_retried_then_fails(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def in_the_way(connection: Connection) -> None:
        # As no server does: an edit without a sheet, and with a number that leaves a gap.
        connection.execute(insert(sheet_edits), [{"sheet": "s1", "number": 2, "edit_id": "x", "edit": b"edit x"}])

    async def work(store: Store) -> None:
        await store.write(in_the_way)
        tries = []
        write = store.write

        async def counted(work: object) -> object:
            tries.append(work)
            return await write(work)  # type: ignore[arg-type]

        monkeypatch.setattr(store, "write", counted)
        with pytest.raises(ConflictError):
            await sheets.add(store, "s1", b"head", edits("a"), MAX_EDITS)
        assert len(tries) == sheets.MAX_ATTEMPTS

    run(database_url, work)


def test_purge_deletes_unused_sheets(database_url: str) -> None:
    clock = Clock(100)

    async def work(store: Store) -> None:
        old = [f"old{number}" for number in range(retention.BATCH_SIZE + 1)]
        for sheet in [*old, "kept"]:
            await sheets.add(store, sheet, b"head", edits("a"), MAX_EDITS)
        clock.at = 200
        await sheets.add(store, "kept", None, edits("b"), MAX_EDITS)
        await sheets.read(store, "old1", 0, MAX_EDITS)
        assert await retention.purge_sheets(store, 100) == 0
        assert await retention.purge_sheets(store, 101) == len(old)
        assert await sheets.read(store, "old1", 0, MAX_EDITS) is None
        assert await names(store, "kept") == ["a", "b"]
        assert [row[0] for row in await store.rows(text("SELECT count(*) FROM sheet_edits"))] == [2]

    run(database_url, work, clock)
