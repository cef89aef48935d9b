"""Worker pools: processes of this machine, or the workers of a Dask cluster, both as an `Executor`."""

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from kaiten.arena.job import Job, Result, played
from kaiten.kit.errors import OptionError
from kaiten.kit.extras import require
from kaiten.kit.processes import end_with_parent

RETRIES = 5
"""How often a cluster retries a batch of games whose worker is gone."""


@contextmanager
def workers(cluster: str | None = None, processes: int | None = None) -> Iterator[Executor]:
    """A pool of this many processes (one for each processor), or of a cluster, by the address of its scheduler."""
    if cluster is not None:
        with _dask(cluster) as executor:
            yield executor
        return
    # Fresh interpreters: bots may have threads, and a fork would not.
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
    return [played(job) for job in jobs]


@contextmanager
def _dask(address: str) -> Iterator[Executor]:
    require("cluster", "a Dask cluster")
    from distributed import Client  # noqa: PLC0415  (an extra, and slow to import)

    try:
        client = Client(address, timeout="3s")  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise OptionError(f"no Dask scheduler estimates at {address!r}: {error}") from None
    with client:
        yield client.get_executor(retries=RETRIES, pure=False)  # type: ignore[no-untyped-call]
