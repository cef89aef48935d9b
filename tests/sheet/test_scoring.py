"""Scores of sheets: the rules that score keepers often get wrong, by name, and unfinished games."""

import pytest
from hypothesis import given

from kaiten import sushi_go
from kaiten.record import verify
from kaiten.sheet import Sheet, nigiri_on_wasabi, order_matters, possible_on_wasabi, score_sheet
from kaiten.sushi_roll import format_faces
from tests.playing import Setup, random_record, seeds, setups
from tests.sheet.writing import filled, header, put


def points(sheet: Sheet, number: int = 1) -> tuple[int, ...]:
    return score_sheet(sheet).rounds[number - 1].points


@pytest.mark.clause("SG-14")
def test_cards_a_tie_for_most_maki_shares_six_and_leaves_no_second() -> None:
    assert points(filled(header(people=3), ("M3", "M3", "M2"))) == (3, 3, 0)


@pytest.mark.clause("SG-14")
def test_cards_a_tie_for_second_shares_three_and_drops_the_rest() -> None:
    assert points(filled(header(people=4), ("M3", "M2", "M2", "M1"))) == (6, 1, 1, 0)
    assert points(filled(header(people=5), ("M3", "M2", "M2", "M2", "M2"))) == (6, 0, 0, 0, 0)


@pytest.mark.clause("SR-10")
def test_dice_a_tie_for_maki_pays_everybody_in_full_and_second_too() -> None:
    assert points(filled(header("sushi-roll", 4), ("M3", "M3", "M2", "M2"))) == (6, 6, 3, 3)


@pytest.mark.clause("SG-17")
def test_cards_with_two_players_fewest_puddings_lose_nothing() -> None:
    assert score_sheet(filled(header(), ("P", ""))).totals == (6, 0)


@pytest.mark.clause("SR-13")
def test_dice_with_two_players_fewest_puddings_lose_nothing() -> None:
    assert score_sheet(filled(header("sushi-roll"), ("P1", ""), tokens=("U0 C0", "U0 C0"))).totals == (6, 0)


@pytest.mark.clause("SG-17")
def test_cards_four_with_the_fewest_puddings_lose_one_each() -> None:
    sheet = filled(header(people=5), ("P", "", "", "", ""))
    assert score_sheet(sheet).totals == (6, -1, -1, -1, -1)


@pytest.mark.clause("SR-13")
def test_dice_four_with_the_fewest_puddings_lose_six_each() -> None:
    sheet = filled(header("sushi-roll", 5), ("P1", "", "", "", ""), tokens=("U0 C0",) * 5)
    assert score_sheet(sheet).totals == (6, -6, -6, -6, -6)


@pytest.mark.clause("SG-20")
def test_the_dummy_takes_part_in_puddings_and_cannot_win() -> None:
    tables = ("", "P", "P P T T")
    plain, harsh = filled(header(dummy=True), tables), filled(header(dummy=True, penalty=True), tables)
    assert score_sheet(plain).totals == (0, 0, 11)
    assert score_sheet(harsh).totals == (-6, 0, 11)
    assert score_sheet(plain).winners == (1,)
    assert score_sheet(plain).decided_by == "puddings"
    assert score_sheet(harsh).decided_by == "points"


@pytest.mark.clause("SG-13")
def test_cards_a_nigiri_before_the_wasabi_is_not_tripled() -> None:
    assert points(filled(header(), ("N3 W N1", "W N3 N1"))) == (6, 10)


@pytest.mark.clause("SR-7")
def test_dice_a_nigiri_before_the_wasabi_is_not_tripled() -> None:
    assert points(filled(header("sushi-roll"), ("N3 W N1", "W N3 N1"))) == (6, 10)


@pytest.mark.clause("SG-17")
def test_cards_a_tie_is_broken_by_puddings_or_shared() -> None:
    standing = score_sheet(filled(header(), ("D D D", "P")))
    assert (standing.totals, standing.winners, standing.decided_by) == ((6, 6), (1,), "puddings")
    standing = score_sheet(filled(header(), ("T T P", "P"), ("", "T T")))
    assert (standing.totals, standing.winners, standing.decided_by) == ((5, 5), (0, 1), "shared")
    standing = score_sheet(filled(header(), ("T T", "")))
    assert (standing.winners, standing.decided_by) == ((0,), "points")


