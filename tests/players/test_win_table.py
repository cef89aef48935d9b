"""The champion's chance to win after a round: what it looks at, what learns it, and that it is right about games."""

from pathlib import Path

import numpy as np
import pytest

from kaiten.fast.sushi_go import codec
from kaiten.kit.errors import OptionError
from kaiten.players import policy_gradient
from kaiten.players.sushi_go import fit_win_table, win_model
from kaiten.players.sushi_go.bots import standing_of, trained
from kaiten.players.sushi_go.fit_win_table import LEARNED, Survey, cells, pull
from kaiten.players.sushi_go.training import Training
from kaiten.players.sushi_go.win_table import BENDS, FEWEST_OF_TWO, Standing, between_two
from kaiten.sushi_go import Card

pytestmark = pytest.mark.compiled("sushi-go-bots")


def chances(model: Standing, points: list[int], puddings: list[int], left: int) -> list[float]:
    tables = np.array([[codec.word_of([Card.PUDDING] * number) for number in puddings]], np.uint64)
    out = np.zeros(len(points))
    win_model.chances(model, np.array([points]), tables, len(points), left, out)
    return [float(chance) for chance in out]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games in a step."""
    monkeypatch.setattr(policy_gradient, "GAMES", 200)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("left", [1, 2])
def test_chances_add_up_and_want_points_and_puddings(players: int, left: int) -> None:
    model = standing_of(players)
    even = chances(model, [20] * players, [2] * players, left)
    assert even == pytest.approx([1 / players] * players)
    for points, puddings in (([21] + [20] * (players - 1), [2] * players), ([20] * players, [3] + [2] * (players - 1))):
        found = chances(model, points, puddings, left)
        assert sum(found) == pytest.approx(1)
        assert found[0] > 1 / players
        assert found[1:] == pytest.approx([found[1]] * (players - 1))
        assert chances(model, points[::-1], puddings[::-1], left) == pytest.approx(found[::-1])


def test_with_two_players_the_solver_sees_the_same() -> None:
    model = standing_of(2)
    assert (model[:, BENDS:] == 0).all()
    between = between_two(model)
    for left in (1, 2):
        for mine, theirs in ((0, 0), (3, 1), (0, 6), (2, 3), (10, 0)):
            for ahead in (-30, -3, 0, 5):
                worth = between[left, 0] * ahead + between[left, 1 + mine - theirs - FEWEST_OF_TWO]
                found = chances(model, [30 + ahead, 30], [mine, theirs], left)
                assert found[0] == pytest.approx(1 / (1 + np.exp(-worth)))


def unlikely(model: Standing, log: np.ndarray, won: np.ndarray) -> float:
    """How unlikely a model makes games, by how they stood after two rounds."""
    found = 0.0
    for game, share in zip(log, won, strict=True):
        points, puddings = game.astype(int).T.tolist()
        found -= float((share * np.log(chances(model, points, puddings, 1))).sum())
    return found / len(log)


def surveyed(players: int, steps: int, seed: int) -> Survey:
    """Games were played; nothing is learned yet."""
    survey = Survey(players, steps, seed)
    while survey.step < steps:
        survey.advance()
    return survey


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("players", [2, 4])
def test_the_gradient_is_the_slope_of_what_is_looked_at(players: int) -> None:
    survey = surveyed(players, 1, 5)
    log, won = survey.logs[:30, 1].astype(float), survey.logs[:30, 2, :, 0].astype(float)
    theta = np.random.default_rng(2).normal(0, 0.05, LEARNED)
    theta[0] = 0.3
    if players == 2:
        # Two players do not look at these.
        theta[fit_win_table._EACH :] = 0

    def at(place: int, more: float) -> float:
        moved = theta.copy()
        moved[place] += more
        survey.model = np.stack([moved, moved])
        return unlikely(survey.standing(), log, won)

    gradient = pull(theta, log[:, :, 0], cells(log[:, :, 1]), won)
    for place in [0, *np.argsort(-np.abs(gradient))[:8].tolist()]:
        slope = (at(place, 1e-6) - at(place, -1e-6)) / 2e-6
        assert gradient[place] == pytest.approx(slope, abs=2e-4)


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_shipped_tells_who_wins_better_than_version_1(players: int) -> None:
    survey = surveyed(players, 3, 99)
    log, won = survey.logs[:, 1], survey.logs[:, 2, :, 0]
    assert unlikely(standing_of(players), log, won) < unlikely(trained(players).model, log, won)


@pytest.mark.usefixtures("few")
def test_a_survey_goes_on_as_if_it_had_not_been_stopped(tmp_path: Path) -> None:
    part = tmp_path / "part.npz"
    whole, first = (Survey(4, 2, 7, parts=2) for _ in range(2))
    while whole.step < whole.last:
        whole.advance()
    while first.step < first.last:
        first.advance()
        first.keep(part)
        first = Survey.kept(part, 4, 2, 7, parts=2)
    assert np.array_equal(whole.standing(), first.standing())
    assert (len(first.logs), first.total) == (800, 800)
    with pytest.raises(OptionError, match="another kind"):
        Training.kept(part, 4, 2, 7, parts=2)
