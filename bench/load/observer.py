"""Somebody beside the crowd, in a process of their own, who asks again and again whether the server answers.

The process of the clients is busy with thousands of them after a crash: asked from there, the server would look later than it is.
"""

import subprocess
import sys
import time

from bench.load.processes import healthy

PAUSE = 0.02


class Observer:
    """Waits for the word to begin; what it saw is there when the server has answered."""

    def __init__(self, port: int) -> None:
        command = [sys.executable, "-m", "bench.load.observer", str(port)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._line()

    def begin(self) -> None:
        assert self._process.stdin is not None  # noqa: S101
        self._process.stdin.write("begin\n")
        self._process.stdin.flush()

    def answered_at(self) -> float:
        """The moment of the first answer, by `time.perf_counter`, which is one clock for all processes."""
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
