import pytest

from kaiten import sushi_go
from kaiten.kit.errors import IllegalMove
from kaiten.sushi_go import parse_move, score_round
from tests.playing import card_position, cards, choose_all, legal_cards


@pytest.mark.clause("SG-9")
def test_two_cards_need_chopsticks_from_an_earlier_turn_and_two_in_hand() -> None:
    assert legal_cards(card_position("T S", "W D", tableaus=("C", ""))) == ["T", "S", "T+S"]
    assert legal_cards(card_position("T S", "W D")) == ["T", "S"]
    assert legal_cards(card_position("T", "W", tableaus=("C", ""))) == ["T"]
    with pytest.raises(IllegalMove, match="two cards need chopsticks on the table from an earlier turn"):
        sushi_go.choose(card_position("T S", "W D"), 0, parse_move("T+S"))


@pytest.mark.clause("SG-9")
def test_one_use_a_turn_however_many_there_are() -> None:
    state = card_position("T S D", "W D P", tableaus=("C C", ""))
    assert all(len(move.cards) <= 2 for move in sushi_go.legal(state, 0))
    state = choose_all(state, "T+S", "W")
    assert state.tableaus[0] == cards("C T S")[0]


@pytest.mark.clause("SG-9")
def test_their_use_is_never_compulsory() -> None:
    state = choose_all(card_position("T S", "W D", tableaus=("C", "")), "T", "W")
    assert state.tableaus[0] == cards("C T")[0]


@pytest.mark.clause("SG-9")
def test_the_same_card_twice_only_where_the_hand_holds_two() -> None:
    assert "T+T" in legal_cards(card_position("T T", "W D", tableaus=("C", "")))
    state = card_position("T S", "W D", tableaus=("C", ""))
    assert "T+T" not in legal_cards(state)
    with pytest.raises(IllegalMove, match="the hand is T S "):
        sushi_go.choose(state, 0, parse_move("T+T"))


@pytest.mark.clause("SG-10")
def test_used_chopsticks_travel_with_the_hand() -> None:
    state = choose_all(card_position("T S D", "W N1 P", tableaus=("C", "")), "T+D", "W")
    assert state.hands == cards("N1 P", "S C")
    assert state.tableaus == cards("T D", "W")


@pytest.mark.clause("SG-11")
@pytest.mark.parametrize(
    ("move", "listed"), [("C+C", "C+C"), ("C+W", "W+C"), ("P+C", "P+C"), ("P+P", "P+P"), ("W+P", "P+W")]
)
def test_chopsticks_may_be_used_for_any_two_cards(move: str, listed: str) -> None:
    state = card_position("P P W C C", "T T T T T", tableaus=("C", ""))
    assert listed in legal_cards(state)
    after = choose_all(state, move, "T")
    assert len(after.hands[1]) == 4
    assert after.tableaus[0].count(sushi_go.Card.CHOPSTICKS) == move.count("C")
    assert after.puddings[0] == move.count("P")


@pytest.mark.clause("SG-11")
def test_chopsticks_chosen_this_turn_cannot_be_used_this_turn() -> None:
    state = card_position("C T S", "W D P")
    assert legal_cards(state) == ["T", "S", "C"]
    with pytest.raises(IllegalMove, match="from an earlier turn"):
        sushi_go.choose(state, 0, parse_move("C+T"))


@pytest.mark.clause("SG-12")
@pytest.mark.parametrize(
    ("hand", "table", "listed"),
    [
        ("N3 W", "C", ["N3+W", "W+N3"]),
        ("N3 W", "C W", ["N3+W"]),
        ("N3 W", "W C N1", ["N3+W", "W+N3"]),
        ("N1 N3", "C W", ["N1+N3", "N3+N1"]),
        ("N1 N3", "C", ["N1+N3"]),
        ("N1 N3", "W C W", ["N1+N3"]),
        ("N3 N3", "C W", ["N3+N3"]),
        ("T W", "C W", ["T+W"]),
        ("T N1", "C W", ["T+N1"]),
        ("P W", "C", ["P+W"]),
        ("M3 C", "C W", ["M3+C"]),
        ("N1 C", "C W", ["N1+C"]),
        ("N1 P", "C W", ["N1+P"]),
        ("W W", "C", ["W+W"]),
    ],
)
def test_both_orders_are_listed_only_where_they_differ(hand: str, table: str, listed: list[str]) -> None:
    state = card_position(hand, "T S", tableaus=(table, ""))
    assert [move for move in legal_cards(state) if "+" in move] == listed


@pytest.mark.clause("SG-12")
@pytest.mark.parametrize(
    ("move", "table", "points", "open_wasabi"),
    [("W+N3", "C", 9, 0), ("N3+W", "C", 3, 1), ("N1+N3", "C W", 6, 0), ("N3+N1", "C W", 10, 0), ("N3+W", "W C", 9, 1)],
)
def test_cards_are_placed_in_the_order_chosen(move: str, table: str, points: int, open_wasabi: int) -> None:
    state = card_position(" ".join(move.split("+")), "T S", tableaus=(table, ""))
    after = choose_all(state, move, "T")
    assert score_round(after.tableaus)[0] == points
    lines = [line for line in sushi_go.tally_round(after.tableaus)[0].lines if line.item == "wasabi"]
    assert sum(line.count for line in lines) == open_wasabi


@pytest.mark.clause("SG-12")
def test_either_order_may_be_played_where_only_one_is_listed() -> None:
    state = card_position("T S D", "W D P", tableaus=("C", ""))
    assert "S+T" not in legal_cards(state)
    one, other = choose_all(state, "T+S", "W"), choose_all(state, "S+T", "W")
    assert one.hands == other.hands
    assert score_round(one.tableaus) == score_round(other.tableaus)
