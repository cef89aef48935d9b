"""SheetError: a sheet or an edit that does not fit the format."""

from kaiten.kit.errors import KaitenError


class SheetError(KaitenError):
    """A sheet, or an edit of one, that is not as docs/sheets.md has it."""

    code = "bad-sheet"
