import pytest

from kaiten.sushi_go import Options, pudding_points, score_round, tally_end, tally_round
from kaiten.sushi_go.scoring import maki_points, outcome, pudding_loss
from tests.playing import card_position, cards, choose_all


def points(table: str) -> int:
    """The points of a table beside an empty one."""
    return score_round(cards(table, ""))[0]


def texts(*tableaus: str, seat: int = 0) -> list[str]:
    return [line.text for line in tally_round(cards(*tableaus))[seat].lines]


@pytest.mark.clause("SG-13")
@pytest.mark.parametrize(
    ("table", "worth"),
    [
        ("W N3", 9),
        ("W N2", 6),
        ("W N1", 3),
        ("N3 W", 3),
        ("W N1 N3", 6),
        ("W W N1 N3", 12),
        ("W N1 W N3", 12),
        ("W T N2 N2", 8),
        ("W N3 N3 W", 12),
    ],
)
def test_a_nigiri_goes_on_an_open_wasabi_one_each(table: str, worth: int) -> None:
    assert points(table) == worth


@pytest.mark.clause("SG-13")
def test_the_next_nigiri_must_go_on_the_wasabi_whichever_it_is() -> None:
    state = card_position("N1 N3", "T S", tableaus=("W", ""))
    state = choose_all(choose_all(state, "N1", "T"), "S", "N3")
    assert score_round(state.past[0] if state.past else state.tableaus)[0] == 3


@pytest.mark.clause("SG-14")
@pytest.mark.parametrize(
    ("icons", "shares"),
    [
        ([5, 3, 3, 2], (6, 1, 1, 0)),  # the rulebook's example
        ([5, 3], (6, 3)),
        ([4, 4], (3, 3)),
        ([4, 4, 3], (3, 3, 0)),
        ([4, 4, 4, 1], (2, 2, 2, 0)),
        ([2, 2, 2, 2, 1], (1, 1, 1, 1, 0)),
        ([1, 1, 1, 1, 1], (1, 1, 1, 1, 1)),
        ([5, 2, 2, 2], (6, 1, 1, 1)),
        ([5, 2, 2, 2, 2], (6, 0, 0, 0, 0)),
        ([7, 0], (6, 0)),
        ([0, 0], (0, 0)),
        ([0, 4, 0, 1], (0, 6, 0, 3)),
    ],
)
def test_maki_most_and_second_share_and_drop_the_remainder(icons: list[int], shares: tuple[int, ...]) -> None:
    assert maki_points(icons) == shares


@pytest.mark.clause("SG-14")
def test_maki_count_icons_not_cards() -> None:
    assert score_round(cards("M3", "M1 M1", "M2")) == (6, 1, 1)


@pytest.mark.clause("SG-15")
@pytest.mark.parametrize(
    ("table", "worth"),
    [
        ("T", 0),
        ("T T", 5),
        ("T T T", 5),
        ("T T T T", 10),
        ("S", 0),
        ("S S", 0),
        ("S S S", 10),
        ("S S S S S", 10),
        ("S S S S S S", 20),
        ("D", 1),
        ("D D", 3),
        ("D D D", 6),
        ("D D D D", 10),
        ("D D D D D", 15),
        ("D D D D D D", 15),
        ("D D D D D D D", 15),
        ("N1", 1),
        ("N2", 2),
        ("N3", 3),
        ("W", 0),
        ("C", 0),
        ("", 0),
    ],
)
def test_sets_score_by_the_table(table: str, worth: int) -> None:
    assert points(table) == worth


@pytest.mark.clause("SG-16")
def test_puddings_stay_and_everything_else_is_discarded() -> None:
    state = card_position("P", "T", tableaus=("T", "S"), turn=10, puddings=(2, 1))
    state = choose_all(state, "P", "T")
    assert state.round == 2
    assert state.puddings == (3, 1)
    assert state.tableaus == ((), ())
    assert state.past == (cards("T", "S T"),)


