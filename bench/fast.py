"""Random games a second of the compiled games, compared with the rules engine and with plain C in the same run.

Each is measured in alternating slices, and the best slice counts, to exclude other load on the machine. The C programs are in
`bench/c`; they are compiled here, if there is a compiler, and play the same games in the same way.
"""

import argparse
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.engine import from_legal
from kaiten import sushi_go, sushi_roll
from kaiten.fast.sushi_go.random_games import play_random as play_go
from kaiten.fast.sushi_roll.random_games import play_random as play_roll
from kaiten.sushi_go import Options

SOURCES = Path(__file__).parent / "c"
BARS = {("sushi_go", 2): 0.75, ("sushi_go", 4): 0.75, **{("sushi_roll", players): 0.5 for players in range(2, 6)}}
"""The minimum, as a share of the speed of the C program."""
TWO_CORES_BAR = 1.7
NAMES = {"sushi_go": "Sushi Go!", "sushi_roll": "Sushi Roll"}

Play = Callable[[int, int], object]
"""Plays a number of games from a seed."""


def compiled(name: str, players: int, folder: Path) -> Path | None:
    """The C program for this number of players, compiled; None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    program = folder / f"{name}-{players}"
    flags = ["-O3", "-march=native", f"-DPLAYERS={players}"]
    subprocess.run([compiler, *flags, str(SOURCES / f"{name}.c"), "-o", str(program)], check=True)
    return program


def slices(play: Play, program: Path | None, games: int, times: int) -> tuple[float, float, float]:
    """Games a second in the best slice: on one core, on two, in C."""
    play(100, 0)
    one = two = c = 0.0
    with ThreadPoolExecutor(2) as pool:
        for seed in range(times):
            one = max(one, games / _seconds(lambda: play(games, seed)))
            two = max(two, 2 * games / _seconds(lambda: [*pool.map(partial(play, games), [seed, seed + 1_000])]))
            if program is not None:
                printed = subprocess.run([program, str(games), str(seed)], check=True, capture_output=True, text=True)
                c = max(c, games / float(printed.stdout.split()[0]))
    return one, two, c


def rules(game: str, options: object, players: int, seconds: float) -> float:
    """Games a second of the rules engine."""
    module = sushi_go if game == "sushi_go" else sushi_roll
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        from_legal(module, options, players, done)
        done += 1
    return done / spent


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200_000, help="games in a slice (200000)")
    parser.add_argument("--slices", type=int, default=9, help="slices, of which the best counts (9)")
    asked = parser.parse_args()
    setups: list[tuple[str, object, int, Play]] = [
        *[("sushi_go", Options(), players, partial(play_go, Options(), players)) for players in range(2, 6)],
        ("sushi_go", Options(dummy=True), 2, partial(play_go, Options(dummy=True), 2)),
        *[("sushi_roll", sushi_roll.Options(), players, partial(play_roll, players)) for players in range(2, 6)],
    ]
    table = Table("game", "one core", "two cores", "times", "of the rules", "in C", "of C", "bar", box=box.SIMPLE)
    with tempfile.TemporaryDirectory() as folder:
        for game, options, players, play in track(setups, "Playing", transient=True):
            dummy = options == Options(dummy=True)
            program = None if dummy else compiled(game, players, Path(folder))
            one, two, c = slices(play, program, asked.games, asked.slices)
            bar = None if dummy else BARS.get((game, players))
            missed = (bar is not None and c > 0 and one < bar * c) or two < TWO_CORES_BAR * one
            table.add_row(
                f"{NAMES[game]}, {players}{' and the dummy' if dummy else ''}",
                f"{one:,.0f}",
                f"{two:,.0f}",
                f"{two / one:.2f}",
                f"{one / rules(game, options, players, 1.0):,.0f}",
                f"{c:,.0f}" if c else "-",
                f"{one / c:.2f}" if c else "-",
                ("MISSED" if missed else "met") if bar else "",
            )
    Console(width=100).print(table)
    print(
        f"Random games a second. Bars: 0.75 of C for Sushi Go!, 0.5 for Sushi Roll; two cores {TWO_CORES_BAR} times one."
    )


if __name__ == "__main__":
    main()
