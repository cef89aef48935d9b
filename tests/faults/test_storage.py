"""Storage faults in mid-game: no answer without a save, and nothing is lost."""

import asyncio
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults.locked import lock_for
from tests.faults.write_outage import check_outage
from tests.server.harness import Server, sqlite

LONGER_THAN_TIMEOUT = 7.0
"""The store waits five seconds for a lock."""


def test_locked_database(tmp_path: Path) -> None:
    assert lock_for(LONGER_THAN_TIMEOUT, tmp_path) >= 1


def test_file_size_limit(tmp_path: Path) -> None:
    """RLIMIT_FSIZE needs no privilege and looks like a full disk."""
    with Server(sqlite(tmp_path)) as server:
        assert asyncio.run(check_outage(server, _no_growth(server, tmp_path / "kaiten.db-wal"), 2)) >= 2


def test_full_disk(small_disk: Path) -> None:
    with Server(sqlite(small_disk)) as server:
        assert asyncio.run(check_outage(server, _filled(small_disk / "ballast"), 2)) >= 2


def test_read_only_database(tmp_path: Path) -> None:
    flag = tmp_path / "read-only"
    program = [sys.executable, "-m", "tests.faults.readonly"]
    with Server(sqlite(tmp_path), program=program, KAITEN_READ_ONLY=str(flag)) as server:
        assert asyncio.run(check_outage(server, _there(flag), 2)) >= 2


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A small tmpfs. Where none can be mounted, the file size limit above tests the same."""
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
    """Limit the server's files to this file's current size."""
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (growing.stat().st_size, before[1]))
    yield
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)


@contextmanager
def _filled(ballast: Path) -> Iterator[None]:
    """Fill the disk to the last byte."""
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
