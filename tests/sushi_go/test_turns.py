from itertools import permutations

import pytest

from kaiten import sushi_go
from kaiten.kit.errors import IllegalMove
from kaiten.sushi_go import parse_move
from tests.playing import begin, card_position, cards, choose_all, legal_cards


@pytest.mark.clause("SG-5")
def test_choices_in_any_order_of_arrival_give_the_same_state() -> None:
    start = card_position("T S", "W N3", "P D", tableaus=("C", "", ""))
    moves = {0: "T+S", 1: "W", 2: "P"}
    ends = set()
    for order in permutations(moves):
        state = start
        for seat in order:
            state = sushi_go.choose(state, seat, parse_move(moves[seat]))
        ends.add(state)
    assert len(ends) == 1


@pytest.mark.clause("SG-5")
def test_a_choice_may_be_changed_until_the_last_player_has_chosen() -> None:
    state = card_position("T S", "W N3")
    state = sushi_go.choose(state, 0, parse_move("T"))
    assert sushi_go.actors(state) == (1,)
    assert legal_cards(state) == ["T", "S"]
    state = sushi_go.choose(state, 0, parse_move("S"))
    assert state.tableaus == ((), ())
    state = sushi_go.choose(state, 1, parse_move("W"))
    assert state.tableaus == cards("S", "W")


@pytest.mark.clause("SG-5")
@pytest.mark.parametrize("first", ["T", "S", "S+T"])
def test_nobody_sees_a_choice_or_the_use_of_chopsticks_before_the_reveal(first: str) -> None:
    start = card_position("T S", "W N3", tableaus=("C", ""))
    chosen = sushi_go.choose(start, 0, parse_move(first))
    other = sushi_go.choose(start, 0, parse_move("T+S"))
    for seat in (1, None):
        assert sushi_go.view(chosen, seat) == sushi_go.view(other, seat)
        assert sushi_go.view(chosen, seat).ready == (True, False)
    assert sushi_go.view(chosen, 0).chosen == parse_move(first)


@pytest.mark.clause("SG-6")
def test_a_choice_is_one_card_of_the_hand() -> None:
    state = card_position("T T S", "W N3 D")
    assert legal_cards(state) == ["T", "S"]
    with pytest.raises(IllegalMove) as caught:
        sushi_go.choose(state, 0, parse_move("N3"))
    assert str(caught.value) == "seat 0 cannot play N3: the hand is T T S (legal: T, S)"
    for wrong in (sushi_go.Move(()), sushi_go.Move(cards("T T S")[0])):
        with pytest.raises(IllegalMove) as caught:
            sushi_go.choose(state, 0, wrong)
        assert caught.value.problem == "a choice is one card, or two with chopsticks"
    with pytest.raises(IllegalMove, match="only the player in control chooses for the dummy"):
        sushi_go.choose(state, 0, parse_move("T/S"))


@pytest.mark.clause("SG-7")
def test_hands_pass_to_the_left_in_every_round() -> None:
    for number in (1, 2, 3):
        state = card_position("T S", "W N3", "P D", round_number=number)
        assert choose_all(state, "T", "W", "P").hands == cards("D", "S", "N3")


@pytest.mark.clause("SG-8")
def test_the_last_card_is_put_down_by_its_receiver() -> None:
    state = card_position("T S", "W N3", tableaus=("C", "C"), turn=9)
    state = choose_all(state, "T", "W")
    assert (state.turn, state.hands) == (10, cards("N3", "S"))
    assert legal_cards(state, 0) == ["N3"]
    with pytest.raises(IllegalMove, match="the hand has only 1 left"):
        sushi_go.choose(state, 0, parse_move("N3+N3"))
    state = choose_all(state, "N3", "S")
    assert state.past == (cards("C T N3", "C W S"),)
    assert (state.round, state.turn) == (2, 1)


@pytest.mark.clause("SG-8")
def test_the_controller_chooses_whose_the_last_two_cards_are() -> None:
    options = sushi_go.Options(dummy=True, first_control=0)
    state = card_position("T P", "W", options=options, turn=9, tableaus=("C", "", ""))
    assert legal_cards(state, 0) == ["T/P", "P/T"]
    assert legal_cards(state, 1) == ["W"]
    state = choose_all(state, "P/T", "W")
    assert state.past == (cards("C", "W", "T"),)
    assert state.puddings == (1, 0, 0)


