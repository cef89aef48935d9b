"""The sheet as a CRDT: a header and a grow-only set of edits, with a multi-value register for each cell.

What a sheet shows follows from the set of edits alone, in any order of arrival; merging is the union of the sets.
"""

from dataclasses import dataclass

from kaiten.kit.errors import shown
from kaiten.sheet.cells import Cell, cells, check_cell, check_value, name_cell
from kaiten.sheet.errors import SheetError
from kaiten.sheet.header import DUMMY, LATEST, LONGEST_NAME, Header, check_id, check_time, is_displayable


@dataclass(frozen=True, slots=True)
class Edit:
    """A new value of a cell, which replaces the edits `after` that its author saw there. `id` is its idempotency key."""

    id: str
    cell: Cell
    value: str | None
    after: tuple[str, ...]
    at: int
    by: str
    undoes: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The edits by time, each once. Sheets with the same edits are equal.

    >>> from kaiten.sheet import Header, parse_cell
    >>> header = Header("q3T9q3T9q3T9q3T9", "sushi-go", ("Ana", "Ben"), 0)
    >>> cell = parse_cell("1/0")
    >>> phone = Sheet(header).write(cell, "T T", id="anas-edit", at=1, by="Ana")
    >>> laptop = Sheet(header).write(cell, "T S", id="bens-edit", at=2, by="Ben")
    >>> both = phone.merge(laptop)
    >>> both.value(cell), [edit.by for edit in both.conflict(cell)]
    ('T S', ['Ana', 'Ben'])
    >>> both.write(cell, "T T", id="agreement", at=3, by="Ana").conflict(cell)
    ()
    """

    header: Header
    edits: tuple[Edit, ...] = ()

    def __post_init__(self) -> None:
        known: dict[str, Edit] = {}
        for edit in self.edits:
            # An edit with a known id is the same edit: the first one counts.
            known.setdefault(edit.id, edit)
        object.__setattr__(self, "edits", tuple(sorted(known.values(), key=lambda edit: (edit.at, edit.id))))

    def history(self, cell: Cell) -> tuple[Edit, ...]:
        """All edits of a cell, by time."""
        return tuple([edit for edit in self.edits if edit.cell == cell])

    def heads(self, cell: Cell) -> tuple[Edit, ...]:
        """The edits of a cell that no other edit replaces; the last one counts."""
        history = self.history(cell)
        replaced = {before for edit in history for before in edit.after if before != edit.id}
        return tuple([edit for edit in history if edit.id not in replaced])

    def value(self, cell: Cell) -> str | None:
        """The value that the cell shows; None when it is empty."""
        heads = self.heads(cell)
        return heads[-1].value if heads else None

    def conflict(self, cell: Cell) -> tuple[Edit, ...]:
        """The heads, if they have different values because of concurrent edits; else none."""
        heads = self.heads(cell)
        return heads if len({edit.value for edit in heads}) > 1 else ()

    def conflicts(self) -> dict[Cell, tuple[Edit, ...]]:
        """Every cell with a conflict."""
        found = {cell: self.conflict(cell) for cell in cells(self.header)}
        return {cell: heads for cell, heads in found.items() if heads}

    @property
    def names(self) -> tuple[str, ...]:
        """The current names of the people."""
        return tuple([self.value(name_cell(seat)) or name for seat, name in enumerate(self.header.players)])

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The names of all seats, the dummy included."""
        return (*self.names, *([DUMMY] if self.header.dummy else []))

    def merge(self, other: "Sheet") -> "Sheet":
        """The union of the edits of both copies."""
        if other.header != self.header:
            raise SheetError(f"sheet {shown(other.header.sheet)} is another game than {shown(self.header.sheet)}")
        return self.add(*other.edits)

    def add(self, *edits: Edit) -> "Sheet":
        """The sheet with these edits too."""
        return Sheet(self.header, (*self.edits, *edits))

    def write(self, cell: Cell, value: str | None, *, id: str, at: int, by: str) -> "Sheet":  # noqa: A002  (as the format names it)
        """The sheet with a new edit, which replaces all heads of the cell and so resolves its conflict."""
        return self.add(self._edit(cell, value, id=id, at=at, by=by))

    def last_undoable(self, by: str) -> Edit | None:
        """The edit that `undo` would take back: the author's latest that is not an undo and has not been undone.

        An edit of a cell that another author has edited since is not undone.
        """
        undone = {edit.undoes for edit in self.edits}
        theirs = {edit.cell: (edit.at, edit.id) for edit in self.edits if edit.by != by}
        mine = [edit for edit in self.edits if edit.by == by and edit.undoes is None and edit.id not in undone]
        alone = [edit for edit in mine if (edit.at, edit.id) > theirs.get(edit.cell, (-1, ""))]
        return alone[-1] if alone else None

    def undo(self, *, id: str, at: int, by: str) -> "Sheet | None":  # noqa: A002  (as the format names it)
        """The sheet with the author's latest edit taken back; None when there is none."""
        edit = self.last_undoable(by)
        if edit is None:
            return None
        seen = [before.value for before in self.history(edit.cell) if before.id in edit.after]
        return self.add(self._edit(edit.cell, seen[-1] if seen else None, id=id, at=at, by=by, undoes=edit.id))

    def _edit(self, cell: Cell, value: str | None, *, id: str, at: int, by: str, undoes: str | None = None) -> Edit:  # noqa: A002
        heads = self.heads(cell)
        # A clock may stand still or go back: an edit is later than those it replaces and than its author's last (a logical clock).
        earlier = [edit.at + 1 for edit in self.edits if edit in heads or edit.by == by]
        edit = Edit(id, cell, value, tuple([head.id for head in heads]), min(LATEST, max([at, *earlier])), by, undoes)
        check_edit(self.header, edit)
        return edit


def check_edit(header: Header, edit: Edit) -> None:
    """Refuse an edit that does not fit this sheet or the format."""
    check_id("edit", edit.id, 8)
    check_cell(header, edit.cell)
    check_value(header, edit.cell, edit.value)
    for before in edit.after:
        check_id("after", before, 8)
    if edit.undoes is not None:
        check_id("undoes", edit.undoes, 8)
    check_time("at", edit.at)
    if not is_displayable(edit.by):
        raise SheetError(f"by {shown(edit.by)}: it should be up to {LONGEST_NAME} printable characters")
