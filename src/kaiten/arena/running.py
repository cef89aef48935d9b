"""Games for questions: those that are missing are played, and no more than it takes."""

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from itertools import islice

from kaiten.arena.job import Job, Result
from kaiten.arena.ledger import Ledger
from kaiten.arena.question import Answer, Question, answered
from kaiten.arena.workers import play_all

AHEAD = 6
"""Batches that are under way at a time."""

Told = Callable[[Answer], None]


def answer(question: Question, ledger: Ledger, pool: Executor, told: Told, deals: int = 4) -> Answer:
    """Play until the question is settled, so many deals to a batch; `told` hears how it stands.

    Results count in the order of the deals, whoever was ready first: so the answer does not hang on the machine.
    """
    jobs = [*question.jobs()]
    batches = iter([jobs[at : at + deals * question.players] for at in range(0, len(jobs), deals * question.players)])
    under_way: set[Future[list[Result]]] = set()
    try:
        while True:
            so_far = answered(question, _in_order(jobs, ledger))
            told(so_far)
            if so_far.settled:
                return so_far
            for batch in islice(batches, AHEAD - len(under_way)):
                missing = [job for job in batch if job.key not in ledger.results]
                if missing:
                    under_way.add(pool.submit(play_all, missing))
            if under_way:
                done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                for future in done:
                    for result in future.result():
                        ledger.add(result)
    finally:
        for future in under_way:
            future.cancel()


def _in_order(jobs: list[Job], ledger: Ledger) -> list[tuple[Job, Result]]:
    """The results up to the first that is missing."""
    found = []
    for job in jobs:
        result = ledger.results.get(job.key)
        if result is None:
            break
        found.append((job, result))
    return found
