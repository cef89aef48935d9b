"""The base of all structs on the wire, and the score lines that both games send."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from kaiten.kit.tally import Line, Tally

VERSION = 1
"""The version of the protocol. It changes when a client that knows the old one would misread the new one."""


ClockName = Literal["none", "relaxed", "brisk", "days"]
"""The clock of a table: how much time a turn has, and that a bot takes over when it is up."""


class Wire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value on the wire: read strictly, never changed."""


class WireLine(Wire, frozen=True):
    """A line of a score: codes to translate (`item`, `reason`), numbers, the English text, and the dishes it is about.

    `dishes` are cards or dice of the table, wasabi before the nigiri on it, so that a client can group them without the rules.
    """

    item: str
    count: int
    points: int
    reason: str
    lacks: int
    rivals: int
    text: str
    dishes: tuple[str, ...] = ()


class WireTally(Wire, frozen=True):
    """The lines of one seat and their total."""

    points: int
    lines: tuple[WireLine, ...]


class WireTable(Wire, frozen=True):
    """The table of one seat, in the order it was put down, and its score so far."""

    dishes: tuple[str, ...]
    tally: WireTally


_NIGIRI = {"squid": "N3", "salmon": "N2", "egg": "N1"}
_WASABI = "W"
_FAMILIES = {
    "tempura": {"T"},
    "sashimi": {"S"},
    "dumpling": {"D"},
    "maki": {"M1", "M2", "M3"},
    "pudding": {"P1", "P2", "P3"},
    "menu": {"U2"},
    "chopsticks": {"C", "C1", "C2"},
}


def table_to_wire(dishes: tuple[str, ...], tally: Tally) -> WireTable:
    """A table in notation, with the dishes that each line of its tally is about."""
    lines = tuple([_line_to_wire(line, _about(line, dishes)) for line in tally.lines])
    return WireTable(dishes, WireTally(tally.points, lines))


def tallies_to_wire(tallies: Sequence[Tally]) -> tuple[WireTally, ...]:
    """Tallies of counts: puddings and tokens."""
    return tuple([WireTally(tally.points, tuple([_line_to_wire(line) for line in tally.lines])) for tally in tallies])


def _line_to_wire(line: Line, dishes: tuple[str, ...] = ()) -> WireLine:
    return WireLine(line.item, line.count, line.points, line.reason, line.lacks, line.rivals, line.text, dishes)


def _about(line: Line, dishes: tuple[str, ...]) -> tuple[str, ...]:
    if line.item in _NIGIRI:
        nigiri = _NIGIRI[line.item]
        return ((_WASABI, nigiri) if line.reason == "on-wasabi" else (nigiri,)) * line.count
    if line.item == "wasabi":
        return (_WASABI,) * line.count
    family = _FAMILIES[line.item]
    return tuple([dish for dish in dishes if dish in family])
