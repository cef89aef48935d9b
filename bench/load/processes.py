"""Server processes: start, measure, kill. Linux only: it reads /proc."""

import http.client
import os
import random
import re
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

# The load comes from one address.
LIMITS = {
    "KAITEN_ADDRESS_RATE": "1000000",
    "KAITEN_ADDRESS_SOCKETS": "100000",
    "KAITEN_MOST_SOCKETS": "100000",
    "KAITEN_PLAYER_RATE": "1000",
    "KAITEN_SOCKET_RATE": "1000",
}

START_SECONDS = 30.0
_TICKS = os.sysconf("SC_CLK_TCK")


class ServerProcess:
    """`kaiten serve` on a loopback port, with its log in a file."""

    def __init__(self, folder: Path, database: str, bus: str = "") -> None:
        self.port = _free_port()
        self.log = folder / f"server-{self.port}.log"
        self._environment = {**os.environ, **LIMITS, "KAITEN_DATABASE": database, "KAITEN_BUS": bus}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None  # noqa: S101
        return self._process.pid

    def spawn(self) -> None:
        """Start it without waiting."""
        command = [sys.executable, "-m", "kaiten", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=self._environment)

    def wait_until_healthy(self) -> None:
        until = time.monotonic() + START_SECONDS
        while not self.healthy():
            if time.monotonic() > until or (self._process is not None and self._process.poll() is not None):
                self.kill()
                raise RuntimeError(f"the server does not start: {self.log.read_text()}")
            time.sleep(0.01)

    def healthy(self) -> bool:
        """Whether it answers now."""
        return healthy(self.port)

    def kill(self) -> None:
        """Kill it with SIGKILL."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> None:
        """Send SIGTERM; kill it after a while."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.kill()

    def complaints(self) -> Counter[str]:
        """Warnings and errors in its log, counted."""
        lines = [line.split(" ", 2) for line in self.log.read_text(encoding="utf-8").splitlines()]
        said = [line[2] for line in lines if len(line) == 3 and line[1] in ("warning", "error")]
        return Counter(re.sub(r" (table|round)=\S+", "", line)[:90] for line in said)

    def megabytes(self) -> float:
        """Resident memory of the server and its children."""
        return sum(_resident(pid) for pid in _family(self.pid)) / 1e6

    def cpu_seconds(self) -> float:
        """Processor time used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS


def healthy(port: int) -> bool:
    """Whether /api/health answers 200 now at this port of loopback."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        line.request("GET", "/api/health")
        return line.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()


def _family(pid: int) -> Iterator[int]:
    yield pid
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text(encoding="ascii").split():
            yield from _family(int(child))


def _resident(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


def _free_port() -> int:
    """A port below the ephemeral range, so that no client socket takes it while the server is down."""
    for port in random.sample(range(10_000, 20_000), 100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port
    raise RuntimeError("no port is free")
