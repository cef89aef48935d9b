"""A separate program: training on a cluster of several processes, one of which is killed meanwhile."""

import os
import signal
import sys
from pathlib import Path

from distributed import LocalCluster

from kaiten.arena.workers import workers
from kaiten.players.sushi_go.training import Training


def main() -> None:
    run = Training(2, 3, 7, parts=2)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:  # type: ignore[no-untyped-call]
        doomed = next(iter(cluster.workers.values())).pid
        with workers(cluster.scheduler_address) as pool:
            run.advance(pool)
            os.kill(doomed, signal.SIGKILL)
            run.advance(pool)
            run.advance(pool)
    run.save(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
