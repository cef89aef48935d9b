"""SheetError: a sheet or an edit that does not fit the format."""

from kaiten.kit.errors import KaitenError


class SheetError(KaitenError):
    """A sheet or an edit that does not fit the format in docs/sheets.md."""

    code = "bad-sheet"
