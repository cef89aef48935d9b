import pytest

from kaiten import sushi_go
from kaiten.kit.errors import IllegalMove, OptionError
from kaiten.sushi_go import Options, parse_move
from kaiten.sushi_go.play import dummy_pile
from kaiten.sushi_go.scoring import outcome, pudding_loss, pudding_points
from tests.playing import begin, card_position, cards, choose_all, legal_cards, random_states

DUMMY = Options(dummy=True, first_control=0)
NOTHING = cards("", "", "")


@pytest.mark.clause("SG-18")
def test_pass_both_ways_reverses_round_2() -> None:
    for number, hands in ((1, "D|S|N3"), (2, "N3|D|S"), (3, "D|S|N3")):
        state = card_position("T S", "W N3", "P D", round_number=number, options=Options(passing="both"))
        assert choose_all(state, "T", "W", "P").hands == cards(*hands.split("|"))
        assert sushi_go.view(state, 0).passes_left == (number != 2)


@pytest.mark.clause("SG-18")
def test_pass_both_ways_changes_nothing_with_two_players() -> None:
    left = [state.hands for state in random_states(("sushi-go", 2, Options()), 5)]
    both = [state.hands for state in random_states(("sushi-go", 2, Options(passing="both")), 5)]
    assert left == both


@pytest.mark.clause("SG-19")
def test_three_blocks_of_nine_and_the_third_is_the_pile() -> None:
    state = begin(("sushi-go", 2, DUMMY), 7)
    assert [len(hand) for hand in state.hands] == [10, 9]
    assert tuple(sorted((*state.deck[:9], state.deck[18]))) == state.hands[0]
    assert tuple(sorted(state.deck[9:18])) == state.hands[1]
    assert state.drawn == state.deck[18]
    assert dummy_pile(state) == state.deck[19:27]


@pytest.mark.clause("SG-19")
def test_hand_sizes_and_control_through_the_game() -> None:
    turns = [s for s in random_states(("sushi-go", 2, DUMMY), 7) if s.deck and not any(s.choices) and not s.over]
    assert len(turns) == 27
    for number, state in enumerate(turns):
        control, turn = number % 2, number % 9
        assert sushi_go.view(state, None).in_control == control
        assert (len(state.hands[control]), len(state.hands[1 - control])) == (10 - turn, 9 - turn)
        assert len(dummy_pile(state)) == 8 - turn
        assert sushi_go.view(state, None).pile == 8 - turn
    assert [state.round for state in turns] == [1] * 9 + [2] * 9 + [3] * 9


@pytest.mark.clause("SG-19")
def test_the_first_control_is_an_option() -> None:
    for seat in (0, 1):
        state = begin(("sushi-go", 2, Options(dummy=True, first_control=seat)), 7)
        assert sushi_go.view(state, None).in_control == seat


@pytest.mark.clause("SG-19")
def test_the_controller_chooses_for_the_dummy_and_the_players_swap_hands() -> None:
    state = card_position("T S D", "W N3", options=DUMMY, turn=1)
    assert legal_cards(state, 0) == ["T/S", "T/D", "S/T", "S/D", "D/T", "D/S"]
    state = choose_all(state, "D/T", "W")
    assert state.tableaus == cards("D", "W", "T")
    assert state.hands[0] == cards("N3")[0]
    assert state.drawn is not None
    assert state.hands[1] == tuple(sorted((*cards("S")[0], state.drawn)))


@pytest.mark.clause("SG-19")
def test_a_card_for_the_dummy_is_needed_in_control_and_refused_otherwise() -> None:
    state = card_position("T S D", "W N3", options=DUMMY, turn=1)
    with pytest.raises(IllegalMove, match="a card for the dummy is needed too"):
        sushi_go.choose(state, 0, parse_move("T"))
    with pytest.raises(IllegalMove, match="only the player in control chooses for the dummy"):
        sushi_go.choose(state, 1, parse_move("W/N3"))
    with pytest.raises(IllegalMove, match="the hand is T S D"):
        sushi_go.choose(state, 0, parse_move("T/T"))


@pytest.mark.clause("SG-19")
def test_the_dummy_is_for_two_players() -> None:
    with pytest.raises(OptionError, match="3 players with the dummy: that variant is for 2"):
        sushi_go.new(DUMMY, 3)


