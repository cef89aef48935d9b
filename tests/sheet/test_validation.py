"""Validation of sheets: impossible tables are reported with players and items."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaiten.sheet import Sheet, find_problems
from kaiten.sheet.header import Header
from tests.sheet.writing import header, put


def said(start: Header, **values: str) -> list[str]:
    sheet = Sheet(start)
    for cell, value in values.items():
        sheet = put(sheet, cell.removeprefix("r").replace("_", "/"), value)
    return [problem.text for problem in find_problems(sheet)]


@pytest.mark.parametrize(("people", "size"), [(2, 10), (3, 9), (4, 8), (5, 7)])
def test_cards_more_than_a_round_deals(people: int, size: int) -> None:
    assert said(header(people=people), r1_0="T " * (size - 1) + "T") == []
    assert said(header(people=people), r1_0="T " * size + "T") == [
        f"Ana has {size + 1} cards in round 1: a round deals {size}"
    ]


@pytest.mark.parametrize(("people", "size"), [(2, 8), (3, 7), (4, 6), (5, 5)])
def test_dice_more_than_a_round_deals(people: int, size: int) -> None:
    assert said(header("sushi-roll", people), r2_1="T " * size + "T") == [
        f"Ben has {size + 1} dice in round 2: a round deals {size}"
    ]


def test_a_short_table_beside_a_full_one_is_a_problem() -> None:
    full = "T T T T T S S S S S"
    assert said(header(), r1_0=full, r1_1="D") == ["Ben has only 1 card in round 1: a round deals 10"]
    assert said(header(), r1_0=full, r2_1="D") == []
    assert said(header(), r1_0="T", r1_1="D D") == []
    assert said(header("sushi-roll"), r1_0="T T T T S S S S", r1_1="D") == [
        "Ben has only 1 die in round 1: a round deals 8"
    ]
    assert said(header(dummy=True), r1_0="T T T T S S S S S", r1_2="") == [
        "The dummy has only 0 cards in round 1: a round deals 9"
    ]


def test_the_deck_is_not_shuffled_again_between_rounds() -> None:
    assert said(header(), r1_0="C C", r2_0="C", r3_1="C C") == [
        "there are 5 chopsticks cards (Ana 3, Ben 2): the deck has 4"
    ]
    assert said(header(), r1_0="N3 N3 N3 N3 N3", r3_1="N3") == [
        "there are 6 squid nigiri cards (Ana 5, Ben 1): the deck has 5"
    ]


def test_the_bag_is_filled_again_for_each_round() -> None:
    assert said(header("sushi-roll"), r1_0="P1 P1 P1", r1_1="P2 P2", r2_0="P1 P1 P1") == [
        "there are 5 pudding dice in round 1 (Ana 3, Ben 2): the bag has 4"
    ]


def test_more_tokens_than_the_supply_are_a_problem() -> None:
    assert said(header("sushi-roll"), tokens_0="P33 U18 C0", tokens_1="P0 U1 C13") == [
        "there are 33 pudding tokens (Ana 33): the supply has 32",
        "there are 19 menu tokens (Ana 18, Ben 1): the supply has 18",
        "there are 13 chopsticks tokens (Ben 13): the supply has 12",
    ]


@given(st.data())
def test_a_real_deal_has_no_problems(data: st.DataObject) -> None:
    from kaiten.sushi_go import DECK, format_cards  # noqa: PLC0415

    people = data.draw(st.integers(2, 5))
    start = header(people=people)
    deck = data.draw(st.permutations(DECK))
    sheet, size = Sheet(start), start.size
    for number in (1, 2, 3):
        for seat in range(people):
            sheet = put(sheet, f"{number}/{seat}", format_cards(deck[:size]))
            deck = deck[size:]
    assert find_problems(sheet) == ()
