"""Golden file: tables and trays with every kind of score line, to test other scorers."""

from collections.abc import Iterator
from typing import Any

from kaiten import sushi_go, sushi_roll
from tests.playing import cards, trays

CARD_TABLES = [
    ("M3 M2", "M1"),
    ("M3", "M3", "M3"),
    ("M3", "M2", "M2"),
    ("M3", "M2", "M2", "M2", "M2"),
    ("M3 M3", "M3 M1", "M1", ""),
    ("M2", "M2", "M1"),
    ("T", "T T", "T T T", "T T T T"),
    ("S", "S S", "S S S", "S S S S", "S S S S S S"),
    ("D", "D D D D", "D D D D D", "D D D D D D"),
    ("C", "C C", "P"),
    ("W", "W W", "W N3", "N3 W"),
    ("N1", "N2 N2", "N3", "W N1 N2 N3", "W W N2 N2 N2 W"),
    ("W N3 T T M2 C", "S S M3 D D"),
]
PUDDINGS = [
    ([0, 0], False),
    ([2, 1], False),
    ([1, 1, 1], True),
    ([4, 3, 0, 0], True),
    ([5, 1, 1, 1, 1], True),
    ([3, 3, 1], True),
    ([2, 3, 2], False),
]
DICE_TRAYS = [
    ("M3 M2", "M1"),
    ("M3", "M3", "M3"),
    ("M3", "M2", "M2", "M1"),
    ("M2", "M2", "M1", "M1", "M1"),
    ("T", "T T", "T T T", "T T T T"),
    ("S", "S S", "S S S", "S S S S S"),
    ("D", "D D D", "D D D D D", "D D D D D D"),
    ("W", "W W", "W N3", "N3 W"),
    ("N1", "N2 N2", "N3", "W N1 N2 N3", "W W N2 N2 N2"),
    ("P1 P2", "U2", "C1", "C1 C2", "U2 U2 P3 C2"),
]
TOKENS = [
    ([0, 0], [0, 0], [0, 0]),
    ([2, 1], [1, 0], [0, 0]),
    ([3, 3, 3], [1, 2, 3], [1, 1, 4]),
    ([6, 6, 3, 0, 0], [0, 1, 2, 3, 4], [0, 0, 0, 0, 1]),
    ([2, 1, 3], [0, 0, 0], [2, 1, 0]),
]


def _rows(tallies: Any) -> list[list[dict[str, Any]]]:
    names = ("item", "count", "points", "reason", "lacks", "rivals", "text")
    return [[{name: getattr(line, name) for name in names} for line in tally.lines] for tally in tallies]


def tallies() -> Iterator[dict[str, Any]]:
    """Every case with its lines, as checked in."""
    for tables in CARD_TABLES:
        laid = [tuple(card for card in table if card is not sushi_go.Card.PUDDING) for table in cards(*tables)]
        yield {"game": "sushi-go", "tables": tables, "lines": _rows(sushi_go.tally_round(laid))}
    for counts, loss in PUDDINGS:
        rows = _rows(sushi_go.tally_end(counts, loss=loss))
        yield {"game": "sushi-go", "puddings": counts, "loss": loss, "lines": rows}
    for tables in DICE_TRAYS:
        yield {"game": "sushi-roll", "trays": tables, "lines": _rows(sushi_roll.tally_round(trays(*tables)))}
    for puddings, menus, chopsticks in TOKENS:
        rows = _rows(sushi_roll.tally_end(puddings, menus, chopsticks))
        held = {"puddings": puddings, "menus": menus, "chopsticks": chopsticks}
        yield {"game": "sushi-roll", **held, "lines": rows}
