from kaiten import sushi_go, sushi_roll
from kaiten.arena import Series, game_seed, wilson
from kaiten.record import dumps, verify


def test_the_same_seed_gives_the_same_games() -> None:
    runs = []
    for _ in range(2):
        series = Series("sushi-roll", sushi_roll.Options(), ["greedy", "random", "random"], seed=7)
        runs.append([dumps(record) for record in series.run(4)])
    assert runs[0] == runs[1]
    assert len(set(runs[0])) == 4
    other = Series("sushi-roll", sushi_roll.Options(), ["greedy", "random", "random"], seed=8)
    assert dumps(next(other.run(1))) not in runs[0]


def test_the_seeds_of_a_series_never_change() -> None:
    """These bytes are a promise: the same seed gives the same games in every version, on any machine."""
    assert game_seed(1, 0).hex() == "3ab161798cbc0c34c9aa18b8e98759cba8671e3b894da7e8021132b28d8d73bd"


def test_bots_rotate_seats_and_are_counted_by_name() -> None:
    series = Series("sushi-go", sushi_go.Options(), ["greedy", "random", "random"], seed=1)
    records = [*series.run(6)]
    assert [record.players.index("greedy") for record in records] == [0, 1, 2, 0, 1, 2]
    assert [standing.name for standing in series.standings] == ["greedy", "random 1", "random 2"]
    for standing in series.standings:
        points = [record.scores["totals"][record.players.index(standing.name)] for record in records if record.scores]
        assert standing.points == sum(points)
        assert standing.games == 6
        assert standing.mean == sum(points) / 6
    assert abs(sum(standing.wins for standing in series.standings) - 6) < 1e-9
    for record in records:
        verify(record)


def test_confidence_intervals_narrow_with_games() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(50, 100)
    lower, higher = wilson(500, 1000)
    assert 0.40 < low < lower < 0.5 < higher < high < 0.60
    assert wilson(0, 10)[0] == 0.0
    assert 0.999 < wilson(10, 10)[1] <= 1.0
    empty = Series("sushi-go", sushi_go.Options(), ["random", "random"], seed=1).standings[0]
    assert (empty.mean, empty.win_rate, empty.interval) == (0.0, 0.0, (0.0, 1.0))
