"""The speed of two checkouts, measured in turns in one run: this one against another, by the rows of `bench.fast`, `bench.batches`
and `bench.search`.

Each checkout has a process of its own. A row is measured in one and then in the other, several times, and the median of the ratios
counts: what else the machine does slows both.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import IO, cast

from bench import batches, search
from kaiten.sushi_go import Options

GAMES, SLICES, SIMULATIONS = 40_000, 10, 8_000
"""In a measurement: random games, slices of batch steps, simulations of a search."""
BAR = 0.95
HERE = Path(__file__).resolve().parents[1]


def rows() -> dict[str, Callable[[], float]]:
    """The measurements, by name; each returns games, steps or simulations a second."""
    found: dict[str, Callable[[], float]] = {}
    benches = [*map(batches.go, range(2, 6)), batches.go(2, Options(dummy=True)), *map(batches.roll, range(2, 6))]
    for bench in benches:
        found[f"random games: {bench.name}"] = partial(batches.random_games, bench.kernels, GAMES)
        found[f"batches: {bench.name}"] = partial(_steps, bench)
    for players in range(2, 6):
        look = partial(search.search, simulations=SIMULATIONS)
        found[f"search: Sushi Go!, {players}"] = partial(
            search.rate, look, search.positions(players, 3), SIMULATIONS, 3
        )
    return found


def _steps(bench: batches.Bench) -> float:
    return batches.step_rate(bench.env, SLICES)[0]


def work() -> None:
    """Write the names of the rows, then measure each row that standard input names."""
    measured = rows()
    print("\t".join(measured), flush=True)
    for name in sys.stdin:
        print(measured[name.rstrip("\n")](), flush=True)


class Checkout:
    """A process that measures the code of a folder."""

    def __init__(self, folder: Path) -> None:
        path = os.pathsep.join([str(folder / "src"), str(folder)])
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--worker"],
            env=os.environ | {"PYTHONPATH": path},
            cwd=folder,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._input, self._output = cast("IO[str]", self.process.stdin), cast("IO[str]", self.process.stdout)
        self.names = self._output.readline().rstrip("\n").split("\t")

    def measure(self, name: str) -> float:
        self._input.write(f"{name}\n")
        self._input.flush()
        return float(self._output.readline())

    def stop(self) -> None:
        self.process.communicate("")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, help="the other checkout, such as a git worktree of an older commit")
    parser.add_argument("--rounds", type=int, default=7, help="measurements of each row in each checkout (7)")
    parser.add_argument("--only", default="", metavar="TEXT", help="the rows whose names contain this text")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.worker:
        work()
        return
    if asked.before is None or not (asked.before / "bench").is_dir():
        parser.error(f"--before {asked.before}: it is the folder of another checkout")
    before, after = Checkout(asked.before.resolve()), Checkout(HERE)
    print(f"{'':34} {'before':>14} {'after':>14}  ratio")
    for name in [name for name in after.names if asked.only in name]:
        pairs = []
        for turn in range(asked.rounds + 1):
            if turn % 2:
                old, new = before.measure(name), after.measure(name)
            else:
                new, old = after.measure(name), before.measure(name)
            pairs.append((old, new))
        del pairs[0]  # it compiles
        ratio = median([new / old for old, new in pairs])
        old, new = (median(rates) for rates in zip(*pairs, strict=True))
        print(f"{name:34} {old:14,.0f} {new:14,.0f}  {ratio:.2f}{'' if ratio >= BAR else '  SLOWER'}", flush=True)
    before.stop()
    after.stop()


if __name__ == "__main__":
    main()
