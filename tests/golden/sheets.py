"""Golden file: score sheets edited by several devices, with the value of every cell and the problems, to test other readers."""

from collections.abc import Iterator
from typing import Any

from kaiten.kit.game import GameName
from kaiten.sheet import Edit, Header, Sheet, cells, find_problems, parse_cell, sheet_to_json

STARTED = 1_794_844_800_000
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")


def head(game: GameName, people: int, **flags: bool) -> Header:
    return Header("golden-sheet-0001", game, NAMES[:people], STARTED, **flags)


class Desk:
    """An author of edits, with ascending ids and times."""

    def __init__(self, sheet: Sheet, by: str) -> None:
        self.sheet = sheet
        self.by = by
        self.made = 0

    def write(self, at: int, **values: str | None) -> "Desk":
        """Cells as `r1_0`, `tokens_0`, `name_0`."""
        for cell, value in values.items():
            self.made += 1
            where = cell.removeprefix("r").replace("_", "/")
            mark = f"{self.by.lower()}-{self.made:04}"
            self.sheet = self.sheet.write(parse_cell(where), value, id=mark, at=STARTED + at, by=self.by)
        return self

    def undo(self, at: int) -> "Desk":
        self.made += 1
        undone = self.sheet.undo(id=f"{self.by.lower()}-{self.made:04}", at=STARTED + at, by=self.by)
        assert undone is not None
        self.sheet = undone
        return self


def _merging() -> Iterator[tuple[str, Sheet]]:
    go = Sheet(head("sushi-go", 3))
    yield "nothing written yet", go
    first = Desk(go, "Phone").write(1, r1_0="W N3 T T M2 P", r1_1="").sheet
    yield "one device, one value corrected", Desk(first, "Phone2").write(2, r1_0="W N3 T T M2 P C").sheet
    one, two = (
        Desk(first, "Laptop").write(5, r1_0="N3 W T T M2 P").sheet,
        Desk(first, "Tablet").write(4, r1_0="T").sheet,
    )
    both = one.merge(two)
    yield "two at the same time: the later counts, both are shown", both
    yield "a conflict is settled by an edit after both", Desk(both, "Phone3").write(6, r1_0="T").sheet
    late = Desk(one, "Watch").write(7, r1_0=None).sheet.merge(two)
    yield "one empties a cell while another writes it", late
    same = Desk(go, "Laptop").write(3, r2_1="D D").sheet.merge(Desk(go, "Tablet").write(3, r2_1="D D").sheet)
    yield "two with the same value are no conflict", same
    level = Desk(go, "Laptop").write(3, r2_1="D D").sheet.merge(Desk(go, "Tablet").write(3, r2_1="D S").sheet)
    yield "at the same time to the millisecond the greater id counts", level
    three = level.merge(Desk(go, "Ahead").write(2, r2_1="D D").sheet)
    yield "three heads, two of them alike", three
    partly = Desk(level, "Zoe").write(9, r2_1="S S").sheet.merge(Desk(go, "Phone").write(1, r2_1="T").sheet)
    yield "a settled conflict meets an edit that its author did not see", partly
    unknown = go.add(Edit("phone-0002", parse_cell("1/0"), "T T", ("phone-0001",), STARTED + 2, "Phone"))
    yield "an edit comes before the one that it replaces", unknown
    yield "and the other way round", unknown.add(Edit("phone-0001", parse_cell("1/0"), "T", (), STARTED + 9, "Phone"))
    desk = Desk(go, "Phone").write(1, r1_0="T").write(2, r1_0="T T").undo(3)
    yield "undone", desk.sheet
    yield "undone twice", desk.undo(4).sheet
    renamed = Desk(go, "Phone").write(1, name_1="Benedikt").sheet
    yield "a name is a cell like others", renamed.merge(Desk(go, "Laptop").write(1, name_1="Benno").sheet)


def _impossible() -> Iterator[tuple[str, Sheet]]:
    five = Desk(Sheet(head("sushi-go", 5)), "Phone")
    yield "too many cards, and too few beside them", five.write(1, r1_0="T T T T D D D D", r1_3="S S").sheet
    yield "nobody is full yet", Desk(Sheet(head("sushi-go", 5)), "Phone").write(1, r1_0="T T", r1_1="").sheet
    deck = Desk(Sheet(head("sushi-go", 2)), "Phone")
    yield (
        "more cards than the deck has, over the rounds",
        deck.write(1, r1_0="C C C P", r2_1="C C", r3_0="P " * 9 + "P").sheet,
    )
    dummy = Desk(Sheet(head("sushi-go", 2, dummy=True)), "Phone")
    yield "the dummy has ten cards", dummy.write(1, r1_2="T T T T T T T T T T", r1_0="S S S S S S S S S").sheet
    penalty = Desk(Sheet(head("sushi-go", 2, dummy=True, dummy_pudding_penalty=True)), "Phone")
    yield "the dummy with the penalty", penalty.write(1, r1_2="T").sheet
    roll = Desk(Sheet(head("sushi-roll", 4)), "Phone")
    roll.write(1, r1_0="P1 P1 P1 N1 N2 N3", r1_1="P3 P3 T T T T", r2_0="P1 P1 P1", r2_1="P1 P1")
    yield "more dice of a kind than the bag", roll.sheet
    supply = Desk(Sheet(head("sushi-roll", 2)), "Phone")
    supply.write(1, tokens_0="P30 U10 C6", tokens_1="P3 U9 C7")
    yield "more tokens than the supply", supply.sheet
    full = Desk(Sheet(head("sushi-roll", 2)), "Phone")
    full.write(1, r1_0="P3 P3 P3 P3", r2_0="P3 P3 P3 P3", r3_0="P3 P3 P3 P3", r1_1="P1", tokens_0="U0 C0")
    yield "puddings by the dice are not more than the supply", full.sheet
    yield "but those of two players may be", full.write(2, tokens_1="U0 C0").sheet
    clash = Desk(Sheet(head("sushi-roll", 2)), "Laptop").write(2, tokens_0="P30 U19 C0").sheet
    settled = clash.merge(Desk(Sheet(head("sushi-roll", 2)), "Tablet").write(3, tokens_0="U1 C0").sheet)
    yield "what does not count is no problem", settled


def sheets() -> Iterator[dict[str, Any]]:
    """Every case, as checked in: the edited cells and the problems."""
    for name, sheet in (*_merging(), *_impossible()):
        written = [cell for cell in cells(sheet.header) if sheet.history(cell)]
        yield {
            "name": name,
            "sheet": sheet_to_json(sheet),
            "cells": {
                str(cell): {"value": sheet.value(cell), "conflict": [edit.id for edit in sheet.conflict(cell)]}
                for cell in written
            },
            "problems": [
                {part: getattr(problem, part) for part in ("code", "round", "seats", "item", "count", "most")}
                for problem in find_problems(sheet)
            ],
        }