def test_only_a_seat_of_a_game_in_play_can_choose() -> None:
    dealt = begin(("sushi-go", 2, sushi_go.Options()), 1)
    for seat in (-1, 2):
        with pytest.raises(IllegalMove, match="the seats are 0 to 1"):
            sushi_go.choose(dealt, seat, parse_move("T"))
    with pytest.raises(IllegalMove, match="the cards have not been dealt yet"):
        sushi_go.choose(sushi_go.new(sushi_go.Options(), 2), 0, parse_move("T"))
    over = choose_all(card_position("T", "W", round_number=3, turn=10, past=(cards("", ""),) * 2), "T", "W")
    with pytest.raises(IllegalMove, match="the game is over"):
        sushi_go.choose(over, 0, parse_move("T"))


def test_a_long_list_of_legal_moves_is_truncated() -> None:
    dummy = sushi_go.Options(dummy=True, first_control=0)
    state = card_position(
        "T S D M1 M2 M3 N1 N2 N3 P", "W W W W W W W W W", options=dummy, turn=1, tableaus=("C", "", "")
    )
    with pytest.raises(IllegalMove) as caught:
        sushi_go.choose(state, 0, parse_move("W/C"))
    assert caught.value.legal.startswith("T/S, T/D, ")
    assert caught.value.legal.endswith(f" and {len(sushi_go.legal(state, 0)) - 20} more")


def test_the_choices_of_the_turn_before_are_in_the_state() -> None:
    state = choose_all(card_position("T S", "W N3", tableaus=("C", "")), "S+T", "W")
    assert state.revealed == (parse_move("S+T"), parse_move("W"))
    assert sushi_go.view(state, None).revealed == state.revealed
    half = sushi_go.choose(state, 0, sushi_go.legal(state, 0)[0])
    assert half.revealed == state.revealed
    last = choose_all(card_position("T", "W", turn=10), "T", "W")
    assert last.round == 2
    assert last.revealed == (parse_move("T"), parse_move("W"))


@pytest.mark.parametrize(
    ("seat", "move", "refusal"),
    [
        (0, "T", "in control, a card for the dummy is needed too, as in T/P"),
        (0, "T+S/D", "two cards need chopsticks on the table from an earlier turn"),
        (1, "W/T", "seat 1 cannot play W/T: only the player in control chooses for the dummy (legal: W, C)"),
        (1, "W+C", "seat 1 cannot play W+C: two cards need chopsticks on the table from an earlier turn (legal: W, C)"),
        (2, "W", "seat 2 cannot play W: the seats are 0 to 1"),
    ],
)
def test_refusals_in_full(seat: int, move: str, refusal: str) -> None:
    state = card_position("T S D", "W C", options=sushi_go.Options(dummy=True, first_control=0), turn=1)
    with pytest.raises(IllegalMove) as caught:
        sushi_go.choose(state, seat, parse_move(move))
    assert refusal in (str(caught.value), caught.value.problem)
    assert caught.value.seat == seat


def test_refusals_when_no_seat_can_choose() -> None:
    with pytest.raises(IllegalMove) as caught:
        sushi_go.choose(sushi_go.new(sushi_go.Options(), 2), 0, parse_move("T"))
    assert str(caught.value) == "seat 0 cannot play T: the cards have not been dealt yet"
    over = choose_all(card_position("T", "W", round_number=3, turn=10, past=(cards("", ""),) * 2), "T", "W")
    with pytest.raises(IllegalMove) as caught:
        sushi_go.choose(over, 1, parse_move("T"))
    assert str(caught.value) == "seat 1 cannot play T: the game is over"


@pytest.mark.clause("SG-5")
def test_a_turn_ends_with_the_last_choice_which_was_hidden_until_then() -> None:
    start = card_position("T S", "W N3")
    one = sushi_go.choose(start, 0, parse_move("T"))
    assert sushi_go.hidden_choice(one, 0) == parse_move("T")
    assert sushi_go.hidden_choice(one, 1) is None
    assert not sushi_go.ends_turn(one, parse_move("T"))
    both = sushi_go.choose(one, 1, parse_move("W"))
    assert sushi_go.ends_turn(both, parse_move("W"))
    assert sushi_go.turn_key(start, 0) == (start.round, start.turn)
    assert sushi_go.turn_key(both, 2) == (start.round, start.turn + 1)
