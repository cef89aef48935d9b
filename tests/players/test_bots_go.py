"""Players that have learned: what they lean to is legal and adds up, they keep to the rules, and they can be trained again."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from bench.levels import take_over

from kaiten import sushi_go
from kaiten.arena.job import Job, mirrored, played
from kaiten.arena.results import Ledger
from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go.batch import Setup
from kaiten.kit.chance import Stream
from kaiten.kit.errors import OptionError
from kaiten.kit.ranking import winners
from kaiten.players import bot_named
from kaiten.players.budget import Budget
from kaiten.players.sushi_go import bots, win_model
from kaiten.players.sushi_go.mcts_memory import MOST_CHOICES
from kaiten.players.sushi_go.solver.solution import shared_solver
from kaiten.players.sushi_go.training import Training
from kaiten.players.sushi_go.win_table import between_two
from kaiten.sushi_go import Card, Move, Options, View
from tests.fast.test_sushi_go import stopped

pytestmark = pytest.mark.compiled("sushi-go-bots")


def views(players: int) -> list[View]:
    setup = Setup(Options(), players)
    states = [stopped(setup, seed, turns) for seed in range(4) for turns in range(3 * setup.size)]
    return [sushi_go.view(state, seat) for state in states for seat in range(players)]


@pytest.mark.parametrize("players", [2, 5])
def test_the_policy_leans_to_what_is_legal_and_to_nothing_else(players: int) -> None:
    weights = bots.trained(players).weights
    for view in views(players):
        seat, step = view.seat or 0, 1 if view.passes_left else -1
        hands = np.array([codec.word_of(hand.cards) for hand in view.hands], np.uint64)
        tables, _, _ = bots._arrays(view)
        likely, moves = np.zeros(MOST_CHOICES), np.zeros(MOST_CHOICES, np.int64)
        left = len(view.hand)
        among = bots._lean(weights, hands, tables, seat, left, view.round - 1, step, view.turns, likely, moves)
        assert {*moves[:among].tolist()} == {codec.number_of(move) for move in view.legal}
        assert likely[:among].sum() == pytest.approx(1)
        assert (likely[:among] > 0).all()


@pytest.mark.parametrize(
    ("name", "options", "players"),
    [
        *[(name, *seats) for name in ("policy", "search-10") for seats in ((Options("both"), 2), (Options(), 4))],
        ("champion", Options("both"), 2),
    ],
)
def test_they_play_whole_games(name: str, options: Options, players: int) -> None:
    assert len(played(Job(sushi_go.NAME, options, (name,) * players, 1, 0)).winners) >= 1


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
def test_every_game_of_a_search_counts_for_one_choice_whatever_it_takes_the_others_to_hold(players: int) -> None:
    view = sushi_go.view(stopped(Setup(Options(), players), 3, 0), 1)
    for apart in (False, True):
        found = bots.weighed(view, Stream(b"1" * 32), bots.Effort(600, guesses=12, apart=apart))
        assert {*found} == {*view.legal}
        assert sum(tried for tried, _ in found.values()) == 600
    one = [bots.weighed(view, Stream(b"1" * 32), bots.Effort(600, guesses=1, apart=a)) for a in (False, True)]
    assert one[0] == one[1]


def test_a_choice_is_made_by_what_came_of_it_or_by_how_often_it_was_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    view = sushi_go.view(stopped(Setup(Options(), 4), 3, 0), 1)
    most, best, hardly, *rest = view.legal
    found = {most: (900, 270.0), best: (90, 30.0), hardly: (2, 2.0), **dict.fromkeys(rest, (0, 0.0))}
    monkeypatch.setattr(bots, "weighed", lambda *_: found)
    assert bots.searched(view, Stream(b"1" * 32), bots.Effort(1000)) == most
    assert bots.searched(view, Stream(b"1" * 32), bots.Effort(1000, by_worth=True)) == best


def test_what_cannot_be_solved_in_time_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bots.Effort] = []

    def searched(view: View, _: Stream, effort: bots.Effort, _among: object) -> Move:
        asked.append(effort)
        return view.legal[0]

    monkeypatch.setattr(bots, "searched", searched)
    view = sushi_go.view(stopped(Setup(Options(), 2), 1, 2), 0)
    shared_solver(between_two(bots.standing_of(2)).tobytes()).clear()
    bots.champion(view, Stream(b"1" * 32), Budget(solving=0.0001))
    assert asked == [bots.EFFORTS[2]]
    asked.clear()
    shared_solver(between_two(bots.standing_of(2)).tobytes()).clear()
    bots.champion(view, Stream(b"1" * 32), Budget(seconds=0.0001))
    assert asked[0].trust == bots.EFFORTS[2].trust


def test_a_level_that_is_a_bot_plays_its_games() -> None:
    """`make levels` counts on it."""
    games = [Job(sushi_go.NAME, Options(), (name, "mochi"), 1, 0) for name in ("yuzu", "policy")]
    level, bot = (played(job) for job in games)
    assert level.totals == bot.totals
    ledger = Ledger()
    ledger.add(bot)
    take_over(games[0], ledger)
    assert ledger.results[games[0].key].totals == level.totals


def test_they_are_in_order() -> None:
    """Grossly: bench and docs say how strong they are."""
    for one, other in (("policy", "greedy"), ("search-10", "policy")):
        jobs = mirrored(sushi_go.NAME, Options(), one, other, 2, 1, range(10))
        assert sum(played(job).share(job.seating.index(one)) for job in jobs) > 12


def test_the_chance_to_win_adds_up_and_wants_points() -> None:
    scores, tables, out = np.array([[20, 25, 22]]), np.zeros((1, 3), np.uint64), np.zeros(3)
    for left in (1, 2):
        win_model.chances(Training.first_model(), scores, tables, 3, left, out)
        assert out.sum() == pytest.approx(1)
        assert out.argsort().tolist() == [0, 2, 1]


def test_what_is_won_is_what_the_rules_say() -> None:
    chance = np.random.default_rng(1)
    for _ in range(500):
        totals, puddings = chance.integers(-6, 4, 4).tolist(), chance.integers(0, 3, 4).tolist()
        tables = np.array([[codec.word_of([Card.PUDDING] * number) for number in puddings]], np.uint64)
        out = np.zeros(4)
        win_model.shares(np.array([totals]), tables, 4, out)
        assert tuple(np.flatnonzero(out)) == winners(totals, puddings, range(4))
        assert out.sum() == pytest.approx(1)


def test_a_training_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole, first = Training(2, 4, 7), Training(2, 4, 7)
    for _ in range(4):
        whole.advance()
    first.advance()
    first.advance()
    first.keep(tmp_path / "part.npz")
    later = Training.kept(tmp_path / "part.npz", 2, 4, 7)
    later.advance()
    later.advance()
    assert np.array_equal(later.weights, whole.weights)
    assert np.array_equal(later.model, whole.model)
    with pytest.raises(OptionError, match="for 2 players with 4 steps, seed 7 and 1 parts: say the same"):
        Training.kept(tmp_path / "part.npz", 3, 4, 7)
    (tmp_path / "other.npz").write_text("eggs")
    with pytest.raises(OptionError, match="no training that was stopped"):
        Training.kept(tmp_path / "other.npz", 2, 4, 7)


def test_a_training_on_a_cluster_gives_the_same_though_a_worker_is_killed(tmp_path: Path) -> None:
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
    there = Training.kept(file, 2, 3, 7, parts=2)
    assert np.array_equal(here.weights, there.weights)
    assert np.array_equal(here.counters, there.counters)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_shipped_weights_say_where_they_come_from(players: int) -> None:
    card = bots.trained(players).card
    assert (card["game"], card["players"], card["version"]) == ("sushi-go", players, 1)
    assert card["games"] >= 1_000_000