@pytest.mark.clause("SG-17")
@pytest.mark.parametrize(
    ("counts", "shares"),
    [
        ([4, 3, 0, 0], (6, 0, -3, -3)),  # the rulebook's example
        ([3, 2, 1], (6, 0, -6)),
        ([3, 3, 1], (3, 3, -6)),
        ([5, 1, 1, 1, 1], (6, -1, -1, -1, -1)),
        ([2, 2, 2, 2, 0], (1, 1, 1, 1, -6)),
        ([4, 0, 0, 0], (6, -2, -2, -2)),
        ([2, 2, 2], (0, 0, 0)),
        ([0, 0, 0, 0], (0, 0, 0, 0)),
    ],
)
def test_puddings_most_gain_fewest_lose_and_ties_share(counts: list[int], shares: tuple[int, ...]) -> None:
    assert pudding_points(counts, loss=pudding_loss(Options(), len(counts))) == shares


@pytest.mark.clause("SG-17")
def test_with_two_players_nobody_loses_points_for_puddings() -> None:
    assert pudding_points([3, 1], loss=pudding_loss(Options(), 2)) == (6, 0)
    assert pudding_points([2, 2], loss=pudding_loss(Options(), 2)) == (0, 0)


NOTHING = cards("", "")


@pytest.mark.clause("SG-17")
@pytest.mark.parametrize(
    ("last", "puddings", "totals", "winners"),
    [
        (("T T", "N1"), (0, 0), (5, 1), (0,)),
        (("N1", "T T"), (1, 0), (7, 5), (0,)),
        (("T T", "W N2 T T"), (3, 2), (11, 11), (0,)),  # equal totals: more puddings
        (("T T", "W N2 T T"), (2, 3), (5, 17), (1,)),
        (("T T", "T T"), (2, 2), (5, 5), (0, 1)),  # still equal: shared
    ],
)
def test_the_highest_total_wins_then_puddings(
    last: tuple[str, str], puddings: tuple[int, int], totals: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    result = outcome((NOTHING, NOTHING, cards(*last)), puddings, Options())
    assert (result.totals, result.winners) == (totals, winners)


@pytest.mark.clause("SG-17")
def test_a_total_may_be_negative() -> None:
    nothing = cards("", "", "")
    result = outcome((nothing, nothing, cards("", "N1", "N2")), (0, 1, 2), Options())
    assert result.totals == (-6, 1, 8)
    assert result.rounds == ((0, 0, 0), (0, 0, 0), (0, 1, 2))


@pytest.mark.clause("SG-14", "SG-15")
@pytest.mark.parametrize(
    ("tableaus", "lines"),
    [
        (("M3 M2", "M1"), ["Maki: 5 icons, most, 6 points"]),
        (("M1", "M3 M2"), ["Maki: 1 icon, second, 3 points"]),
        (("M3", "M3", "M3"), ["Maki: 3 icons, most, shared with two others, 2 points"]),
        (("M2", "M3", "M2"), ["Maki: 2 icons, second, shared with one other, 1 point"]),
        (("M1", "M3", "M2", "M2", "M2 M2"), ["Maki: 1 icon, two behind second place"]),
        (("M1", "M3", "M3"), ["Maki: 1 icon, no second place after a tie for most"]),
        (("M2", "M3", "M2", "M2", "M2"), ["Maki: 2 icons, second, shared with three others, too many to get any"]),
        (("T",), ["Tempura: 1, one short"]),
        (("T T T",), ["Tempura: 3, one pair, one short of the next, 5 points"]),
        (("T T T T",), ["Tempura: 4, two pairs, 10 points"]),
        (("S S",), ["Sashimi: 2, one short"]),
        (("S S S S",), ["Sashimi: 4, one set, two short of the next, 10 points"]),
        (("D D",), ["Dumpling: 2 (one more adds 3), 3 points"]),
        (("D D D D D D",), ["Dumpling: 6 (more add nothing), 15 points"]),
        (("C",), ["Chopsticks: 1, score nothing"]),
        (
            ("W N3 N3 N1 W",),
            [
                "Squid nigiri: 1, tripled on wasabi, 9 points",
                "Squid nigiri: 1, without wasabi, 3 points",
                "Egg nigiri: 1, without wasabi, 1 point",
                "Wasabi: 1 open, no nigiri on it",
            ],
        ),
        (("", "T"), []),
    ],
)
def test_each_line_says_what_scored_and_why_not_more(tableaus: tuple[str, ...], lines: list[str]) -> None:
    assert texts(*tableaus) == lines


def test_lines_carry_codes_counts_and_what_is_lacking() -> None:
    lines = {line.item: line for tally in tally_round(cards("T M1 D W", "M3", "M3")) for line in tally.lines[:4]}
    assert (lines["tempura"].reason, lines["tempura"].lacks) == ("short", 1)
    assert (lines["dumpling"].reason, lines["dumpling"].lacks) == ("growing", 1)
    assert (lines["wasabi"].reason, lines["wasabi"].lacks) == ("open", 1)
    first, second, third, fourth = (tally.lines[0] for tally in tally_round(cards("M3 M3", "M2 M2", "M2 M2", "M1")))
    assert (first.reason, first.lacks, first.rivals) == ("most", 0, 0)
    assert (second.reason, second.lacks, second.rivals) == ("second", 2, 1)
    assert third == second
    assert (fourth.reason, fourth.lacks) == ("behind", 3)
    full, tied = (tally_round(cards("D D D D D M1", "M3", "M3"))[0].lines)[1], tally_round(cards("M1", "M3", "M3"))[0]
    assert (full.reason, full.lacks) == ("full", 0)
    assert (tied.lines[0].reason, tied.lines[0].lacks) == ("no-second", 2)


@pytest.mark.clause("SG-17")
@pytest.mark.parametrize(
    ("counts", "loss", "lines"),
    [
        (
            [4, 3, 0, 0],
            True,
            [
                "Pudding: 4, most, 6 points",
                "Pudding: 3, neither most nor fewest",
                "Pudding: 0, fewest, shared with one other, -3 points",
                "Pudding: 0, fewest, shared with one other, -3 points",
            ],
        ),
        ([2, 1], False, ["Pudding: 2, most, 6 points", "Pudding: 1, fewest, no loss here"]),
        ([1, 1], False, ["Pudding: 1, all equal", "Pudding: 1, all equal"]),
        (
            [2, 2, 1],
            True,
            [
                "Pudding: 2, most, shared with one other, 3 points",
                "Pudding: 2, most, shared with one other, 3 points",
                "Pudding: 1, fewest, -6 points",
            ],
        ),
    ],
)
def test_pudding_lines_say_why(counts: list[int], loss: bool, lines: list[str]) -> None:
    tallies = tally_end(counts, loss=loss)
    assert [tally.lines[0].text for tally in tallies] == lines
    assert tuple(tally.points for tally in tallies) == pudding_points(counts, loss=loss)


def test_pudding_lines_carry_codes_and_what_is_lacking() -> None:
    most, between, fewest, also = (tally.lines[0] for tally in tally_end([4, 3, 0, 0], loss=True))
    assert (most.reason, most.lacks, most.rivals) == ("most", 0, 0)
    assert (between.reason, between.lacks) == ("between", 1)
    assert (fewest.reason, fewest.lacks, fewest.rivals) == ("fewest", 4, 1)
    assert also == fewest
    free = tally_end([4, 3], loss=False)[1].lines[0]
    assert (free.reason, free.lacks, free.points) == ("fewest-free", 1, 0)
    assert tally_end([2, 2], loss=False)[0].lines[0].reason == "all-equal"
