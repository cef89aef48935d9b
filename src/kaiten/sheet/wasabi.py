"""The nigiri on wasabi: in the order of a table, and in any other order of the same cards or dice."""

from collections import Counter
from itertools import product

from kaiten.sheet.header import Header
from kaiten.sushi_go.tables import NIGIRI_POINTS


def nigiri_on_wasabi(header: Header, table: str) -> tuple[str, ...]:
    """The nigiri on wasabi, by the order they were put down (SG-13, SR-7), in deck order.

    >>> header = Header("q3T9q3T9q3T9q3T9", "sushi-go", ("Ana", "Ben"), 0)
    >>> nigiri_on_wasabi(header, "N2 W N3 N1")
    ('N3',)
    """
    rules = header.rules
    on_wasabi, _, _ = rules.WASABI.sort(rules.parse_table(table))
    return tuple([piece.code for piece in sorted(on_wasabi)])


def possible_on_wasabi(codes: list[str]) -> list[list[str]]:
    """Every set of nigiri that can lie on wasabi, over all orders of these cards or dice; the order matters if there is more than one.

    A nigiri goes on wasabi if one is open (SG-13). Nigiri that came before any wasabi do not, so any subset of at most as
    many nigiri as there are wasabi is possible.

    >>> possible_on_wasabi(["W", "N3", "T"]), possible_on_wasabi(["W", "N3", "N2"])
    ([['N3'], []], [['N2'], ['N3'], []])
    >>> possible_on_wasabi(["N3", "T"]), possible_on_wasabi(["W", "T"])
    ([[]], [[]])
    """
    counted = Counter(codes)
    nigiri = [code for code in NIGIRI_POINTS if counted[code]]
    sets = [
        [code for code, count in zip(nigiri, chosen, strict=True) for _ in range(count)]
        for chosen in product(*[range(min(counted[code], counted["W"]) + 1) for code in nigiri])
        if sum(chosen) <= counted["W"]
    ]
    return sorted(sets, key=lambda found: (*found, "~"))


def order_matters(table: str) -> bool:
    """Whether the same cards or dice, put down in another order, could have other nigiri on wasabi."""
    return len(possible_on_wasabi(table.split())) > 1
