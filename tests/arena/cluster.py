"""A program of its own, as a user would write it: a cluster of several processes, one of which is killed in mid-run."""

import os
import signal
import sys
from pathlib import Path

from distributed import LocalCluster

from kaiten import sushi_go
from kaiten.arena.ledger import Ledger
from kaiten.arena.question import Answer, Question
from kaiten.arena.running import answer
from kaiten.arena.workers import workers


def main() -> None:
    ask = Question(sushi_go.NAME, sushi_go.Options(), 2, "regular", "greedy", 0.5, fewest=120, most=120)
    ledger = Ledger(Path(sys.argv[1]))
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:  # type: ignore[no-untyped-call]
        doomed = next(iter(cluster.workers.values())).pid

        def told(so_far: Answer) -> None:
            nonlocal doomed
            if so_far.games >= 20 and doomed:
                os.kill(doomed, signal.SIGKILL)
                doomed = 0

        with workers(cluster.scheduler_address) as pool:
            found = answer(ask, ledger, pool, told, deals=2)
    print(found.games, found.wins, found.points, doomed)


if __name__ == "__main__":
    main()
