"""The runner of experiments: plays the missing games in worker processes until the experiment is settled."""

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from itertools import islice

from kaiten.arena.experiment import Estimate, Experiment, estimate
from kaiten.arena.job import Job, Result
from kaiten.arena.results import ResultsFile
from kaiten.arena.workers import play_all

AHEAD = 6
"""Batches in flight at a time."""

OnProgress = Callable[[Estimate], None]


def run_experiment(
    experiment: Experiment, results_file: ResultsFile, pool: Executor, on_progress: OnProgress, deals: int = 4
) -> Estimate:
    """Play until the experiment is settled, `deals` deals to a batch; `on_progress` is called with the estimate so far.

    Results count in the order of the deals, not in the order in which workers finish: the estimate is the same on any machine.
    """
    jobs = [*experiment.jobs()]
    batches = iter(
        [jobs[at : at + deals * experiment.players] for at in range(0, len(jobs), deals * experiment.players)]
    )
    under_way: set[Future[list[Result]]] = set()
    try:
        while True:
            so_far = estimate(experiment, _in_order(jobs, results_file))
            on_progress(so_far)
            if so_far.settled:
                return so_far
            for batch in islice(batches, AHEAD - len(under_way)):
                missing = [job for job in batch if job.key not in results_file.results]
                if missing:
                    under_way.add(pool.submit(play_all, missing))
            if under_way:
                done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                for future in done:
                    for result in future.result():
                        results_file.add(result)
    finally:
        for future in under_way:
            future.cancel()


def _in_order(jobs: list[Job], results_file: ResultsFile) -> list[tuple[Job, Result]]:
    """The results in the order of the jobs, up to the first missing one."""
    found = []
    for job in jobs:
        result = results_file.results.get(job.key)
        if result is None:
            break
        found.append((job, result))
    return found
