"""Trained bots of Sushi Go!: policy, search, win model, training."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from bench.levels import reuse_result

from kaiten import sushi_go
from kaiten.arena.job import Job, mirrored, play_job
from kaiten.arena.results import ResultsFile
from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go.batch import Setup
from kaiten.kit.chance import Stream
from kaiten.kit.errors import OptionError
from kaiten.kit.ranking import winners
from kaiten.players import bot_named
from kaiten.players.budget import Budget
from kaiten.players.sushi_go import bots
from kaiten.players.sushi_go.solver.solution import shared_solver
from kaiten.players.sushi_go.training import Training
from kaiten.players.sushi_go.win_model import between_two, write_win_probabilities
from kaiten.players.win_model import win_shares
from kaiten.sushi_go import Move, Options, View
from tests.fast.test_sushi_go import stopped

pytestmark = pytest.mark.compiled("sushi-go-bots")


def views(players: int) -> list[View]:
    setup = Setup(Options(), players)
    states = [stopped(setup, seed, turns) for seed in range(4) for turns in range(3 * setup.size)]
    return [sushi_go.view(state, seat) for state in states for seat in range(players)]


@pytest.mark.parametrize("players", [2, 5])
def test_policy_gives_each_legal_move_a_probability(players: int) -> None:
    for view in views(players):
        found = bots.policy_probabilities(view)
        assert {codec.number_of(move) for move in found} == {codec.number_of(move) for move in view.legal}
        assert sum(found.values()) == pytest.approx(1)
        assert min(found.values()) > 0


@pytest.mark.parametrize(
    ("name", "options", "players"),
    [
        *[(name, *seats) for name in ("policy", "search-10") for seats in ((Options("both"), 2), (Options(), 4))],
        ("champion", Options("both"), 2),
    ],
)
def test_trained_bots_play_whole_games(name: str, options: Options, players: int) -> None:
    assert len(play_job(Job(sushi_go.NAME, options, (name,) * players, 1, 0)).winners) >= 1


@pytest.mark.parametrize("name", ["policy", "search-10"])
def test_the_same_view_and_source_give_the_same_move(name: str) -> None:
    bot = bot_named(sushi_go.NAME, name)
    for view in views(2)[::7]:
        assert bot(view, Stream(b"1" * 32)) == bot(view, Stream(b"1" * 32))
        assert bot(view, Stream(b"2" * 32)) in view.legal


@pytest.mark.parametrize(("players", "options"), [(2, Options()), (2, Options(dummy=True)), (4, Options())])
def test_the_champion_keeps_to_a_budget(players: int, options: Options) -> None:
    setup = Setup(options, players)
    often, soon = bot_named(sushi_go.NAME, "champion@700"), bot_named(sushi_go.NAME, "champion@1ms")
    for turns in (0, 1, 3, setup.size - 2):
        view = sushi_go.view(stopped(setup, 3, turns), 0)
        assert often(view, Stream(b"1" * 32)) == often(view, Stream(b"1" * 32))
        assert soon(view, Stream(b"1" * 32)) in view.legal


@pytest.mark.parametrize("players", [2, 4])
def test_every_simulation_is_a_visit_of_one_root_move(players: int) -> None:
    view = sushi_go.view(stopped(Setup(Options(), players), 3, 0), 1)
    for separate in (False, True):
        found = bots.root_statistics(view, Stream(b"1" * 32), bots.SearchOptions(600, 12, separate))
        assert {*found} == {*view.legal}
        assert sum(visits for visits, _ in found.values()) == 600
    one = [bots.root_statistics(view, Stream(b"1" * 32), bots.SearchOptions(600, 1, each)) for each in (False, True)]
    assert one[0] == one[1]


def test_search_chooses_by_mean_value_or_by_visits(monkeypatch: pytest.MonkeyPatch) -> None:
    view = sushi_go.view(stopped(Setup(Options(), 4), 3, 0), 1)
    most, best, hardly, *rest = view.legal
    found = {most: (900, 270.0), best: (90, 30.0), hardly: (2, 2.0), **dict.fromkeys(rest, (0, 0.0))}
    monkeypatch.setattr(bots, "root_statistics", lambda *_: found)
    assert bots.search_move(view, Stream(b"1" * 32), bots.SearchOptions(1000)) == most
    assert bots.search_move(view, Stream(b"1" * 32), bots.SearchOptions(1000, by_value=True)) == best


def test_positions_over_the_solver_limit_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bots.SearchOptions] = []

    def search_move(view: View, _: Stream, options: bots.SearchOptions, _among: object) -> Move:
        asked.append(options)
        return view.legal[0]

    monkeypatch.setattr(bots, "search_move", search_move)
    view = sushi_go.view(stopped(Setup(Options(), 2), 1, 2), 0)
    shared_solver(between_two(bots.load_win_table(2)).tobytes()).clear()
    bots.champion(view, Stream(b"1" * 32), Budget(solving=0.0001))
    assert asked == [bots.CHAMPION[2]]
    asked.clear()
    shared_solver(between_two(bots.load_win_table(2)).tobytes()).clear()
    bots.champion(view, Stream(b"1" * 32), Budget(seconds=0.0001))
    assert asked[0].trust == bots.CHAMPION[2].trust


def test_a_level_that_is_a_bot_plays_its_games() -> None:
    """`make levels` counts on it."""
    games = [Job(sushi_go.NAME, Options(), (name, "mochi"), 1, 0) for name in ("yuzu", "policy")]
    level, bot = (play_job(job) for job in games)
    assert level.totals == bot.totals
    results_file = ResultsFile()
    results_file.add(bot)
    reuse_result(games[0], results_file)
    assert results_file.results[games[0].key].totals == level.totals


def test_strength_is_in_order() -> None:
    """A coarse check; bench and docs have the strengths."""
    for one, other in (("policy", "greedy"), ("search-10", "policy")):
        jobs = mirrored(sushi_go.NAME, Options(), one, other, 2, 1, range(10))
        assert sum(play_job(job).share(job.seating.index(one)) for job in jobs) > 12


def test_win_probabilities_add_up_and_grow_with_points() -> None:
    points, puddings, out = np.array([20, 25, 22]), np.zeros(3, np.int64), np.zeros(3)
    for left in (1, 2):
        write_win_probabilities(Training.FIRST_MODEL, left, points, puddings, out)
        assert out.sum() == pytest.approx(1)
        assert out.argsort().tolist() == [0, 2, 1]


def test_win_shares_equal_the_rules() -> None:
    chance = np.random.default_rng(1)
    for _ in range(500):
        totals, puddings = chance.integers(-6, 4, 4).tolist(), chance.integers(0, 3, 4).tolist()
        out = np.zeros(4)
        win_shares(np.array(totals), np.array(puddings), 4, out)
        assert tuple(np.flatnonzero(out)) == winners(totals, puddings, range(4))
        assert out.sum() == pytest.approx(1)


def test_resumed_training_gives_the_same_weights(tmp_path: Path) -> None:
    whole, first = Training(2, 4, 7), Training(2, 4, 7)
    for _ in range(4):
        whole.advance()
    first.advance()
    first.advance()
    first.save(tmp_path / "part.npz")
    later = Training.resume(tmp_path / "part.npz", 2, 4, 7)
    later.advance()
    later.advance()
    assert np.array_equal(later.weights, whole.weights)
    assert np.array_equal(later.model, whole.model)
    with pytest.raises(OptionError, match="for 2 players with 4 steps, seed 7 and 1 parts: say the same"):
        Training.resume(tmp_path / "part.npz", 3, 4, 7)
    (tmp_path / "other.npz").write_text("eggs")
    with pytest.raises(OptionError, match="no training that was stopped"):
        Training.resume(tmp_path / "other.npz", 2, 4, 7)


def test_training_on_a_cluster_gives_the_same_weights_though_a_worker_is_killed(tmp_path: Path) -> None:
    here, file = Training(2, 3, 7, parts=2), tmp_path / "there.npz"
    for _ in range(3):
        here.advance()
    result = subprocess.run(
        [sys.executable, "-m", "tests.players.cluster", str(file)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    there = Training.resume(file, 2, 3, 7, parts=2)
    assert np.array_equal(here.weights, there.weights)
    assert np.array_equal(here.counters, there.counters)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_shipped_weights_say_where_they_come_from(players: int) -> None:
    card = bots.trained(players).card
    assert (card["game"], card["players"], card["version"]) == ("sushi-go", players, 1)
    assert card["games"] >= 1_000_000
