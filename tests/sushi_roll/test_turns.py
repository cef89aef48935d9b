import pytest

from kaiten import sushi_roll
from kaiten.kit.chance import Roll
from kaiten.kit.errors import IllegalMove, NotationError, OptionError, SeatError
from kaiten.sushi_roll import Menu, Options, Reroll, Swap, Take, parse_move
from tests.playing import act, begin, dice_position, random_states, trays


@pytest.mark.clause("SR-5")
def test_the_holder_of_the_red_belt_starts_then_to_the_left_one_turn_each() -> None:
    state = dice_position("T D", "T D", "T D", red=1)
    order: list[int] = []
    for _ in range(3):
        order += sushi_roll.actors(state)
        state = act(state, "take 0")
    assert order == [1, 2, 0]


@pytest.mark.clause("SR-5")
def test_every_round_begins_with_dice_from_the_bag_all_rolled() -> None:
    bags = [
        state
        for state in random_states(("sushi-roll", 4, Options()), 2)
        if len(state.unrolled) == 4 and len(state.unrolled[0]) == 6
    ]
    assert [state.round for state in bags] == [1, 2, 3]
    assert all(state.belts == () for state in bags)


@pytest.mark.clause("SR-6")
def test_a_menu_is_paid_and_rerolls_just_the_dice_named() -> None:
    state = act(dice_position("T M1 N1 W", "T D S S"), "menu 1,3")
    assert state.menus == (2, 3)
    assert state.last == (0, Menu((1, 3)))
    assert state.rerolling == Reroll(0, (1, 3))
    owed = sushi_roll.owed(state)
    assert isinstance(owed, Roll)
    assert [die[0] for die in owed.dice] == ["M1", "W"]
    assert sushi_roll.actors(state) == ()
    assert sushi_roll.view(state, 0).legal == ()
    state = sushi_roll.settle(state, ("M3", "C2"))
    assert state.belts == trays("T M3 N1 C2", "T D S S")
    assert state.rerolling is None
    assert sushi_roll.actors(state) == (0,)


@pytest.mark.clause("SR-6")
def test_chopsticks_are_paid_and_swap_two_dice_in_place() -> None:
    state = act(dice_position("T M1 N1", "D W S", "S S S"), "swap 2 with 1:1")
    assert state.chopsticks == (1, 2, 2)
    assert state.last == (0, Swap(2, 1, 1))
    assert state.belts == trays("T M1 W", "D N1 S", "S S S")
    assert sushi_roll.actors(state) == (0,)
    assert sushi_roll.owed(state) is None


@pytest.mark.clause("SR-6")
def test_any_number_of_tokens_in_any_order_then_none_are_left() -> None:
    state = dice_position("T M1", "D W")
    state = act(state, "swap 0 with 1:0")
    state = sushi_roll.settle(act(state, "menu 0"), ("S",))
    state = act(state, "swap 0 with 1:0")
    assert not any(isinstance(move, Swap) for move in sushi_roll.legal(state, 0))
    with pytest.raises(IllegalMove, match="cannot play swap 0 with 1:0: no chopsticks left"):
        act(state, "swap 0 with 1:0")
    for face in ("T", "D"):
        state = sushi_roll.settle(act(state, "menu 0"), (face,))
    assert sushi_roll.legal(state, 0) == (Take(0), Take(1))
    with pytest.raises(IllegalMove, match=r"cannot play menu 0: no menus left \(legal: take 0 to take 1\)"):
        act(state, "menu 0")
    assert sushi_roll.view(state, None).supply == (18 - 3, 12 - 2, 32)


@pytest.mark.clause("SR-6")
def test_all_choices_are_listed_once() -> None:
    state = dice_position("T M1 N1", "D W", "S S S")
    moves = sushi_roll.legal(state, 0)
    assert len(set(moves)) == len(moves) == 3 + 3 * 5 + 7
    assert [move.dice for move in moves if isinstance(move, Menu)] == [
        (0,),
        (1,),
        (2,),
        (0, 1),
        (0, 2),
        (1, 2),
        (0, 1, 2),
    ]
    assert sushi_roll.legal(state, 1) == ()
    assert sushi_roll.view(state, 0).legal == moves
    assert sushi_roll.view(state, 1).legal == sushi_roll.view(state, None).legal == ()


