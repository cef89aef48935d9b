from typing import Any

import pytest

from kaiten import sushi_roll
from kaiten.kit.chance import Lot, Roll, Shuffle
from kaiten.kit.errors import ChanceError, OptionError
from kaiten.sushi_roll import Face, Kind, Options, tables
from tests.playing import act, begin, dice_position


@pytest.mark.clause("SR-1")
def test_thirty_dice_with_their_faces() -> None:
    owed = sushi_roll.owed(sushi_roll.settle(sushi_roll.new(Options(), 2), 0))
    assert isinstance(owed, Shuffle)
    assert owed.name == "bag"
    assert [*owed.items] == ["nigiri"] * 5 + ["maki"] * 6 + ["appetizer"] * 10 + ["specials"] * 5 + ["pudding"] * 4
    assert len(owed.items) == 30
    faces = {kind: " ".join(sides) for kind, (_, sides) in tables.DICE.items()}
    assert faces == {
        "nigiri": "N1 N1 N2 N2 N2 N3",
        "maki": "M1 M1 M2 M2 M3 M3",
        "appetizer": "D D D T T S",
        "specials": "W W U2 U2 C1 C2",
        "pudding": "P1 P1 P2 P2 P3 P3",
    }


@pytest.mark.clause("SR-1")
def test_a_roll_owes_the_faces_of_each_die() -> None:
    state = sushi_roll.settle(sushi_roll.new(Options(), 5), 0)
    state = sushi_roll.settle(
        state,
        ("nigiri", "maki", "appetizer", "specials", "pudding")
        + ("appetizer",) * 9
        + ("maki",) * 5
        + ("nigiri",) * 4
        + ("specials",) * 2,
    )
    owed = sushi_roll.owed(state)
    assert isinstance(owed, Roll)
    assert [" ".join(die) for die in owed.dice] == [
        "N1 N1 N2 N2 N2 N3",
        "M1 M1 M2 M2 M3 M3",
        "D D D T T S",
        "W W U2 U2 C1 C2",
        "P1 P1 P2 P2 P3 P3",
    ]


@pytest.mark.clause("SR-1")
@pytest.mark.parametrize("face", Face)
def test_every_face_belongs_to_one_kind(face: Face) -> None:
    assert [kind for kind, (_, faces) in tables.DICE.items() if face.code in faces] == [face.kind]


@pytest.mark.clause("SR-2")
def test_the_supply_is_the_total_less_the_tokens_held() -> None:
    view = sushi_roll.view(begin(("sushi-roll", 5, Options()), 1), None)
    assert view.supply == (18 - 15, 12 - 10, 32)


@pytest.mark.clause("SR-2")
@pytest.mark.parametrize(
    ("belt", "held", "after"),
    [
        ("U2", {"menus": (17, 0)}, {"menus": (18, 0)}),
        ("U2", {"menus": (9, 9)}, {"menus": (9, 9)}),
        ("C2", {"chopsticks": (3, 8)}, {"chopsticks": (4, 8)}),
        ("C1", {"chopsticks": (12, 0)}, {"chopsticks": (12, 0)}),
        ("P3", {"puddings": (0, 30)}, {"puddings": (2, 30)}),
        ("P1", {"puddings": (0, 32)}, {"puddings": (0, 32)}),
    ],
)
def test_a_die_gives_at_most_the_tokens_left(belt: str, held: dict[str, Any], after: dict[str, Any]) -> None:
    state = act(dice_position(f"{belt} T", "T T", **held), "take 0")
    for name, tokens in after.items():
        assert getattr(state, name) == tokens


@pytest.mark.clause("SR-2")
def test_tokens_are_kept_from_round_to_round() -> None:
    state = dice_position("U2", "P2", menus=(1, 2), chopsticks=(4, 0), puddings=(3, 1))
    state = act(state, "take 0", "take 0")
    assert state.round == 2
    assert (state.menus, state.chopsticks, state.puddings) == ((3, 2), (4, 0), (3, 3))


@pytest.mark.clause("SR-3")
@pytest.mark.parametrize(("players", "dice"), [(2, 8), (3, 7), (4, 6), (5, 5)])
def test_dice_each_and_starting_tokens(players: int, dice: int) -> None:
    state = begin(("sushi-roll", players, Options()), 1)
    assert [len(belt) for belt in state.belts] == [dice] * players
    assert state.menus == (3,) * players
    assert state.chopsticks == (2,) * players
    assert state.puddings == (0,) * players
    assert sushi_roll.view(state, 0).cycles == dice


