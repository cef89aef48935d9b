from collections import Counter

import pytest

from kaiten import sushi_go
from kaiten.kit.chance import Lot, Shuffle
from kaiten.kit.errors import ChanceError, OptionError
from kaiten.sushi_go.play import undealt
from tests.playing import Setup, begin, random_states


@pytest.mark.clause("SG-1")
def test_the_deck_has_108_cards() -> None:
    counts = Counter(card.label for card in sushi_go.DECK)
    assert counts == {
        "tempura": 14,
        "sashimi": 14,
        "dumpling": 14,
        "maki x1": 6,
        "maki x2": 12,
        "maki x3": 8,
        "salmon nigiri": 10,
        "squid nigiri": 5,
        "egg nigiri": 5,
        "pudding": 10,
        "wasabi": 6,
        "chopsticks": 4,
    }
    assert counts.total() == 108


@pytest.mark.clause("SG-1")
def test_the_deck_owed_lists_the_cards_in_the_order_of_the_tables() -> None:
    owed = sushi_go.owed(sushi_go.new(sushi_go.Options(), 2))
    assert isinstance(owed, Shuffle)
    assert (owed.name, owed.take) == ("deck", 108)
    assert list(dict.fromkeys(owed.items)) == ["T", "S", "D", "M1", "M2", "M3", "N1", "N2", "N3", "P", "W", "C"]


@pytest.mark.clause("SG-2")
@pytest.mark.parametrize(("players", "size"), [(2, 10), (3, 9), (4, 8), (5, 7)])
def test_hand_size_depends_on_the_players(players: int, size: int) -> None:
    state = begin(("sushi-go", players, sushi_go.Options()), 1)
    assert [len(hand) for hand in state.hands] == [size] * players


@pytest.mark.clause("SG-2")
@pytest.mark.parametrize("players", [-1, 0, 1, 6])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(OptionError, match=f"^{players} players?: this game is for 2 to 5$"):
        sushi_go.new(sushi_go.Options(), players)


@pytest.mark.clause("SG-3")
@pytest.mark.parametrize(("players", "left"), [(2, 48), (3, 27), (4, 12), (5, 3)])
def test_every_round_is_dealt_from_the_same_pile_in_blocks(players: int, left: int) -> None:
    setup: Setup = ("sushi-go", players, sushi_go.Options())
    size = sushi_go.hand_size(sushi_go.Options(), players)
    deals = [state for state in random_states(setup, 3) if state.deck and state.turn == 1 and not any(state.choices)]
    assert [state.round for state in deals] == [1, 2, 3]
    for state in deals:
        assert state.deck == deals[0].deck
        start = (state.round - 1) * players * size
        for seat, hand in enumerate(state.hands):
            block = state.deck[start + seat * size : start + (seat + 1) * size]
            assert Counter(hand) == Counter(block)
    assert len(undealt(deals[-1])) == left


@pytest.mark.clause("SG-3")
def test_the_game_ends_after_three_rounds_and_owes_nothing_more() -> None:
    *_, last = random_states(("sushi-go", 5, sushi_go.Options()), 3)
    assert last.over
    assert sushi_go.owed(last) is None
    assert sushi_go.actors(last) == ()
    assert sushi_go.legal(last, 0) == ()
    with pytest.raises(ChanceError, match="^the deck has been dealt: nothing is left to draw$"):
        sushi_go.settle(last, ("T",) * 108)


def test_a_wrong_deck_is_refused() -> None:
    state = sushi_go.new(sushi_go.Options(), 2)
    codes = tuple(card.code for card in sushi_go.DECK)
    with pytest.raises(ChanceError, match="the deck holds 'X': a card is one of T S D"):
        sushi_go.settle(state, ("X", *codes[1:]))
    with pytest.raises(ChanceError, match="the deck holds 15 tempura: it should be 14"):
        sushi_go.settle(state, ("T", *codes))
    with pytest.raises(ChanceError, match="deck 3: it is a list of 108 cards"):
        sushi_go.settle(state, 3)


def test_the_lot_for_the_first_control_is_drawn_only_where_it_is_not_set() -> None:
    state = sushi_go.new(sushi_go.Options(dummy=True), 2)
    assert sushi_go.owed(state) == Lot("first_control", 2)
    assert sushi_go.settle(state, 1).options.first_control == 1
    for wrong in (2, -1, ("0",)):
        with pytest.raises(ChanceError) as caught:
            sushi_go.settle(state, wrong)
        assert str(caught.value) == f"first_control {wrong!r}: it is seat 0 or seat 1"
    assert state.revealed == ()
    for known in (sushi_go.Options(), sushi_go.Options(dummy=True, first_control=0)):
        assert isinstance(sushi_go.owed(sushi_go.new(known, 2)), Shuffle)


def test_impossible_options_are_refused() -> None:
    with pytest.raises(OptionError, match="pass 'right': hands pass 'left' or 'both' ways"):
        sushi_go.Options(passing="right")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="first_control 2: it is seat 0 or seat 1"):
        sushi_go.Options(dummy=True, first_control=2)
    with pytest.raises(OptionError, match="first_control 1: it is 0 where there is no dummy"):
        sushi_go.Options(first_control=1)
