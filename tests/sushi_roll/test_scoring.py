import pytest

from kaiten.sushi_roll import pudding_points, score_round, tally_end, tally_round, token_points
from kaiten.sushi_roll.scoring import maki_points, outcome
from tests.playing import trays


def points(tray: str) -> int:
    """The points of a tray beside an empty one."""
    return score_round(trays(tray, ""))[0]


@pytest.mark.clause("SR-10")
@pytest.mark.parametrize(
    ("icons", "paid"),
    [
        ([4, 4, 3, 3], (6, 6, 3, 3)),  # the rulebook's example
        ([5, 3, 3, 2], (6, 3, 3, 0)),
        ([4, 4], (6, 6)),
        ([7, 0], (6, 0)),
        ([0, 0], (0, 0)),
        ([1, 1, 1, 1, 1], (6, 6, 6, 6, 6)),
        ([0, 5, 0, 2, 1], (0, 6, 0, 3, 0)),
    ],
)
def test_maki_places_are_paid_in_full_to_all_who_tie(icons: list[int], paid: tuple[int, ...]) -> None:
    assert maki_points(icons) == paid


@pytest.mark.clause("SR-10")
def test_maki_count_icons_not_dice() -> None:
    assert score_round(trays("M3", "M1 M1", "M2")) == (6, 3, 3)


@pytest.mark.clause("SR-11")
@pytest.mark.parametrize(
    ("tray", "worth"), [("N1", 1), ("N2", 2), ("N3", 3), ("W N1", 3), ("W N2", 6), ("W N3", 9), ("W", 0), ("W W N3", 9)]
)
def test_nigiri_score_and_triple_on_wasabi(tray: str, worth: int) -> None:
    assert points(tray) == worth


@pytest.mark.clause("SR-12")
@pytest.mark.parametrize(
    ("tray", "worth"),
    [
        ("T T T T S S", 17),  # the rulebook's example
        ("D", 2),
        ("D D", 4),
        ("D D D", 8),
        ("D D D D", 10),
        ("D D D D D D D", 18),
        ("T", 1),
        ("T T", 5),
        ("T T T", 10),
        ("T T T T T T", 20),
        ("S", 0),
        ("S S", 6),
        ("S S S", 13),
        ("S S S S", 13),
        ("S S S S S", 19),
        ("U2 C1 C2 P3", 0),
        ("", 0),
    ],
)
def test_appetizers_score_in_sets_of_up_to_three(tray: str, worth: int) -> None:
    assert points(tray) == worth


@pytest.mark.clause("SR-13")
@pytest.mark.parametrize(
    ("counts", "paid"),
    [
        ([6, 6, 0, 0], (6, 6, -6, -6)),  # the rulebook's example
        ([3, 2, 1], (6, 0, -6)),
        ([4, 1, 1, 1, 1], (6, -6, -6, -6, -6)),
        ([3, 1], (6, 0)),
        ([0, 3], (0, 6)),
        ([2, 2], (6, 6)),
        ([0, 0], (6, 6)),
        ([2, 2, 2], (0, 0, 0)),
        ([0, 0, 0, 0], (0, 0, 0, 0)),
    ],
)
def test_puddings_are_paid_and_lost_in_full(counts: list[int], paid: tuple[int, ...]) -> None:
    assert pudding_points(counts) == paid


@pytest.mark.clause("SR-13")
@pytest.mark.parametrize(("menus", "chopsticks", "worth"), [(0, 0, 0), (1, 0, 0), (1, 1, 1), (3, 2, 2), (4, 2, 3)])
def test_unused_tokens_give_a_point_for_two_in_any_mix(menus: int, chopsticks: int, worth: int) -> None:
    assert token_points(menus, chopsticks) == worth


NOTHING = trays("", "")


@pytest.mark.clause("SR-13")
@pytest.mark.parametrize(
    ("last", "puddings", "menus", "totals", "winners"),
    [
        (("T T", "N1"), (1, 0), (0, 0), (11, 1), (0,)),
        (("T T", "N1"), (1, 0), (0, 20), (11, 11), (0,)),  # equal totals: more puddings
        (("N1", "T T"), (0, 1), (20, 0), (11, 11), (1,)),
        (("T", "T"), (2, 2), (2, 3), (8, 8), (0, 1)),  # still equal: shared
    ],
)
def test_most_points_win_then_puddings(
    last: tuple[str, str],
    puddings: tuple[int, int],
    menus: tuple[int, int],
    totals: tuple[int, ...],
    winners: tuple[int, ...],
) -> None:
    result = outcome((NOTHING, NOTHING, trays(*last)), puddings, menus, (0, 0))
    assert (result.totals, result.winners) == (totals, winners)


@pytest.mark.clause("SR-13")
def test_a_total_may_be_negative() -> None:
    nothing = trays("", "", "")
    result = outcome((nothing, nothing, trays("", "N1", "N2")), (0, 1, 2), (1, 1, 1), (0, 0, 1))
    assert result.totals == (-6, 1, 9)
    assert result.tokens == (0, 0, 1)
    assert result.rounds == ((0, 0, 0), (0, 0, 0), (0, 1, 2))


