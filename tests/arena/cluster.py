"""A separate program, as a user would write it: a cluster of several processes, one of which is killed in mid-run."""

import os
import signal
import sys
from pathlib import Path

from distributed import LocalCluster

from kaiten import sushi_go
from kaiten.arena.experiment import Estimate, Experiment
from kaiten.arena.results import ResultsFile
from kaiten.arena.runner import run_experiment
from kaiten.arena.workers import workers


def main() -> None:
    ask = Experiment(sushi_go.NAME, sushi_go.Options(), 2, "regular", "greedy", 0.5, fewest=120, most=120)
    results_file = ResultsFile(Path(sys.argv[1]))
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:  # type: ignore[no-untyped-call]
        doomed = next(iter(cluster.workers.values())).pid

        def on_progress(so_far: Estimate) -> None:
            nonlocal doomed
            if so_far.games >= 20 and doomed:
                os.kill(doomed, signal.SIGKILL)
                doomed = 0

        with workers(cluster.scheduler_address) as pool:
            found = run_experiment(ask, results_file, pool, on_progress, deals=2)
    print(found.games, found.wins, found.points, doomed)


if __name__ == "__main__":
    main()
