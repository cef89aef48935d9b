"""Score sheets: a head, and edits in the order in which they came. Nothing of them is ever changed; they are bytes to us."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select, update

from kaiten.store.errors import ConflictError, StoreError
from kaiten.store.rows import unless_there
from kaiten.store.schema import sheet_edits, sheets
from kaiten.store.store import Store

ATTEMPTS = 3


class SheetFullError(StoreError):
    """A sheet has as many edits as it may have."""

    code = "sheet-full"


@dataclass(frozen=True, slots=True)
class Pages:
    """A sheet from some place on: its head, the edits from there, and how many it has in all."""

    head: bytes
    after: int
    edits: tuple[bytes, ...]
    total: int


async def read(store: Store, sheet: str, after: int, most: int) -> Pages | None:
    """A sheet's edits after the first so many, if there is such a sheet.

    Whoever has had more of them than there are had them of a sheet that is gone: they get it from its beginning.
    """
    count = select(func.count()).select_from(sheet_edits).where(sheet_edits.c.sheet == sheet).scalar_subquery()

    def look(connection: Connection) -> Pages | None:
        row = connection.execute(select(sheets.c.head, count).where(sheets.c.sheet == sheet)).first()
        if row is None:
            return None
        head, total = row
        begin = after if after <= total else 0
        query = select(sheet_edits.c.edit).where(sheet_edits.c.sheet == sheet, sheet_edits.c.number > begin)
        found = connection.execute(query.order_by(sheet_edits.c.number).limit(most)).scalars()
        edits = tuple(bytes(edit) for edit in found)
        # Between the two questions somebody may have written.
        return Pages(bytes(head), begin, edits, max(total, begin + len(edits)))

    return await store.ask(look)


async def add(store: Store, sheet: str, head: bytes | None, edits: Mapping[str, bytes], most: int) -> int | None:
    """Put in the edits, by their ids, that are not there yet; how many these were. They are on disk when this returns.

    A sheet that is not there begins with this head; without a head it is None. SheetFullError: none was put in.
    """

    def put(connection: Connection) -> int | None:
        if head is not None:
            row = {"sheet": sheet, "head": head, "touched_at": store.now()}
            connection.execute(unless_there(connection, sheets), [row])
        # This holds the sheet until the commit: servers that share a database write to it one after the other.
        touch = update(sheets).where(sheets.c.sheet == sheet).values(touched_at=store.now())
        if connection.execute(touch).rowcount == 0:
            return None
        own = sheet_edits.c.sheet == sheet
        known = {*connection.execute(select(sheet_edits.c.edit_id).where(own)).scalars()}
        new = {name: edit for name, edit in edits.items() if name not in known}
        if len(known) + len(new) > most:
            raise SheetFullError(f"the sheet has {len(known)} edits, and may have {most}")
        rows = [
            {"sheet": sheet, "number": number, "edit_id": name, "edit": edit}
            for number, (name, edit) in enumerate(new.items(), len(known) + 1)
        ]
        if rows:
            connection.execute(insert(sheet_edits), rows)
        return len(new)

    for _ in range(ATTEMPTS - 1):
        try:
            return await store.change(put)
        except ConflictError:  # somebody else wrote this number first: look anew
            continue
    return await store.change(put)
