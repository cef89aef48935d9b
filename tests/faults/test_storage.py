"""Disks and files that cannot be written for a while, under a game: no answer without a save, and nothing is lost."""

import asyncio
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults.locked import lock_for
from tests.faults.unsaved import survive
from tests.server.running import Server, sqlite

LONGER_THAN_PATIENCE = 7.0
"""Seconds; the store waits five for a lock."""


def test_a_locked_database_is_waited_for_and_then_the_game_goes_on(tmp_path: Path) -> None:
    assert lock_for(LONGER_THAN_PATIENCE, tmp_path) >= 1


def test_a_file_that_cannot_grow_keeps_what_was_answered(tmp_path: Path) -> None:
    """The limit on the size of files needs no privilege; to the server it is a disk without room."""
    with Server(sqlite(tmp_path)) as server:
        assert asyncio.run(survive(server, _no_growth(server, tmp_path / "kaiten.db-wal"), 2)) >= 2


def test_a_full_disk_keeps_what_was_answered(small_disk: Path) -> None:
    with Server(sqlite(small_disk)) as server:
        assert asyncio.run(survive(server, _filled(small_disk / "ballast"), 2)) >= 2


def test_a_database_that_may_only_be_read_keeps_what_was_answered(tmp_path: Path) -> None:
    flag = tmp_path / "read-only"
    program = [sys.executable, "-m", "tests.faults.readonly"]
    with Server(sqlite(tmp_path), program=program, KAITEN_READ_ONLY=str(flag)) as server:
        assert asyncio.run(survive(server, _there(flag), 2)) >= 2


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, with a few megabytes. Where none can be had, the test above shows the same by a limit."""
    made = subprocess.run(
        ["/usr/bin/env", "mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode != 0:
        pytest.skip(f"no disk can be mounted here ({made.stderr.strip()}); the limit on files shows the same")
    try:
        yield tmp_path
    finally:
        subprocess.run(["/usr/bin/env", "umount", str(tmp_path)], check=True)


@contextmanager
def _no_growth(server: Server, growing: Path) -> Iterator[None]:
    """No file of the server's may be larger than this one is."""
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (growing.stat().st_size, before[1]))
    yield
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)


@contextmanager
def _filled(ballast: Path) -> Iterator[None]:
    """Not a byte more fits on the disk."""
    with pytest.raises(OSError, match="No space left"):
        _fill(ballast)
    yield
    ballast.unlink()


def _fill(ballast: Path) -> None:
    with ballast.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass


@contextmanager
def _there(flag: Path) -> Iterator[None]:
    flag.touch()
    yield
    flag.unlink()