@pytest.mark.clause("SR-6")
def test_no_swap_with_an_empty_belt_or_ones_own() -> None:
    state = act(dice_position("T", "D", "S"), "take 0")
    assert {move.seat for move in sushi_roll.legal(state, 1) if isinstance(move, Swap)} == {2}
    with pytest.raises(IllegalMove, match="the belt of seat 0 is empty"):
        act(state, "swap 0 with 0:0")
    with pytest.raises(IllegalMove, match="the belt of seat 2 is S"):
        act(state, "swap 0 with 2:1")
    for seat in (1, 3):
        with pytest.raises(IllegalMove) as caught:
            act(state, f"swap 0 with {seat}:0")
        assert caught.value.problem == "chopsticks swap with another player's belt"
        assert caught.value.seat == 1
    with pytest.raises(IllegalMove, match="the belt is D, numbered from 0 to 0"):
        act(state, "swap 1 with 2:0")


@pytest.mark.clause("SR-6")
@pytest.mark.parametrize("dice", [(), (1, 0), (0, 0)])
def test_a_menu_names_one_die_or_more_ascending(dice: tuple[int, ...]) -> None:
    state = dice_position("T M1", "D W")
    with pytest.raises(IllegalMove) as caught:
        sushi_roll.choose(state, 0, Menu(dice))
    assert caught.value.problem == "a menu lists one die or more, each once, ascending"


@pytest.mark.parametrize("move", [Take(2), Take(-1), Menu((2,)), Menu((-1, 0)), Swap(-1, 1, 0), Swap(0, 1, -1)])
def test_dice_that_are_not_there_cannot_be_named(move: sushi_roll.Move) -> None:
    with pytest.raises(IllegalMove, match=r"the belt (is T M1, numbered from 0 to 1|of seat 1 is D W)"):
        sushi_roll.choose(dice_position("T M1", "D W"), 0, move)


@pytest.mark.clause("SR-7")
@pytest.mark.parametrize(
    ("face", "menus", "chopsticks", "puddings"),
    [
        ("U2", 5, 2, 0),
        ("C1", 3, 3, 0),
        ("C2", 3, 4, 0),
        ("P1", 3, 2, 1),
        ("P2", 3, 2, 2),
        ("P3", 3, 2, 3),
        ("T", 3, 2, 0),
    ],
)
def test_a_taken_die_goes_to_the_tray_and_gives_its_tokens(
    face: str, menus: int, chopsticks: int, puddings: int
) -> None:
    state = act(dice_position(f"M1 {face} S", "D W S"), "take 1")
    assert state.belts == trays("M1 S", "D W S")
    assert state.trays == trays(face, "")
    assert (state.menus[0], state.chopsticks[0], state.puddings[0]) == (menus, chopsticks, puddings)
    assert sushi_roll.actors(state) == (1,)
    assert state.last == (0, Take(1))


@pytest.mark.clause("SR-7")
@pytest.mark.parametrize(
    ("tray", "worth"), [("W N3", 9), ("N3 W", 3), ("W N1 N3", 6), ("W W N1 N3", 12), ("W W N2", 6), ("N2", 2)]
)
def test_a_nigiri_goes_on_an_open_wasabi_one_each(tray: str, worth: int) -> None:
    assert sushi_roll.score_round(trays(tray, ""))[0] == worth


@pytest.mark.clause("SR-8")
def test_belts_slide_left_with_their_dice_and_the_red_border_and_are_rolled_again() -> None:
    state = act(dice_position("T D", "N1 M1", "W P1", red=1), "take 0", "take 0", "take 0")
    assert state.red == 2
    assert [*map(list, state.unrolled)] == [["pudding"], ["appetizer"], ["maki"]]
    assert sushi_roll.view(state, 0).cycle == 7
    for faces in (("P3",), ("S",), ("M3",)):
        assert sushi_roll.actors(state) == ()
        state = sushi_roll.settle(state, faces)
    assert state.belts == trays("P3", "S", "M3")
    assert sushi_roll.actors(state) == (2,)


@pytest.mark.clause("SR-9")
@pytest.mark.parametrize(("players", "next_red"), [(2, 0), (3, 1), (4, 0), (5, 0)])
def test_belts_stay_between_rounds_except_with_three_players(players: int, next_red: int) -> None:
    state = act(dice_position(*["T"] * players, red=0), *["take 0"] * players)
    assert state.round == 2
    assert state.red == next_red
    assert state.past == (trays(*["T"] * players),)
    assert state.trays == ((),) * players
    assert sushi_roll.owed(state) == sushi_roll.owed(sushi_roll.settle(sushi_roll.new(Options(), players), 0))


@pytest.mark.clause("SR-9")
def test_the_game_ends_after_three_rounds() -> None:
    *_, last = random_states(("sushi-roll", 3, Options()), 5)
    assert last.over
    assert len(last.past) == 3
    assert last.round == 3
    assert sushi_roll.owed(last) is None
    assert sushi_roll.actors(last) == ()
    assert sushi_roll.legal(last, 0) == ()
    assert sushi_roll.view(last, 1).outcome == sushi_roll.outcome(last)
    with pytest.raises(IllegalMove, match="cannot play take 0: the game is over"):
        sushi_roll.choose(last, 0, Take(0))


