"""A separate process that polls the server's health after a crash.

The clients' process is busy with thousands of reconnects: polled from there, the server would seem slower than it is.
"""

import subprocess
import sys
import time

from bench.load.processes import healthy

PAUSE = 0.02


class HealthProbe:
    """Waits for `begin`, then polls until the server answers."""

    def __init__(self, port: int) -> None:
        command = [sys.executable, "-m", "bench.load.health_probe", str(port)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._line()

    def begin(self) -> None:
        assert self._process.stdin is not None  # noqa: S101
        self._process.stdin.write("begin\n")
        self._process.stdin.flush()

    def answered_at(self) -> float:
        """When the server first answered, by `time.perf_counter`, which all processes share."""
        try:
            return float(self._line())
        finally:
            self._process.kill()
            self._process.communicate()

    def _line(self) -> str:
        assert self._process.stdout is not None  # noqa: S101
        return self._process.stdout.readline()


def main() -> None:
    port = int(sys.argv[1])
    print("ready", flush=True)
    sys.stdin.readline()
    while not healthy(port):
        time.sleep(PAUSE)
    print(time.perf_counter(), flush=True)


if __name__ == "__main__":
    main()
