"""Score sheets that several phones share: each says what it has, and is told what it has not."""

import re

import msgspec

from kaiten.protocol.sheets import SHEET_ID, SheetEdit, SheetHead, SheetSynced, SyncSheet
from kaiten.server.endpoints import Asked
from kaiten.server.service import AccessError
from kaiten.store import sheets

MOST_EDITS = 1_000
MOST_ANSWERED = 200
"""Edits in one answer; whoever has to have more asks again."""


async def sync_sheet(asked: Asked) -> SheetSynced:
    """Whoever knows the id of a sheet, which nobody can guess, may read it and write to it."""
    sheet: str = asked.request.path_params["sheet"]
    said: SyncSheet = asked.body
    if re.search(SHEET_ID, sheet) is None:
        raise AccessError(404, "no-such-sheet", "the id of a sheet is 16 to 64 letters, digits, - or _")
    if said.head is not None and said.head.sheet != sheet:
        raise AccessError(400, "bad-request", "the head is that of another sheet")
    found = await sheets.read(asked.service.store, sheet, said.known, MOST_ANSWERED)
    if found is None and said.head is not None and not asked.service.new_sheets.allows(asked.address):
        raise AccessError(429, "too-fast", "too many new sheets from your address: wait a moment")
    if (found is None and said.head is not None) or (found is not None and said.edits):
        await _keep(asked, sheet, said)
        found = await sheets.read(asked.service.store, sheet, said.known, MOST_ANSWERED)
    if found is None:
        raise AccessError(
            404, "no-such-sheet", "there is no such sheet here, or no longer: send its head, and all edits"
        )
    known = found.after + len(found.edits)
    edits = tuple([msgspec.json.decode(edit, type=SheetEdit) for edit in found.edits])
    return SheetSynced(msgspec.json.decode(found.head, type=SheetHead), edits, known, known < found.total)


async def _keep(asked: Asked, sheet: str, said: SyncSheet) -> None:
    head = None if said.head is None else msgspec.json.encode(said.head)
    edits: dict[str, bytes] = {}
    for edit in said.edits:
        edits.setdefault(edit.id, msgspec.json.encode(edit))
    try:
        kept = await sheets.add(asked.service.store, sheet, head, edits, MOST_EDITS)
    except sheets.SheetFullError:
        raise AccessError(409, "sheet-full", f"a sheet has {MOST_EDITS:,} edits at the most") from None
    asked.service.metrics.sheet_edits.inc(kept or 0)
