"""Names of players: normalised (NFKC), and limited to what can be shown on a line."""

import re
import unicodedata

from kaiten.kit.errors import shown
from kaiten.table.errors import TableError

LONGEST_NAME = 24

# Fillers, joiners and selectors that are invisible or look like a space: with them two names can look the same.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]",
)
_BRAILLE_BLANK = "\u2800"


def tidy_name(name: str) -> str:
    """The name normalised (NFKC), with spaces folded and invisible characters removed; refused where empty, too long or not printable.

    >>> tidy_name("  Ana   Maria ")
    'Ana Maria'
    """
    plain = _INVISIBLE.sub("", unicodedata.normalize("NFKC", name).replace(_BRAILLE_BLANK, " "))
    tidy = " ".join(plain.split())
    if not tidy or len(tidy) > LONGEST_NAME or not tidy.isprintable():
        raise TableError(
            "bad-name", f"the name {shown(name)} is not allowed: it should be 1 to {LONGEST_NAME} printable characters"
        )
    return tidy
