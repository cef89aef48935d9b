"""Score sheets: a header and an append-only list of edits, as bytes. An edit's id is its idempotency key."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select, update

from kaiten.store.errors import ConflictError, StoreError
from kaiten.store.schema import sheet_edits, sheets
from kaiten.store.sql import insert_or_ignore
from kaiten.store.store import Store

MAX_ATTEMPTS = 3


class SheetFullError(StoreError):
    """A sheet has reached its limit of edits."""

    code = "sheet-full"


@dataclass(frozen=True, slots=True)
class SheetPage:
    """A page of a sheet: header, the edits after number `after`, and the total number of edits."""

    head: bytes
    after: int
    edits: tuple[bytes, ...]
    total: int


async def read(store: Store, sheet: str, after: int, limit: int) -> SheetPage | None:
    """A sheet's edits after number `after`; None if there is no such sheet.

    An `after` beyond the total belongs to a sheet that was deleted meanwhile: reading starts at the beginning.
    """
    count = select(func.count()).select_from(sheet_edits).where(sheet_edits.c.sheet == sheet).scalar_subquery()

    def read_page(connection: Connection) -> SheetPage | None:
        row = connection.execute(select(sheets.c.head, count).where(sheets.c.sheet == sheet)).first()
        if row is None:
            return None
        head, total = row
        begin = after if after <= total else 0
        query = select(sheet_edits.c.edit).where(sheet_edits.c.sheet == sheet, sheet_edits.c.number > begin)
        found = connection.execute(query.order_by(sheet_edits.c.number).limit(limit)).scalars()
        edits = tuple(bytes(edit) for edit in found)
        # An edit may have been added between the two queries.
        return SheetPage(bytes(head), begin, edits, max(total, begin + len(edits)))

    return await store.read(read_page)


async def add(store: Store, sheet: str, head: bytes | None, edits: Mapping[str, bytes], max_edits: int) -> int | None:
    """Append the edits whose ids are new; their number, once they are on disk.

    A missing sheet is created with this header; None if there is no header either. SheetFullError: nothing was added.
    """

    def put(connection: Connection) -> int | None:
        if head is not None:
            row = {"sheet": sheet, "head": head, "touched_at": store.now()}
            connection.execute(insert_or_ignore(connection, sheets), [row])
        # This locks the row until the commit: servers append to a sheet one after the other.
        touch = update(sheets).where(sheets.c.sheet == sheet).values(touched_at=store.now())
        if connection.execute(touch).rowcount == 0:
            return None
        own = sheet_edits.c.sheet == sheet
        known = {*connection.execute(select(sheet_edits.c.edit_id).where(own)).scalars()}
        new = {name: edit for name, edit in edits.items() if name not in known}
        if len(known) + len(new) > max_edits:
            raise SheetFullError(f"the sheet has {len(known)} edits, and may have {max_edits}")
        rows = [
            {"sheet": sheet, "number": number, "edit_id": name, "edit": edit}
            for number, (name, edit) in enumerate(new.items(), len(known) + 1)
        ]
        if rows:
            connection.execute(insert(sheet_edits), rows)
        return len(new)

    for _ in range(MAX_ATTEMPTS - 1):
        try:
            return await store.write(put)
        except ConflictError:  # another server took this number: try again
            continue
    return await store.write(put)
