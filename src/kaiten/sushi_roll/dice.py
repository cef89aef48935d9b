"""The dice: five kinds, sixteen faces. A face belongs to one kind only, so the face of a rolled die gives its kind."""

from enum import IntEnum, StrEnum

from kaiten.kit.wasabi import WasabiRule
from kaiten.sushi_roll import tables


class Kind(StrEnum):
    """A kind of die, in the order of the tables."""

    NIGIRI = "nigiri"
    MAKI = "maki"
    APPETIZER = "appetizer"
    SPECIALS = "specials"
    PUDDING = "pudding"


class Face(IntEnum):
    """A face of a die."""

    TEMPURA = 0
    SASHIMI = 1
    DUMPLING = 2
    MAKI_1 = 3
    MAKI_2 = 4
    MAKI_3 = 5
    EGG = 6
    SALMON = 7
    SQUID = 8
    WASABI = 9
    PUDDING_1 = 10
    PUDDING_2 = 11
    PUDDING_3 = 12
    MENU_2 = 13
    CHOPSTICKS_1 = 14
    CHOPSTICKS_2 = 15

    @property
    def code(self) -> str:
        """The face in notation, such as `N3` for squid."""
        return CODES[self]

    @property
    def label(self) -> str:
        """The face in words, such as `squid nigiri`."""
        return LABELS[self]

    @property
    def kind(self) -> Kind:
        """The kind of die that shows it."""
        return KINDS[self]


Belt = tuple[Face, ...]
"""The dice of a belt, numbered from 0; a taken die closes the gap."""

Tray = tuple[Face, ...]
"""Taken dice in the order they were taken, which decides which nigiri is on wasabi (SR-7)."""

CODES = ("T", "S", "D", "M1", "M2", "M3", "N1", "N2", "N3", "W", "P1", "P2", "P3", "U2", "C1", "C2")
BY_CODE = {code: Face(number) for number, code in enumerate(CODES)}
KINDS = tuple(next(Kind(kind) for kind, (_, faces) in tables.DICE.items() if code in faces) for code in CODES)
FACES = {Kind(kind): faces for kind, (_, faces) in tables.DICE.items()}
BAG = tuple(Kind(kind) for kind, (count, _) in tables.DICE.items() for _ in range(count))


def _by_face(numbers: dict[str, int]) -> tuple[int, ...]:
    return tuple(numbers.get(code, 0) for code in CODES)


MAKI_ICONS = _by_face(tables.MAKI_ICONS)
MENU_ICONS = _by_face(tables.MENU_ICONS)
CHOPSTICKS_ICONS = _by_face(tables.CHOPSTICKS_ICONS)
PUDDING_ICONS = _by_face(tables.PUDDING_ICONS)
NIGIRI = frozenset(BY_CODE[code] for code in tables.NIGIRI_POINTS)

WASABI_RULE = WasabiRule(
    wasabi=Face.WASABI,
    points={BY_CODE[code]: points for code, points in tables.NIGIRI_POINTS.items()},
    names={Face.SQUID: "squid", Face.SALMON: "salmon", Face.EGG: "egg"},
    factor=tables.WASABI_FACTOR,
)
"""Which nigiri lies on wasabi (SR-7)."""

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
    "wasabi",
    "pudding x1",
    "pudding x2",
    "pudding x3",
    "menu x2",
    "chopsticks x1",
    "chopsticks x2",
)
