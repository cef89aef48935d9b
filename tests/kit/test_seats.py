from kaiten.kit.ranking import fewest, most, winners
from kaiten.kit.seats import put, slide_left, slide_right
from kaiten.kit.tally import Tally, line, points_text, spell


def test_left_is_the_next_seat() -> None:
    assert slide_left(("a", "b", "c")) == ("c", "a", "b")
    assert slide_right(("a", "b", "c")) == ("b", "c", "a")
    assert put(("a", "b", "c"), 1, "x") == ("a", "x", "c")


def test_most_and_fewest_among_some_seats() -> None:
    assert most([1, 5, 5], [0, 1]) == (1,)
    assert fewest([1, 5, 5], [1, 2]) == (1, 2)
    assert most([-3, -1], range(2)) == (1,)
    assert most([], []) == ()


def test_the_win_goes_by_total_then_puddings_then_is_shared() -> None:
    assert winners([3, 9, 9], [9, 1, 2], range(3)) == (2,)
    assert winners([9, 9, 9], [2, 1, 2], range(3)) == (0, 2)
    assert winners([1, 2, 99], [0, 0, 0], range(2)) == (1,)


def test_words() -> None:
    assert [spell(0), spell(10), spell(11), spell(-1)] == ["none", "ten", "11", "-1"]
    assert [points_text(0), points_text(-1), points_text(2)] == ["0 points", "-1 point", "2 points"]
    lines = (line("a", 1, 3, "r", "A: 1"), line("b", 2, -1, "r", "B: 2", lacks=1, rivals=2))
    assert Tally(lines).points == 2
    assert [entry.text for entry in lines] == ["A: 1, 3 points", "B: 2, -1 point"]