@pytest.mark.clause("SG-20")
def test_the_dummys_nigiri_go_on_its_wasabi_and_its_chopsticks_do_nothing() -> None:
    state = card_position("T N3 D", "W N1", options=DUMMY, turn=1, tableaus=("", "", "W C"))
    assert all(len(move.cards) == 1 for move in sushi_go.legal(state, 0))
    state = choose_all(state, "T/N3", "W")
    assert sushi_go.score_round(state.tableaus) == (0, 0, 9)
    assert state.tableaus[2] == cards("W C N3")[0]


@pytest.mark.clause("SG-20")
def test_the_dummy_takes_part_in_maki_and_puddings_but_cannot_win() -> None:
    last = cards("M1", "M2", "M3 T T")
    result = outcome((NOTHING, NOTHING, last), (1, 2, 4), DUMMY)
    assert result.rounds[2] == (0, 3, 11)
    assert result.puddings == (0, 0, 6)
    assert result.totals == (0, 3, 17)
    assert result.winners == (1,)


@pytest.mark.clause("SG-20")
def test_a_tie_with_the_dummy_is_not_a_tie_for_the_win() -> None:
    result = outcome((NOTHING, NOTHING, cards("T T", "N1", "T T")), (0, 0, 0), DUMMY)
    assert result.winners == (0,)


@pytest.mark.clause("SG-20")
@pytest.mark.parametrize(
    ("counts", "without", "with_penalty"),
    [
        ([3, 1, 2], (6, 0, 0), (6, -6, 0)),
        ([3, 2, 1], (6, 0, 0), (6, 0, -6)),
        ([3, 1, 1], (6, 0, 0), (6, -3, -3)),
        ([2, 1, 2], (3, 0, 3), (3, -6, 3)),
        ([2, 2, 2], (0, 0, 0), (0, 0, 0)),
    ],
)
def test_fewest_puddings_lose_only_with_the_penalty(
    counts: list[int], without: tuple[int, ...], with_penalty: tuple[int, ...]
) -> None:
    assert pudding_points(counts, loss=pudding_loss(DUMMY, 2)) == without
    penalty = Options(dummy=True, dummy_pudding_penalty=True, first_control=0)
    assert pudding_points(counts, loss=pudding_loss(penalty, 2)) == with_penalty


@pytest.mark.clause("SG-21")
def test_chopsticks_in_control_need_three_cards() -> None:
    state = card_position("T S D", "W N3", options=DUMMY, turn=7, tableaus=("C", "C", ""))
    assert "T+S/D" in legal_cards(state, 0)
    after = choose_all(state, "D+T/S", "W")
    assert after.tableaus == cards("D T", "C W", "S")
    assert after.hands[0] == cards("N3")[0]
    state = card_position("T S", "W", options=DUMMY, turn=9, tableaus=("C", "C", ""))
    assert legal_cards(state, 0) == ["T/S", "S/T"]
    with pytest.raises(IllegalMove, match="the hand has only 2 left"):
        sushi_go.choose(state, 0, parse_move("T+S/D"))


@pytest.mark.clause("SG-21")
def test_the_drawn_card_is_in_the_hand_and_travels_with_it() -> None:
    state = begin(("sushi-go", 2, DUMMY), 7)
    drawn = state.drawn
    others = [card for card in dict.fromkeys(state.hands[0]) if card != drawn]
    move = sushi_go.Move((others[0],), others[1])
    after = sushi_go.choose(sushi_go.choose(state, 0, move), 1, sushi_go.legal(state, 1)[0])
    assert drawn in after.hands[1]
    kept = sushi_go.Move((drawn,), others[0])
    assert kept in sushi_go.legal(state, 0)


@pytest.mark.clause("SG-21")
def test_only_the_controller_knows_the_drawn_card_until_it_is_passed_on() -> None:
    state = begin(("sushi-go", 2, DUMMY), 7)
    assert sushi_go.view(state, 0).drawn == state.drawn
    assert sushi_go.view(state, 1).drawn is None
    assert sushi_go.view(state, None).drawn is None
    state = choose_all(state, sushi_go.format_move(sushi_go.legal(state, 0)[0]), legal_cards(state, 1)[0])
    known = sushi_go.view(state, 0).hands[1]
    assert known.size == 9
    assert len(known.cards) == 8
    passed_on = [*state.hands[1]]
    assert state.drawn is not None
    passed_on.remove(state.drawn)
    assert known.cards == tuple(passed_on)
    assert sushi_go.view(state, 1).drawn == state.drawn
    half = sushi_go.choose(state, 0, sushi_go.legal(state, 0)[0])
    assert sushi_go.view(half, 1).drawn == state.drawn
    assert sushi_go.view(half, 0).hands[1] == known
