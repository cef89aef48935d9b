"""Bodies of the HTTP request that synchronizes a score sheet between devices (docs/sheets.md)."""

from typing import Annotated, Literal

from msgspec import Meta

from kaiten.kit.game import GameName
from kaiten.protocol.wire import Wire

# A `$` alone would let a line break pass at the end.
SHEET_ID = r"^[A-Za-z0-9_-]{16,64}$(?!\n)"
_EDIT_ID = r"^[A-Za-z0-9_-]{8,64}$(?!\n)"
_CELL = r"^([1-3]|tokens|name)/[0-4]$(?!\n)"

SheetId = Annotated[str, Meta(pattern=SHEET_ID)]
EditId = Annotated[str, Meta(pattern=_EDIT_ID)]
SheetOption = Literal["dummy", "dummy_pudding_penalty"]
Moment = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""Milliseconds since 1970 by the clock of the device, up to the largest exact integer of JavaScript."""


class SheetHead(Wire, frozen=True):
    """The header of a sheet: everything but its edits."""

    format: Literal["kaiten-sheet/1"]
    sheet: SheetId
    game: GameName
    players: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=40)], ...], Meta(min_length=2, max_length=5)]
    options: dict[SheetOption, bool]
    started: Moment

    def __post_init__(self) -> None:
        if len({*self.players}) < len(self.players):
            raise ValueError("the players' names must all be different")


class SheetEdit(Wire, frozen=True, omit_defaults=True):
    """A new value of a cell, which replaces the edits `after`. `id` is its idempotency key."""

    id: EditId
    cell: Annotated[str, Meta(pattern=_CELL)]
    value: Annotated[str, Meta(max_length=200)] | None
    after: Annotated[tuple[EditId, ...], Meta(max_length=20)]
    at: Moment
    by: Annotated[str, Meta(max_length=40)]
    undoes: EditId | None = None


class SyncSheet(Wire, frozen=True):
    """Synchronize a sheet: the head, which is needed the first time; edits that may be new; how many edits this device has received."""

    head: SheetHead | None = None
    edits: tuple[SheetEdit, ...] = ()
    known: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class SheetSynced(Wire, frozen=True):
    """The edits after the first `known` ones, in order of arrival, and the new `known`; with `more`, ask again with it."""

    head: SheetHead
    edits: tuple[SheetEdit, ...]
    known: int
    more: bool
