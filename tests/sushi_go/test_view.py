import pytest

from kaiten import sushi_go
from kaiten.kit.errors import SeatError
from kaiten.sushi_go import Card, Known, Options
from tests.playing import begin, card_position, cards, choose_all, random_states


@pytest.mark.clause("SG-4")
def test_a_player_knows_their_hand_and_no_other_before_the_first_pass() -> None:
    state = begin(("sushi-go", 3, Options()), 2)
    view = sushi_go.view(state, 1)
    assert view.hand == state.hands[1]
    assert [known.cards for known in view.hands] == [(), state.hands[1], ()]
    assert [known.size for known in view.hands] == [9, 9, 9]
    spectator = sushi_go.view(state, None)
    assert spectator.hand == ()
    assert spectator.legal == ()
    assert all(known.cards == () for known in spectator.hands)


@pytest.mark.clause("SG-4")
def test_a_player_remembers_the_hands_they_passed_on() -> None:
    state = card_position("T S D", "W N3 N1", "P D M1", turn=1)
    state = choose_all(state, "T", "W", "P")
    assert state.hands == cards("D M1", "S D", "N1 N3")
    assert [known.cards for known in sushi_go.view(state, 0).hands] == [*cards("D M1", "S D", "")]
    assert [known.cards for known in sushi_go.view(state, 2).hands] == [*cards("D M1", "", "N1 N3")]
    state = choose_all(state, "D", "S", "N3")
    assert [known.cards for known in sushi_go.view(state, 0).hands] == [*cards("N1", "M1", "D")]


@pytest.mark.clause("SG-4")
def test_memory_follows_the_other_direction_too() -> None:
    state = card_position("T S D", "W N3 N1", "P D M1", turn=1, round_number=2, options=Options(passing="both"))
    state = choose_all(state, "T", "W", "P")
    assert [known.cards for known in sushi_go.view(state, 0).hands] == [*cards("N1 N3", "", "S D")]


@pytest.mark.clause("SG-4")
def test_everybody_knows_where_returned_chopsticks_are() -> None:
    state = card_position("T S D T", "W N3 N1 N1", "P D M1 C", turn=1, tableaus=("C", "", ""))
    state = choose_all(state, "T+S", "W", "P")
    assert sushi_go.view(state, None).hands == (Known(3, ()), Known(3, (Card.CHOPSTICKS,)), Known(3, ()))
    assert sushi_go.view(state, 2).hands[1].cards == (Card.CHOPSTICKS,)
    state = choose_all(state, "C", "C", "N3")
    assert [known.cards for known in sushi_go.view(state, None).hands] == [(), (), ()]


@pytest.mark.clause("SG-4")
def test_chopsticks_taken_by_the_dummy_or_in_twos_are_gone_too() -> None:
    options = Options(dummy=True, first_control=0)
    state = card_position("T S C", "W N3", options=options, turn=1, returned=(1, 0))
    assert sushi_go.view(state, None).hands[0].cards == (Card.CHOPSTICKS,)
    state = choose_all(state, "T/C", "W")
    assert sushi_go.view(state, None).hands[1].cards == ()
    state = card_position("T C C S", "W N3 D D", turn=4, returned=(2, 0), tableaus=("C", ""))
    state = choose_all(state, "C+C", "W")
    assert sushi_go.view(state, None).hands[1].cards == (Card.CHOPSTICKS,)


@pytest.mark.clause("SG-4")
def test_chopsticks_returned_twice_are_known_twice() -> None:
    state = card_position("T S D C", "W N3 N1 N1", turn=4, returned=(1, 0), tableaus=("C", ""))
    state = choose_all(state, "T+S", "W")
    assert sushi_go.view(state, None).hands[1].cards == (Card.CHOPSTICKS,) * 2


@pytest.mark.clause("SG-4")
def test_memory_ends_with_the_round() -> None:
    state = card_position("T", "W", turn=10, returned=(0, 0))
    state = choose_all(state, "T", "W")
    assert sushi_go.view(state, 0).hands[1].cards == ()


@pytest.mark.clause("SG-4")
def test_tables_puddings_scores_and_discards_are_public() -> None:
    *_, last = random_states(("sushi-go", 4, Options()), 9)
    for seat in (0, 3, None):
        view = sushi_go.view(last, seat)
        assert view.past == last.past
        assert view.puddings == last.puddings
        assert view.outcome == sushi_go.outcome(last)
        assert view.rounds == sushi_go.outcome(last).rounds  # type: ignore[union-attr]
        assert view.undealt == 12


def test_a_view_has_turns_direction_tally_and_result() -> None:
    state = card_position("T S", "W N3", tableaus=("T T C", "M1"), puddings=(2, 1), turn=9)
    view = sushi_go.view(state, 0)
    assert (view.round, view.turn, view.turns, view.passes_left) == (1, 9, 10, True)
    assert view.legal == sushi_go.legal(state, 0)
    assert [tally.points for tally in view.tally] == [5, 6]
    assert [tally.points for tally in view.dessert] == [6, 0]
    assert view.rounds == ()
    assert view.outcome is None
    assert (view.in_control, view.drawn, view.pile) == (None, None, 0)
    assert view.undealt == 88
    with_dummy = begin(("sushi-go", 2, Options(dummy=True, first_control=0)), 1)
    assert sushi_go.view(with_dummy, 0).legal == sushi_go.legal(with_dummy, 0)
    assert sushi_go.view(with_dummy, 1).legal == sushi_go.legal(with_dummy, 1)
    assert sushi_go.view(with_dummy, 1).undealt == 81


def test_a_view_of_a_seat_that_does_not_exist_is_refused() -> None:
    state = begin(("sushi-go", 2, Options()), 1)
    for seat in (-1, 2):
        with pytest.raises(SeatError, match=f"^seat {seat}: the seats are 0 to 1$"):
            sushi_go.view(state, seat)
        with pytest.raises(SeatError):
            sushi_go.legal(state, seat)


def test_before_the_deal_there_is_nothing_to_see() -> None:
    view = sushi_go.view(sushi_go.new(Options(dummy=True), 2), 0)
    assert (view.hand, view.legal, view.pile, view.in_control) == ((), (), 0, None)
