"""Statistics of each player over finished games."""

from kaiten.sheet import Sheet, Statistics, player_statistics
from tests.sheet.writing import filled, header, put


def test_wins_means_best_rounds_and_favourites() -> None:
    first = filled(header(people=3), ("T T", "M3 M1", "D"), ("T", "", ""))
    shared = filled(header(), ("S D", "D S"))
    going_on = put(Sheet(header()), "1/0", "W W W W")
    ben, ana, cleo = player_statistics([first, shared, going_on])
    assert ben == Statistics("Ben", games=2, wins=2, best_round=6, mean_total=3.5, favourite="maki")
    assert ana == Statistics("Ana", games=2, wins=1, best_round=5, mean_total=3.0, favourite="tempura")
    assert cleo == Statistics("Cleo", games=1, wins=0, best_round=1, mean_total=1.0, favourite="dumpling")


def test_favourite_dish_ties_follow_the_deck_order() -> None:
    ana, ben = player_statistics([filled(header("sushi-roll"), ("U2 C1 P2", ""), tokens=("U0 C0", "P2 U0 C0"))])
    assert (ana.favourite, ben.favourite) == ("pudding", None)


def test_statistics_use_the_current_names_and_skip_the_dummy() -> None:
    sheet = put(filled(header(dummy=True), ("T T", "", "")), "name/0", "Anna")
    assert [player.name for player in player_statistics([sheet])] == ["Anna", "Ben"]
