"""The win table: win probabilities, the gradient of its fit, and how well it predicts games."""

from pathlib import Path

import numpy as np
import pytest

from kaiten.kit.errors import OptionError
from kaiten.players import policy_gradient
from kaiten.players.sushi_go import fit_win_table
from kaiten.players.sushi_go.bots import load_win_table, trained
from kaiten.players.sushi_go.fit_win_table import PARAMETERS, WinTableFit, loss_gradient, pudding_cells
from kaiten.players.sushi_go.training import Training
from kaiten.players.sushi_go.win_model import CURVE, FEWEST_OF_TWO, WinTable, between_two, write_win_probabilities

pytestmark = pytest.mark.compiled("sushi-go-bots")


def chances(model: WinTable, points: list[int], puddings: list[int], left: int) -> list[float]:
    out = np.zeros(len(points))
    write_win_probabilities(model, left, np.array(points), np.array(puddings), out)
    return [float(chance) for chance in out]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games in a step."""
    monkeypatch.setattr(policy_gradient, "GAMES", 200)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("left", [1, 2])
def test_win_probabilities_add_up_and_grow_with_points_and_puddings(players: int, left: int) -> None:
    model = load_win_table(players)
    even = chances(model, [20] * players, [2] * players, left)
    assert even == pytest.approx([1 / players] * players)
    for points, puddings in (([21] + [20] * (players - 1), [2] * players), ([20] * players, [3] + [2] * (players - 1))):
        found = chances(model, points, puddings, left)
        assert sum(found) == pytest.approx(1)
        assert found[0] > 1 / players
        assert found[1:] == pytest.approx([found[1]] * (players - 1))
        assert chances(model, points[::-1], puddings[::-1], left) == pytest.approx(found[::-1])


def test_the_solver_gets_the_same_win_probabilities_of_two_players() -> None:
    model = load_win_table(2)
    assert (model[:, CURVE:] == 0).all()
    between = between_two(model)
    for left in (1, 2):
        for mine, theirs in ((0, 0), (3, 1), (0, 6), (2, 3), (10, 0)):
            for ahead in (-30, -3, 0, 5):
                worth = between[left, 0] * ahead + between[left, 1 + mine - theirs - FEWEST_OF_TWO]
                found = chances(model, [30 + ahead, 30], [mine, theirs], left)
                assert found[0] == pytest.approx(1 / (1 + np.exp(-worth)))


def mean_loss(model: WinTable, log: np.ndarray, won: np.ndarray) -> float:
    """The mean negative log-likelihood of games by their standing after two rounds."""
    found = 0.0
    for game, share in zip(log, won, strict=True):
        points, puddings = game.astype(int).T.tolist()
        found -= float((share * np.log(chances(model, points, puddings, 1))).sum())
    return found / len(log)


def played(players: int, steps: int, seed: int) -> WinTableFit:
    """A run after its games, before the first epoch."""
    run = WinTableFit(players, steps, seed)
    while run.step < steps:
        run.advance()
    return run


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("players", [2, 4])
def test_the_gradient_is_the_slope_of_the_loss(players: int) -> None:
    run = played(players, 1, 5)
    log, won = run.logs[:30, 1].astype(float), run.logs[:30, 2, :, 0].astype(float)
    theta = np.random.default_rng(2).normal(0, 0.05, PARAMETERS)
    theta[0] = 0.3
    if players == 2:
        # Not used with two players.
        theta[fit_win_table._EACH :] = 0

    def at(place: int, more: float) -> float:
        moved = theta.copy()
        moved[place] += more
        run.model = np.stack([moved, moved])
        return mean_loss(run.win_table(), log, won)

    gradient = loss_gradient(theta, log[:, :, 0], pudding_cells(log[:, :, 1]), won)
    for place in [0, *np.argsort(-np.abs(gradient))[:8].tolist()]:
        slope = (at(place, 1e-6) - at(place, -1e-6)) / 2e-6
        assert gradient[place] == pytest.approx(slope, abs=2e-4)


@pytest.mark.parametrize("players", [2, 4])
def test_the_shipped_table_predicts_games_better_than_version_1(players: int) -> None:
    run = played(players, 3, 99)
    log, won = run.logs[:, 1], run.logs[:, 2, :, 0]
    assert mean_loss(load_win_table(players), log, won) < mean_loss(trained(players).model, log, won)


@pytest.mark.usefixtures("few")
def test_a_resumed_fit_gives_the_same_table(tmp_path: Path) -> None:
    part = tmp_path / "part.npz"
    whole, first = (WinTableFit(4, 2, 7, parts=2) for _ in range(2))
    while whole.step < whole.last_step:
        whole.advance()
    while first.step < first.last_step:
        first.advance()
        first.save(part)
        first = WinTableFit.resume(part, 4, 2, 7, parts=2)
    assert np.array_equal(whole.win_table(), first.win_table())
    assert (len(first.logs), first.total_games) == (800, 800)
    with pytest.raises(OptionError, match="another kind"):
        Training.resume(part, 4, 2, 7, parts=2)
