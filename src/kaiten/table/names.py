"""Names that people give themselves: tidied, and limited to what can be shown on a line."""

import unicodedata

from kaiten.kit.errors import shown
from kaiten.table.errors import TableError

LONGEST_NAME = 24


def tidy_name(name: str) -> str:
    """The name in one normal form, spaces folded; refused where it is empty, too long or cannot be shown.

    >>> tidy_name("  Ana   Maria ")
    'Ana Maria'
    """
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if not tidy or len(tidy) > LONGEST_NAME or not tidy.isprintable():
        raise TableError(
            "bad-name", f"the name {shown(name)} will not do: 1 to {LONGEST_NAME} letters that can be shown"
        )
    return tidy