@pytest.mark.clause("SR-3")
@pytest.mark.parametrize("players", [0, 1, 6])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(OptionError, match=f"^{players} players?: this game is for 2 to 5$"):
        sushi_roll.new(Options(), players)


@pytest.mark.clause("SR-3")
def test_the_red_belt_is_dealt_by_lot() -> None:
    state = sushi_roll.new(Options(), 4)
    assert sushi_roll.owed(state) == Lot("red_belt", 4)
    assert sushi_roll.actors(state) == ()
    assert sushi_roll.settle(state, 3).red == 3
    for wrong in (4, -1, ("0",)):
        with pytest.raises(ChanceError) as caught:
            sushi_roll.settle(state, wrong)
        assert str(caught.value) == f"red_belt {wrong!r}: it is a seat from 0 to 3"


@pytest.mark.clause("SR-4")
def test_all_views_are_equal() -> None:
    state = act(begin(("sushi-roll", 3, Options()), 4), "take 2")
    views = [sushi_roll.view(state, seat) for seat in (0, 1, 2, None)]
    for view in views:
        assert view.belts == state.belts
        assert (view.trays, view.menus, view.chopsticks, view.puddings, view.red, view.acting, view.last) == (
            state.trays,
            state.menus,
            state.chopsticks,
            state.puddings,
            state.red,
            state.acting,
            state.last,
        )


@pytest.mark.clause("SR-4")
def test_neither_the_bag_nor_the_next_roll_is_in_a_state() -> None:
    """Two games that differ only in the next draws have equal states, and so equal views."""
    one = act(dice_position("T D S", "N1 M1 W"), "menu 0,2")
    other = act(dice_position("T D S", "N1 M1 W"), "menu 0,2")
    assert one == other
    assert sushi_roll.settle(one, ("D", "D")) != sushi_roll.settle(other, ("S", "D"))


def test_wrong_draws_are_refused() -> None:
    state = sushi_roll.settle(sushi_roll.new(Options(), 2), 0)
    bag = ("nigiri",) * 5 + ("maki",) * 6 + ("pudding",) * 4 + ("appetizer",)
    with pytest.raises(ChanceError, match="bag 3: it is a list of dice"):
        sushi_roll.settle(state, 3)
    with pytest.raises(ChanceError, match="the bag gave 15 dice: 2 players take 16"):
        sushi_roll.settle(state, bag[1:])
    with pytest.raises(ChanceError, match="the bag gave 'rice': a die is one of nigiri maki"):
        sushi_roll.settle(state, ("rice", *bag[1:]))
    with pytest.raises(ChanceError, match="the bag gave 5 pudding dice: there are 4"):
        sushi_roll.settle(state, ("pudding", *bag[1:]))
    state = sushi_roll.settle(state, bag)
    assert state.unrolled == (
        (Kind.NIGIRI,) * 5 + (Kind.MAKI,) * 3,
        (Kind.MAKI,) * 3 + (Kind.PUDDING,) * 4 + (Kind.APPETIZER,),
    )
    with pytest.raises(ChanceError, match="the roll shows 2 dice: 8 were rolled"):
        sushi_roll.settle(state, ("N1", "N1"))
    with pytest.raises(ChanceError, match="the roll shows 'N1' on a maki die: it has M1 M2 M3"):
        sushi_roll.settle(state, ("N1",) * 8)
    with pytest.raises(ChanceError, match="^there is nothing to draw now$"):
        sushi_roll.settle(dice_position("T", "S"), ("T",))


def test_belts_are_rolled_one_by_one_in_seat_order() -> None:
    state = sushi_roll.settle(sushi_roll.new(Options(), 2), 1)
    state = sushi_roll.settle(state, ("nigiri", "maki") * 5 + ("appetizer",) * 6)
    state = sushi_roll.settle(state, ("N1", "M1") * 4)
    assert len(state.belts) == 1
    assert sushi_roll.actors(state) == ()
    assert sushi_roll.view(state, 0).cycle == 1
    state = sushi_roll.settle(state, ("N3", "M3", "D", "D", "D", "T", "T", "S"))
    assert sushi_roll.format_faces(state.belts[1]) == "N3 M3 D D D T T S"
    assert sushi_roll.actors(state) == (1,)
