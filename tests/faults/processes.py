"""A server that crashes on demand, and a search for processes it left behind."""

import os
import random
import secrets
import signal
import socket
import sys
import threading
import time
from pathlib import Path

from tests.server.harness import Server

START_SECONDS = 40.0
"""Time for a server to start on a busy machine."""

GONE_SECONDS = 5.0
"""Time for bot processes to notice that their server is gone."""


class CrashServer(Server):
    """A server that crashes at a given point. It keeps its port across restarts."""

    def __init__(self, database: str, *options: str, **environment: str) -> None:
        self.mark = secrets.token_hex(8)
        program = [sys.executable, "-m", "tests.faults.crash_server"]
        marks = {"KAITEN_TEST_MARK": self.mark, "PYTHONFAULTHANDLER": "1"}
        super().__init__(database, *options, program=program, **marks, **environment)
        self.port = free_port()

    def start(self) -> None:
        """Start it; if it hangs, dump its stack and fail."""
        hanging = threading.Timer(START_SECONDS, lambda: os.kill(self.pid, signal.SIGABRT))
        hanging.start()
        try:
            super().start()
        finally:
            hanging.cancel()

    def crash_at(self, point: str, passage: int = 1) -> None:
        """Crash at this passage of a point after the next start; never, if the point is empty."""
        self._environment |= {"KAITEN_DIES_AT": point, "KAITEN_DIES_ON": str(passage)}

    def processes(self) -> list[int]:
        """The server's process and its children."""
        return _processes_with_mark(self.mark)

    def leftover_processes(self) -> list[int]:
        """Processes of a dead server that still run after a while, found by their environment."""
        until = time.monotonic() + GONE_SECONDS
        while (found := self.processes()) and time.monotonic() < until:
            time.sleep(0.02)
        return found


def free_port() -> int:
    """A free port below the ephemeral range, so that no client socket takes it while the server is down."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def _processes_with_mark(mark: str) -> list[int]:
    wanted = f"KAITEN_TEST_MARK={mark}".encode()
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            try:
                marked = wanted in (folder / "environ").read_bytes().split(b"\0")
            except OSError:  # another user's process, or ended
                continue
            if marked:
                found.append(int(folder.name))
    return found
