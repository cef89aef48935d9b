"""Which nigiri lies on wasabi: what the order of a table says, and what other orders of the same cards could say."""

from collections import Counter
from itertools import product

from kaiten import sushi_go, sushi_roll
from kaiten.sheet.head import Head

_CARDS = sushi_go.cards.DIP
_DICE = sushi_roll.dice.DIP


def dipped(head: Head, table: str) -> tuple[str, ...]:
    """The nigiri on wasabi, by the order they were put down (SG-13, SR-7), in deck order.

    >>> head = Head("q3T9q3T9q3T9q3T9", "sushi-go", ("Ana", "Ben"), 0)
    >>> dipped(head, "N2 W N3 N1")
    ('N3',)
    """
    if head.is_cards:
        return tuple([card.code for card in sorted(_CARDS.sort(sushi_go.parse_cards(table))[0])])
    return tuple([face.code for face in sorted(_DICE.sort(sushi_roll.parse_faces(table))[0])])


def dips(codes: list[str]) -> list[list[str]]:
    """Every set of nigiri that can lie on wasabi, over all orders of these cards or dice; more than one, and order matters.

    A nigiri goes on wasabi if one is open (SG-13). Those that came before any wasabi do not, so any of them may be left
    out, and no more can lie on wasabi than there is wasabi.

    >>> dips(["W", "N3", "T"]), dips(["W", "N3", "N2"])
    ([['N3'], []], [['N2'], ['N3'], []])
    >>> dips(["N3", "T"]), dips(["W", "T"])
    ([[]], [[]])
    """
    counted = Counter(codes)
    nigiri = [code for code in sushi_go.tables.NIGIRI_POINTS if counted[code]]
    sets = [
        [code for code, count in zip(nigiri, chosen, strict=True) for _ in range(count)]
        for chosen in product(*[range(min(counted[code], counted["W"]) + 1) for code in nigiri])
        if sum(chosen) <= counted["W"]
    ]
    return sorted(sets, key=lambda dip: (*dip, "~"))


def order_matters(table: str) -> bool:
    """Whether the same cards or dice, put down in another order, could have other nigiri on wasabi."""
    return len(dips(table.split())) > 1
