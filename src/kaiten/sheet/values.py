"""Values that sheets and games exchange: the tokens left at the end of a game, and counts beyond the contents of the box."""

import re
from dataclasses import dataclass

from kaiten.kit.errors import shown
from kaiten.sheet.errors import SheetError

_TOKENS = re.compile(r"(?:P(0|[1-9][0-9]{0,2}) )?U(0|[1-9][0-9]{0,2}) C(0|[1-9][0-9]{0,2})")


@dataclass(frozen=True, slots=True)
class Tokens:
    """A player's tokens at the end of Sushi Roll; `puddings` is None if they follow from the pudding dice."""

    puddings: int | None
    menus: int
    chopsticks: int


@dataclass(frozen=True, slots=True)
class Excess:
    """More of an item on the table than the box has. `held` is by seat; `round` is None where the whole game counts."""

    code: str
    round: int | None
    item: str
    held: tuple[int, ...]
    most: int
    noun: str
    """The items in words, such as `tempura cards`."""
    source: str
    """Where they come from, such as `the deck`."""


def parse_tokens(text: str) -> Tokens:
    """Tokens from their text.

    >>> parse_tokens("P4 U2 C1"), parse_tokens("U0 C3")
    (Tokens(puddings=4, menus=2, chopsticks=1), Tokens(puddings=None, menus=0, chopsticks=3))
    """
    match = _TOKENS.fullmatch(text)
    if match is None:
        raise SheetError(f"tokens {shown(text)}: write them like P4 U2 C1, or U2 C1 to count puddings by the dice")
    puddings, menus, chopsticks = match.groups()
    return Tokens(None if puddings is None else int(puddings), int(menus), int(chopsticks))


def format_tokens(tokens: Tokens) -> str:
    """Tokens as text.

    >>> format_tokens(Tokens(4, 2, 1)), format_tokens(Tokens(None, 0, 3))
    ('P4 U2 C1', 'U0 C3')
    """
    puddings = "" if tokens.puddings is None else f"P{tokens.puddings} "
    return f"{puddings}U{tokens.menus} C{tokens.chopsticks}"
