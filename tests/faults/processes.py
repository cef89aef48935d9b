"""A server that can be told to die, and the processes that it leaves behind, if it does."""

import os
import random
import secrets
import signal
import socket
import sys
import threading
import time
from pathlib import Path

from tests.server.running import Server

START_SECONDS = 40.0
"""Seconds that a server has to start, on the busiest of machines."""

GONE_SECONDS = 5.0
"""Seconds that bots have to notice that their server is gone."""


class Doomed(Server):
    """A server that dies where it is told to. It keeps its port from one life to the next."""

    def __init__(self, database: str, *options: str, **environment: str) -> None:
        self.mark = secrets.token_hex(8)
        program = [sys.executable, "-m", "tests.faults.doomed"]
        marks = {"KAITEN_TEST_MARK": self.mark, "PYTHONFAULTHANDLER": "1"}
        super().__init__(database, *options, program=program, **marks, **environment)
        self.port = free_port()

    def start(self) -> None:
        """Start it; if it hangs, it is made to say where, and the test fails."""
        hanging = threading.Timer(START_SECONDS, lambda: os.kill(self.pid, signal.SIGABRT))
        hanging.start()
        try:
            super().start()
        finally:
            hanging.cancel()

    def doom(self, point: str, passage: int = 1) -> None:
        """In its next life it dies at this passage of a point; at none, if the point has no name."""
        self._environment |= {"KAITEN_DIES_AT": point, "KAITEN_DIES_ON": str(passage)}

    def processes(self) -> list[int]:
        """The server's process, and those that it has started."""
        return _marked(self.mark)

    def left_behind(self) -> list[int]:
        """Its processes that still run after a while, though it does not. They are found by their environment."""
        until = time.monotonic() + GONE_SECONDS
        while (found := self.processes()) and time.monotonic() < until:
            time.sleep(0.02)
        return found


def free_port() -> int:
    """A free port that no connection takes by chance while a server is down: those have higher numbers."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def _marked(mark: str) -> list[int]:
    wanted = f"KAITEN_TEST_MARK={mark}".encode()
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            try:
                marked = wanted in (folder / "environ").read_bytes().split(b"\0")
            except OSError:  # somebody else's, or gone
                continue
            if marked:
                found.append(int(folder.name))
    return found
