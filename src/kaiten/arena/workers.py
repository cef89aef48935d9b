"""Where games are played: on processes of this machine, or on a Dask cluster. Both are executors, and look the same."""

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process

from kaiten.arena.job import Job, Result, played
from kaiten.kit.errors import OptionError

RETRIES = 5
"""How often a cluster begins a batch of games anew, when the worker that played it is gone."""


@contextmanager
def workers(cluster: str | None = None, processes: int | None = None) -> Iterator[Executor]:
    """So many processes here (one for each processor), or the workers of a cluster by the address of its scheduler."""
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
    """Ctrl+C is for whoever asked: a worker ends its batch, and says nothing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def end_with_parent() -> None:
    """When the process that started this one is gone, however it went, so is this one."""
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)


def play_all(jobs: Sequence[Job]) -> list[Result]:
    """What a worker does with a batch."""
    return [played(job) for job in jobs]


@contextmanager
def _dask(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client  # noqa: PLC0415  (an extra, and slow to import)
    except ImportError:
        raise OptionError("a cluster needs Dask: pip install 'kaiten-sushi[cluster]'") from None
    try:
        client = Client(address, timeout="3s")  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise OptionError(f"no Dask scheduler answers at {address!r}: {error}") from None
    with client:
        yield client.get_executor(retries=RETRIES, pure=False)  # type: ignore[no-untyped-call]