def test_out_of_turn_is_refused() -> None:
    state = dice_position("T D", "N1 M1", red=1)
    with pytest.raises(IllegalMove, match="seat 0 cannot play take 0: it is the turn of seat 1"):
        sushi_roll.choose(state, 0, Take(0))
    rolling = act(state, "menu 0")
    with pytest.raises(IllegalMove, match="cannot play take 0: the dice have to be rolled first$"):
        sushi_roll.choose(rolling, 1, Take(0))


def test_a_view_of_a_seat_that_does_not_exist_is_refused() -> None:
    state = dice_position("T D", "N1 M1")
    for seat in (-1, 2):
        with pytest.raises(SeatError, match=f"^seat {seat}: the seats are 0 to 1$"):
            sushi_roll.view(state, seat)
        with pytest.raises(SeatError):
            sushi_roll.legal(state, seat)
        with pytest.raises(IllegalMove, match=f"seat {seat} cannot play take 0: the seats are 0 to 1"):
            sushi_roll.choose(state, seat, Take(0))


def test_rolls_are_counted_from_one_in_every_round() -> None:
    seen: dict[int, list[int]] = {}
    for state in random_states(("sushi-roll", 2, Options()), 5):
        seen.setdefault(len(state.past), []).append(state.cycle)
    for cycles in (seen[0], seen[1], seen[2]):
        assert [*dict.fromkeys(cycles)] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert seen[3] == [8]


def test_an_illegal_move_error_lists_the_legal_moves() -> None:
    with pytest.raises(IllegalMove) as caught:
        sushi_roll.choose(dice_position("T D", "N1 M1"), 0, Take(7))
    assert caught.value.legal == "take 0 to take 1, menu, swap"
    assert caught.value.move == "take 7"
    last = act(dice_position("T", "N1"), "take 0")
    with pytest.raises(IllegalMove) as caught:
        sushi_roll.choose(last, 1, Take(7))
    assert caught.value.legal == "take 0 to take 0, menu"


def test_a_view_has_turns_direction_tally_and_result() -> None:
    state = dice_position("T D", "N1 M1", trays=trays("W N3", "M2"), puddings=(2, 1))
    view = sushi_roll.view(state, 1)
    assert (view.round, view.cycle, view.cycles, view.red, view.acting) == (1, 7, 8, 0, 0)
    assert [tally.points for tally in view.tally] == [9, 6]
    assert [tally.points for tally in view.dessert] == [8, 2]
    assert view.rounds == ()
    assert view.outcome is None
    done = act(dice_position("T", "N1"), "take 0", "take 0")
    assert sushi_roll.view(done, 0).rounds == ((1, 1),)
    assert sushi_roll.view(begin(("sushi-roll", 2, Options()), 3), 0).cycle == 1


@pytest.mark.parametrize("text", ["take 0", "take 12", "menu 0", "menu 0,3,11", "swap 2 with 1:4"])
def test_moves_round_trip(text: str) -> None:
    assert sushi_roll.format_move(parse_move(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "take",
        "take -1",
        "take 01",
        "take 1 ",
        "Take 1",
        "menu",
        "menu 0,",
        "menu 0, 1",
        "menu 0 1",
        "swap 1 with 2",
        "swap 1:2 with 3",
        "swap 1 with 02:1",
        "take \u0661",
        "take 0\n",
    ],
)
def test_text_that_is_not_a_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a move: write it like 'menu 0,3'"):
        parse_move(text)


def test_sushi_roll_has_no_options() -> None:
    assert sushi_roll.options_to_json(Options()) == {}
    assert sushi_roll.options_from_json({}) == Options()
    with pytest.raises(OptionError, match="option 'pass' is not known: Sushi Roll has no options"):
        sushi_roll.options_from_json({"pass": "left"})


def test_every_face_has_a_code_and_a_label_of_its_own() -> None:
    for face in sushi_roll.Face:
        assert sushi_roll.parse_face(face.code) is face
    assert len({face.label for face in sushi_roll.Face}) == len({face.code for face in sushi_roll.Face}) == 16


@pytest.mark.clause("SR-7")
def test_a_take_ends_a_turn_and_nothing_is_hidden() -> None:
    state = dice_position("T M1", "D W")
    assert sushi_roll.turn_key(state, 3) == (state.round, 4)
    assert not sushi_roll.ends_turn(act(state, "swap 0 with 1:1"), parse_move("swap 0 with 1:1"))
    after = act(state, "take 0")
    assert sushi_roll.ends_turn(after, parse_move("take 0"))
    assert all(sushi_roll.hidden_choice(after, seat) is None for seat in range(2))
