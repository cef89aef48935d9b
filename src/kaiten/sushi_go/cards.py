"""The twelve kinds of card, in the order of the tables."""

from enum import IntEnum

from kaiten.kit.wasabi import WasabiRule
from kaiten.sushi_go import tables


class Card(IntEnum):
    """A kind of card. Cards compare in the order of the tables, so a sorted hand is a tidy hand."""

    TEMPURA = 0
    SASHIMI = 1
    DUMPLING = 2
    MAKI_1 = 3
    MAKI_2 = 4
    MAKI_3 = 5
    EGG = 6
    SALMON = 7
    SQUID = 8
    PUDDING = 9
    WASABI = 10
    CHOPSTICKS = 11

    @property
    def code(self) -> str:
        """The card in notation, such as `N3` for squid."""
        return CODES[self]

    @property
    def label(self) -> str:
        """The card in words, such as `squid nigiri`."""
        return LABELS[self]


Hand = tuple[Card, ...]
"""Cards in a hand, sorted."""

Tableau = tuple[Card, ...]
"""Cards on the table in the order they were put down, which decides which nigiri is on wasabi (SG-13).
Puddings are kept apart, as a count; used chopsticks have left."""

CODES = tuple(tables.DECK)
BY_CODE = {code: Card(number) for number, code in enumerate(CODES)}
DECK = tuple(card for code, card in BY_CODE.items() for _ in range(tables.DECK[code]))
NIGIRI = frozenset(BY_CODE[code] for code in tables.NIGIRI_POINTS)
MAKI_ICONS = tuple(tables.MAKI_ICONS.get(code, 0) for code in CODES)

LABELS = (
    "tempura",
    "sashimi",
    "dumpling",
    "maki x1",
    "maki x2",
    "maki x3",
    "egg nigiri",
    "salmon nigiri",
    "squid nigiri",
    "pudding",
    "wasabi",
    "chopsticks",
)


WASABI_RULE = WasabiRule(
    wasabi=Card.WASABI,
    points={BY_CODE[code]: points for code, points in tables.NIGIRI_POINTS.items()},
    names={Card.SQUID: "squid", Card.SALMON: "salmon", Card.EGG: "egg"},
    factor=tables.WASABI_FACTOR,
)
"""Which nigiri lies on wasabi (SG-13)."""