@pytest.mark.clause("SR-10", "SR-11", "SR-12")
@pytest.mark.parametrize(
    ("tray", "others", "lines"),
    [
        ("M3 M2", ("M1",), ["Maki: 5 icons, most, 6 points"]),
        ("M1", ("M3",), ["Maki: 1 icon, second, 3 points"]),
        ("M2", ("M2", "M1"), ["Maki: 2 icons, most, tied with one, each paid in full, 6 points"]),
        ("M1", ("M2", "M2", "M1", "M1"), ["Maki: 1 icon, second, tied with two, each paid in full, 3 points"]),
        ("M1", ("M3", "M2"), ["Maki: 1 icon, one behind second place"]),
        ("T", (), ["Tempura: 1, two short of a full set, 1 point"]),
        ("T T T", (), ["Tempura: 3, one full set, 10 points"]),
        ("S", (), ["Sashimi: 1, two short of a full set"]),
        ("D D D D D D D", (), ["Dumpling: 7, two full sets, two short of another, 18 points"]),
        (
            "W N2 N1 W",
            (),
            [
                "Salmon nigiri: 1, tripled on wasabi, 6 points",
                "Egg nigiri: 1, without wasabi, 1 point",
                "Wasabi: 1 open, no nigiri on it",
            ],
        ),
        (
            "P2 U2 C1 C2",
            (),
            [
                "Pudding: 1 die, counted at the end as tokens",
                "Menu: 1 die, counted at the end as tokens",
                "Chopsticks: 2 dice, counted at the end as tokens",
            ],
        ),
        ("", ("T",), []),
    ],
)
def test_each_line_says_what_scored_and_why_not_more(tray: str, others: tuple[str, ...], lines: list[str]) -> None:
    assert [line.text for line in tally_round(trays(tray, *others))[0].lines] == lines


def test_lines_carry_codes_counts_and_what_is_lacking() -> None:
    first, second, third = (tally.lines[0] for tally in tally_round(trays("M3 M3", "M2 M2", "M1")))
    assert (first.reason, first.lacks, first.rivals) == ("most", 0, 0)
    assert (second.reason, second.lacks, second.rivals) == ("second", 2, 0)
    assert (third.reason, third.lacks) == ("behind", 3)
    tied = [tally.lines[0] for tally in tally_round(trays("M3", "M3", "M1", "M1", "M1"))]
    assert [line.rivals for line in tied] == [1, 1, 2, 2, 2]
    short, full, wasabi, token = (tally_round(trays("T D D D W U2", ""))[0]).lines
    assert (short.item, short.reason, short.lacks, short.count) == ("tempura", "short", 2, 1)
    assert (full.item, full.reason, full.lacks) == ("dumpling", "complete", 0)
    assert (wasabi.reason, wasabi.lacks, wasabi.count) == ("open", 1, 1)
    assert (token.item, token.reason, token.count, token.points) == ("menu", "tokens", 1, 0)
    dipped, plain = tally_round(trays("W N3 N3", ""))[0].lines
    assert (dipped.item, dipped.reason, plain.reason) == ("squid", "on-wasabi", "plain")


@pytest.mark.clause("SR-13")
@pytest.mark.parametrize(
    ("counts", "lines"),
    [
        (
            [6, 6, 3, 0, 0],
            [
                "Pudding: 6 tokens, most, tied with one, each paid in full, 6 points",
                "Pudding: 6 tokens, most, tied with one, each paid in full, 6 points",
                "Pudding: 3 tokens, neither most nor fewest",
                "Pudding: 0 tokens, fewest, tied with one, each loses in full, -6 points",
                "Pudding: 0 tokens, fewest, tied with one, each loses in full, -6 points",
            ],
        ),
        (
            [2, 1, 3],
            [
                "Pudding: 2 tokens, neither most nor fewest",
                "Pudding: 1 token, fewest, -6 points",
                "Pudding: 3 tokens, most, 6 points",
            ],
        ),
        ([2, 1], ["Pudding: 2 tokens, most, 6 points", "Pudding: 1 token, fewest, no loss with two players"]),
        ([2, 2], ["Pudding: 2 tokens, all equal, everybody has the most, 6 points"] * 2),
        ([2, 2, 2], ["Pudding: 2 tokens, all equal, most and fewest cancel out"] * 3),
    ],
)
def test_pudding_lines_say_why(counts: list[int], lines: list[str]) -> None:
    nothing = [0] * len(counts)
    tallies = tally_end(counts, nothing, nothing)
    assert [tally.lines[0].text for tally in tallies] == lines
    assert tuple(tally.points for tally in tallies) == pudding_points(counts)


def test_pudding_lines_carry_codes_and_what_is_lacking() -> None:
    nothing = [0] * 5
    lines = [tally.lines[0] for tally in tally_end([6, 6, 3, 0, 0], nothing, nothing)]
    assert [line.reason for line in lines] == ["most", "most", "between", "fewest", "fewest"]
    assert [line.lacks for line in lines] == [0, 0, 3, 6, 6]
    assert [line.rivals for line in lines] == [1, 1, 0, 1, 1]
    free = tally_end([2, 1], [0, 0], [0, 0])[1].lines[0]
    assert (free.reason, free.lacks) == ("fewest-free", 1)
    equal = tally_end([2, 2, 2], [0] * 3, [0] * 3)[0].lines[0]
    assert (equal.reason, equal.rivals) == ("all-equal", 2)


@pytest.mark.clause("SR-13")
@pytest.mark.parametrize(
    ("menus", "chopsticks", "text", "lacks"),
    [
        (0, 0, "Unused tokens: none", 0),
        (1, 0, "Unused tokens: 1, a point for each two", 1),
        (1, 1, "Unused tokens: 2, a point for each two, 1 point", 0),
        (3, 2, "Unused tokens: 5, a point for each two, one over, 2 points", 1),
    ],
)
def test_the_token_line_names_the_odd_token(menus: int, chopsticks: int, text: str, lacks: int) -> None:
    line = tally_end([0, 0], [menus, 0], [chopsticks, 0])[0].lines[1]
    assert (line.text, line.lacks, line.reason, line.count) == (text, lacks, "unused", menus + chopsticks)