@pytest.mark.clause("SR-13")
def test_dice_a_tie_is_broken_by_puddings_or_shared() -> None:
    sheet = filled(header("sushi-roll"), ("M1", ""), tokens=("U0 C0", "P1 U0 C0"))
    standing = score_sheet(sheet)
    assert (standing.totals, standing.winners, standing.decided_by) == ((6, 6), (1,), "puddings")
    standing = score_sheet(filled(header("sushi-roll"), tokens=("U1 C1", "U2 C0")))
    assert (standing.totals, standing.winners, standing.decided_by) == ((7, 7), (0, 1), "shared")


def test_pudding_cards_of_all_rounds_count_and_score_nothing_in_a_round() -> None:
    standing = score_sheet(filled(header(), ("P T T", ""), ("P", ""), ("", "P")))
    assert standing.puddings == (2, 1)
    assert standing.rounds[0].points == (5, 0)
    assert standing.end is not None
    assert [line.text for line in standing.end[0].lines] == ["Pudding: 2, most, 6 points"]


def test_pudding_tokens_follow_from_the_dice_unless_entered() -> None:
    trays = (("P3 P2", "P1"), ("", "P1"))
    assert score_sheet(filled(header("sushi-roll"), *trays)).puddings == (5, 2)
    assert score_sheet(filled(header("sushi-roll"), *trays, tokens=("U0 C0", "P0 U0 C0"))).puddings == (5, 0)
    much = filled(header("sushi-roll"), *((" ".join(["P3"] * 4), ""),) * 3)
    assert score_sheet(much).puddings == (32, 0)


def test_the_standing_of_an_unfinished_game() -> None:
    sheet = put(Sheet(header()), "1/0", "T T M1 P")
    standing = score_sheet(sheet)
    assert [tally and tally.points for tally in standing.rounds[0].tallies] == [11, None]
    assert not standing.rounds[0].complete
    assert (standing.totals, standing.puddings) == ((0, 0), (1, 0))
    assert (standing.finished, standing.winners, standing.decided_by, standing.end) == (False, (), None, None)
    standing = score_sheet(put(sheet, "1/1", "M2"))
    assert standing.rounds[0].complete
    assert standing.totals == (8, 6)


def test_a_dice_game_is_over_once_all_tokens_are_counted() -> None:
    sheet = filled(header("sushi-roll"), ("T", "T T"), tokens=("U1 C1",))
    assert not score_sheet(sheet).finished
    assert score_sheet(put(sheet, "tokens/1", "U0 C0")).totals == (8, 11)
    assert not score_sheet(put(put(sheet, "tokens/1", "U0 C0"), "2/0", None)).finished


@given(setups, seeds)
def test_a_sheet_scores_a_game_like_the_rules(setup: Setup, seed: int) -> None:
    record = random_record(setup, seed)
    state = verify(record)
    dummy = isinstance(state, sushi_go.State) and state.options.dummy
    penalty = isinstance(state, sushi_go.State) and state.options.dummy_pudding_penalty
    start = header(record.game, len(record.players), dummy=dummy, penalty=penalty)
    if isinstance(state, sushi_go.State):
        rounds = [[sushi_go.format_cards(table) for table in tables] for tables in state.past]
        for seat, count in enumerate(state.puddings):
            rounds[0][seat] = " ".join([*rounds[0][seat].split(), *["P"] * count])
        sheet = filled(start, *[tuple(tables) for tables in rounds])
    else:
        trays = [tuple([format_faces(tray) for tray in tables]) for tables in state.past]
        held = zip(state.puddings, state.menus, state.chopsticks, strict=True)
        sheet = filled(start, *trays, tokens=tuple([f"P{p} U{u} C{c}" for p, u, c in held]))
    standing = score_sheet(sheet)
    assert record.scores is not None
    assert standing.totals == tuple(record.scores["totals"])
    assert standing.winners == tuple(record.scores["winners"])
    assert standing.outcome == record.rules.outcome(state)


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ("", [[]]),
        ("W W T", [[]]),
        ("N1 N2", [[]]),
        ("W N1", [["N1"], []]),
        ("W N3 N3", [["N3"], []]),
        ("W W N3 N1", [["N1", "N3"], ["N1"], ["N3"], []]),
    ],
)
def test_sets_of_nigiri_that_can_lie_on_wasabi(codes: str, expected: list[list[str]]) -> None:
    assert possible_on_wasabi(codes.split()) == expected
    assert order_matters(codes) == (len(expected) > 1)


def test_the_order_decides_which_nigiri_is_on_wasabi() -> None:
    assert nigiri_on_wasabi(header(), "N1 W W N3 N2 N3") == ("N2", "N3")
    assert nigiri_on_wasabi(header("sushi-roll"), "N1 W U2 N3 N2") == ("N3",)
