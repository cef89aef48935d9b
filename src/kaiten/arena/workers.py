"""Worker pools: processes of this machine, or the workers of a Dask cluster, both as an `Executor`."""

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from kaiten.arena.job import Job, Result, play_job
from kaiten.kit.errors import OptionError
from kaiten.kit.extras import require
from kaiten.kit.processes import end_with_parent

RETRIES = 5
"""How many times a cluster retries a batch of games whose worker has died."""


@contextmanager
def workers(cluster: str | None = None, processes: int | None = None) -> Iterator[Executor]:
    """A pool of this many processes (by default one for each processor), or of a Dask cluster, by the address of its scheduler."""
    if cluster is not None:
        with _dask(cluster) as executor:
            yield executor
        return
    # Spawned: bots may have threads, which a fork would not copy.
    pool = ProcessPoolExecutor(processes or os.cpu_count(), mp_context=get_context("spawn"), initializer=_begin)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Ignore Ctrl+C, which the parent handles, and end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def play_all(jobs: Sequence[Job]) -> list[Result]:
    """Play a batch of jobs: the task of a worker."""
    return [play_job(job) for job in jobs]


@contextmanager
def _dask(address: str) -> Iterator[Executor]:
    require("cluster", "a Dask cluster")
    from distributed import Client  # noqa: PLC0415  (an extra, and slow to import)

    try:
        client = Client(address, timeout="3s")  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise OptionError(f"no Dask scheduler answers at {address!r}: {error}") from None
    with client:
        yield client.get_executor(retries=RETRIES, pure=False)  # type: ignore[no-untyped-call]
