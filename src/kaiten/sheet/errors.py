"""What is wrong with a sheet."""

from kaiten.kit.errors import KaitenError


class SheetError(KaitenError):
    """A sheet, or an edit of one, that is not as docs/sheets.md has it."""

    code = "bad-sheet"
