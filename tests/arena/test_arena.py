"""Mirrored deals, the results file, experiments, ratings: with real processes and a real cluster."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pytest

from kaiten import sushi_go, sushi_roll
from kaiten.arena import crosstable
from kaiten.arena.experiment import Estimate, Experiment, estimate
from kaiten.arena.job import Job, Result, mirrored, play_job
from kaiten.arena.rating import ratings
from kaiten.arena.results import ResultsFile, ResultsFileError
from kaiten.arena.runner import run_experiment
from kaiten.arena.workers import workers
from kaiten.kit.errors import OptionError


def experiment(
    one: str = "regular", others: str = "random", players: int = 2, most: int = 40, fewest: int = 12
) -> Experiment:
    return Experiment(sushi_go.NAME, sushi_go.Options(), players, one, others, 1 / players, fewest, most)


def silent(_so_far: Estimate) -> None:
    """No scheduler listens at this address."""


def test_the_same_deal_in_every_seating() -> None:
    jobs = [*mirrored(sushi_go.NAME, sushi_go.Options(), "greedy", "random", 3, 7, range(2))]
    assert [job.seating.index("greedy") for job in jobs] == [0, 1, 2, 0, 1, 2]
    assert [job.deal for job in jobs] == [0, 0, 0, 1, 1, 1]
    assert len({job.key for job in jobs}) == 6
    # A bot against itself: every seating gives the same game with the same points.
    twins = [play_job(job) for job in mirrored(sushi_roll.NAME, sushi_roll.Options(), "greedy", "greedy", 2, 1, [4])]
    assert twins[0].totals == twins[1].totals


def test_a_result_has_winners_and_thinking_times() -> None:
    result = play_job(Job(sushi_go.NAME, sushi_go.Options(dummy=True), ("regular", "random"), 1, 0))
    assert len(result.totals) == 3
    assert sum(result.share(seat) for seat in range(2)) == pytest.approx(1)
    assert result.seconds[0] > result.seconds[1] > 0


def test_results_in_the_file_are_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with ThreadPoolExecutor(1) as pool:
        first = run_experiment(experiment(), ResultsFile(file), pool, silent)
        lines = file.read_text().splitlines()
        # Stopped in the middle of a line.
        file.write_text("\n".join(lines[:5]) + "\n" + lines[5][:30])
        again = ResultsFile(file)
        assert len(again.results) == 5
        second = run_experiment(experiment(), again, pool, silent)

        class Nobody(Executor):
            """An executor that fails on every game."""

            def submit(self, *_args: object, **_kwargs: object) -> None:  # type: ignore[override]
                raise AssertionError("a game is played again")

        third = run_experiment(experiment(), ResultsFile(file), Nobody(), silent)
    for later in (second, third):
        assert (later.games, later.wins, later.points) == (first.games, first.wins, first.points)
    assert len({json.loads(line)["key"] for line in file.read_text().splitlines()}) == len(
        file.read_text().splitlines()
    )


def test_a_file_without_results_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "shopping.txt"
    file.write_text("eggs\n")
    with pytest.raises(ResultsFileError, match=r"shopping\.txt, line 1: this is not the result of a game"):
        ResultsFile(file)


def given(shares: str, ask: Experiment) -> Iterator[tuple[Job, Result]]:
    """Results from a string of letters: won, lost."""
    for letter, job in zip(shares, ask.jobs(), strict=False):
        seat = job.seating.index(ask.one)
        winner = seat if letter == "w" else 1 - seat
        yield job, Result(job.key, job.seating, (3, 2), (winner,), (0.1, 0.1))


def test_an_experiment_is_settled_when_its_confidence_interval_excludes_the_bar() -> None:
    ask = experiment(fewest=12, most=40)
    assert not estimate(ask, given("wlwlwlwlwlwl", ask)).settled
    clear = estimate(ask, given("w" * 40, ask))
    assert (clear.settled, clear.games, clear.met) == (True, 12, True)
    lost = estimate(ask, given("l" * 40, ask))
    assert (lost.settled, lost.games, lost.met) == (True, 12, False)
    even = estimate(ask, given("wl" * 20, ask))
    assert (even.settled, even.games, even.met) == (True, 40, False)


def test_the_stronger_bot_has_the_higher_rating_in_the_table() -> None:
    names = ["random", "greedy", "regular"]
    asked = crosstable.experiments(sushi_go.NAME, sushi_go.Options(), 2, names, fewest=16, most=40, seed=2)
    results_file = ResultsFile()
    with workers(processes=2) as pool:
        estimates = [run_experiment(each, results_file, pool, silent) for each in asked]
    counted = [
        results_file.results[job.key] for each in estimates for job in islice(each.experiment.jobs(), each.games)
    ]
    rated = ratings(counted)
    assert [rating.name for rating in rated] == ["regular", "greedy", "random"]
    assert ratings(reversed(counted)) == rated
    cells = crosstable.cells(estimates)
    assert len(cells) == 6
    assert cells["regular", "random"][0] == pytest.approx(1 - cells["random", "regular"][0])
    data = crosstable.to_json(estimates, rated)
    assert {pair["one"] for pair in data["pairs"]} == {"random", "greedy"}
    picture = crosstable.to_svg("Sushi <Go!>", estimates, rated)
    assert picture.count("%</text>") == 6
    assert "Sushi &lt;Go!&gt;" in picture


def test_with_three_players_each_bot_plays_among_copies_of_the_other() -> None:
    asked = crosstable.experiments(sushi_roll.NAME, sushi_roll.Options(), 3, ["greedy", "random"], most=6, fewest=6)
    assert [(each.one, each.others, round(each.bar, 2)) for each in asked] == [
        ("greedy", "random", 0.33),
        ("random", "greedy", 0.33),
    ]


def test_an_unreachable_cluster_is_reported() -> None:
    with (
        pytest.raises(OptionError, match="no Dask scheduler answers at 'tcp://127.0.0.1:1'"),
        workers("tcp://127.0.0.1:1"),
    ):
        raise AssertionError("there is no cluster")


def test_a_killed_cluster_worker_loses_no_games(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    done = subprocess.run(
        [sys.executable, "-m", "tests.arena.cluster", str(file)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    with workers(processes=1) as pool:
        here = run_experiment(
            Experiment(sushi_go.NAME, sushi_go.Options(), 2, "regular", "greedy", 0.5, 120, 120),
            ResultsFile(),
            pool,
            silent,
        )
    # The last number: the worker was killed.
    assert done.stdout.split() == [str(here.games), str(here.wins), str(here.points), "0"]
    keys = [json.loads(line)["key"] for line in file.read_text().splitlines()]
    assert len(keys) == len({*keys}) >= 120


def test_a_bot_that_wins_its_even_share_has_an_equal_rating() -> None:
    def games(wins: int, of: int) -> list[Result]:
        """One bot among three copies of another; the other winners rotate."""
        seating = ("one", "other", "other", "other")
        winners = [0 if game % of < wins else 1 + game % 3 for game in range(400)]
        return [Result(f"game {n}", seating, (0, 0, 0, 0), (won,), (0.0,) * 4) for n, won in enumerate(winners)]

    even, ahead = ({rating.name: rating.mean for rating in ratings(games(wins, 8))} for wins in (2, 3))
    assert abs(even["one"] - even["other"]) < 40
    assert ahead["one"] > ahead["other"] + 40


ASKED = """
import os, time
from kaiten.arena.workers import workers
with workers(processes=1) as pool:
    print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(60)
"""


def running(pid: int) -> bool:
    """Whether a process is running; a zombie, which a container may not reap, is not."""
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not Path("/proc").exists(), reason="asks Linux who is there")
def test_workers_end_when_their_parent_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", ASKED], stdout=subprocess.PIPE, text=True) as asking:
        assert asking.stdout is not None
        worker = int(asking.stdout.readline())
        assert running(worker)
        asking.kill()
    for _ in range(300):
        if not running(worker):
            break
        time.sleep(0.1)
    assert not running(worker)
