"""Synchronization of shared score sheets: a client sends its new edits and gets those it lacks."""

import re

import msgspec

from kaiten.protocol.sheets import SHEET_ID, SheetEdit, SheetHead, SheetSynced, SyncSheet
from kaiten.server.endpoints import ApiCall
from kaiten.server.service import AccessError
from kaiten.store import sheets

MAX_EDITS = 1_000
PAGE_SIZE = 200
"""Edits in one answer; the client asks again for more."""


async def sync_sheet(call: ApiCall) -> SheetSynced:
    """Append a client's edits and return the edits after those it knows. The unguessable id is the permission."""
    sheet: str = call.request.path_params["sheet"]
    sent: SyncSheet = call.body
    if re.search(SHEET_ID, sheet) is None:
        raise AccessError(404, "no-such-sheet", "the id of a sheet is 16 to 64 letters, digits, - or _")
    if sent.head is not None and sent.head.sheet != sheet:
        raise AccessError(400, "bad-request", "the head belongs to another sheet")
    found = await sheets.read(call.service.store, sheet, sent.known, PAGE_SIZE)
    if found is None and sent.head is not None and not call.service.new_sheet_limit.allow(call.address):
        raise AccessError(429, "too-fast", "too many new sheets from your address: wait a moment")
    if (found is None and sent.head is not None) or (found is not None and sent.edits):
        await _save(call, sheet, sent)
        found = await sheets.read(call.service.store, sheet, sent.known, PAGE_SIZE)
    if found is None:
        raise AccessError(
            404, "no-such-sheet", "there is no such sheet, or it was deleted: send its head and all edits"
        )
    known = found.after + len(found.edits)
    edits = tuple([msgspec.json.decode(edit, type=SheetEdit) for edit in found.edits])
    return SheetSynced(msgspec.json.decode(found.head, type=SheetHead), edits, known, known < found.total)


async def _save(call: ApiCall, sheet: str, sent: SyncSheet) -> None:
    head = None if sent.head is None else msgspec.json.encode(sent.head)
    edits: dict[str, bytes] = {}
    for edit in sent.edits:
        edits.setdefault(edit.id, msgspec.json.encode(edit))
    try:
        saved = await sheets.add(call.service.store, sheet, head, edits, MAX_EDITS)
    except sheets.SheetFullError:
        raise AccessError(409, "sheet-full", f"a sheet has at most {MAX_EDITS:,} edits") from None
    call.service.metrics.sheet_edits.inc(saved or 0)
