"""Score sheets over HTTP, as docs/sheets.md has them: what phones at one table tell each other by way of a server."""

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
"""Milliseconds since 1970, by the clock of the device, as large as a browser can count."""


class SheetHead(Wire, frozen=True):
    """A sheet without its edits: whose score is kept, of which game."""

    format: Literal["kaiten-sheet/1"]
    sheet: SheetId
    game: GameName
    players: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=40)], ...], Meta(min_length=2, max_length=5)]
    options: dict[SheetOption, bool]
    started: Moment

    def __post_init__(self) -> None:
        if len({*self.players}) < len(self.players):
            raise ValueError("the players' names are all different")


class SheetEdit(Wire, frozen=True, omit_defaults=True):
    """A cell's new value, in the place of the edits that it comes `after`. An id is used once."""

    id: EditId
    cell: Annotated[str, Meta(pattern=_CELL)]
    value: Annotated[str, Meta(max_length=200)] | None
    after: Annotated[tuple[EditId, ...], Meta(max_length=20)]
    at: Moment
    by: Annotated[str, Meta(max_length=40)]
    undoes: EditId | None = None


class SyncSheet(Wire, frozen=True):
    """What this device has of a sheet: the head, which is needed the first time; edits that may be new; how many it has had."""

    head: SheetHead | None = None
    edits: tuple[SheetEdit, ...] = ()
    known: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class SheetSynced(Wire, frozen=True):
    """The edits that came after those that were `known`, in the order in which they came; with `more`, ask again from there."""

    head: SheetHead
    edits: tuple[SheetEdit, ...]
    known: int
    more: bool
