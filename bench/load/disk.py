"""Baseline: a bare loop of append and fsync in the folder of the database."""

import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.load.report import Figure, quantile

BLOCK = b"\0" * 4096


@dataclass(frozen=True, slots=True)
class Disk:
    """Speed of an otherwise idle disk."""

    a_second: float
    p50: float
    p99: float

    def figure(self, when: str) -> Figure:
        return Figure(
            f"bare fsync of 4 KiB, {when}", f"{self.a_second:,.0f}/s, p50 {self.p50:.2f} ms, p99 {self.p99:.2f} ms"
        )


def measure(folder: Path, seconds: float = 3.0) -> Disk:
    """Append 4 KiB and fsync, repeatedly."""
    times: list[float] = []
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        began = last = time.perf_counter()
        while last - began < seconds:
            file.write(BLOCK)
            os.fsync(file.fileno())
            now = time.perf_counter()
            times.append(now - last)
            last = now
    ordered = sorted(times)
    return Disk(len(times) / (last - began), 1000 * quantile(ordered, 0.5), 1000 * quantile(ordered, 0.99))
