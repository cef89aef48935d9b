"""Throughput of the vector environments: steps a second, compared with random games by the kernels and by the rules; time to first call.

A step is a whole turn of one game: actions checked and played, rewards, reset of finished games, observations and masks of all seats.
In Sushi Roll it is one action of one player, and the observation of the next. The time to choose the actions is excluded. One core.
"""

import argparse
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import partial

from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.fast import Play, rules
from kaiten import sushi_roll
from kaiten.env.sushi_go_vector import SushiGoVector
from kaiten.env.sushi_roll_vector import SushiRollVector
from kaiten.fast.policies import Anything
from kaiten.fast.sushi_go.random_games import play_random as play_go
from kaiten.fast.sushi_roll.random_games import play_random as play_roll
from kaiten.sushi_go import Options

GAMES = 1_024
IN_A_SLICE = 120
STEPS_BAR = 10e6
"""Steps a second, for two players of Sushi Go!."""
START_BAR = 0.7
"""Seconds, for import and the first call of a kernel that was compiled before."""
FIRST_CALL = "from kaiten.fast.sushi_go.random_games import play_random; from kaiten.sushi_go import Options; play_random(Options(), 2, 1)"


@dataclass(frozen=True)
class Bench:
    """A vector environment, and the same game played at random by the kernels and by the rules."""

    name: str
    env: SushiGoVector | SushiRollVector
    kernels: Play
    game: str
    options: object
    players: int


def go(players: int, options: Options | None = None) -> Bench:
    chosen = options or Options()
    name = f"Sushi Go!, {players}{' and the dummy' if chosen.dummy else ''}"
    return Bench(
        name, SushiGoVector(GAMES, players, chosen), partial(play_go, chosen, players), "sushi_go", chosen, players
    )


def roll(players: int) -> Bench:
    return Bench(
        f"Sushi Roll, {players}",
        SushiRollVector(GAMES, players),
        partial(play_roll, players),
        "sushi_roll",
        sushi_roll.Options(),
        players,
    )


def step_rate(env: SushiGoVector | SushiRollVector, slices: int) -> tuple[float, float]:
    """Steps a second in the best slice, and steps in a game."""
    anything, best, ended = Anything(1), 0.0, 0
    seen = env.reset(1)
    for _ in range(slices):
        spent = 0.0
        for _ in range(IN_A_SLICE):
            rows = seen.masks.reshape(-1, seen.masks.shape[-1])
            actions = anything(seen.observations, rows).reshape(seen.masks.shape[:-1])
            began = time.perf_counter()
            seen = env.step(actions)
            spent += time.perf_counter() - began
            ended += int(seen.ended.sum())
        best = max(best, IN_A_SLICE * GAMES / spent)
    return best, slices * IN_A_SLICE * GAMES / ended


def random_games(play: Play, games: int = 20_000) -> float:
    """Random games a second, the best of five runs."""
    best = 0.0
    for seed in range(5):
        began = time.perf_counter()
        play(games, seed)
        best = max(best, games / (time.perf_counter() - began))
    return best


def start_seconds(program: str, times: int) -> list[float]:
    """Seconds that a program takes in new processes, without Python's own start; sorted."""
    clocked = f"import time; began = time.perf_counter(); {program}; print(time.perf_counter() - began)"
    runs = [
        subprocess.run([sys.executable, "-c", clocked], check=True, capture_output=True, text=True).stdout
        for _ in range(times)
    ]
    return sorted(float(seconds) for seconds in runs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--slices", type=int, default=100, help=f"slices of {IN_A_SLICE} steps, of which the best counts (100)"
    )
    parser.add_argument("--starts", type=int, default=9, help="new processes, for the first call (9)")
    asked = parser.parse_args()
    benches = [*map(go, range(2, 6)), go(2, Options(dummy=True)), *map(roll, range(2, 6))]
    table = Table(f"batches of {GAMES:,}", "steps/s", "of random games", "of the rules", "bar", box=box.SIMPLE)
    for bench in track(benches, "Stepping", transient=True):
        speed, in_a_game = step_rate(bench.env, asked.slices)
        kernels = random_games(bench.kernels) * in_a_game
        slow = rules(bench.game, bench.options, bench.players, 1.0) * in_a_game
        bar = ("met" if speed >= STEPS_BAR else "MISSED") if bench is benches[0] else ""
        table.add_row(bench.name, f"{speed:,.0f}", f"{speed / kernels:.2f}", f"{speed / slow:,.0f}", bar)
    Console(width=100).print(table)
    print(f"Bar: {STEPS_BAR / 1e6:.0f} million steps a second for two players of Sushi Go!.")
    subprocess.run([sys.executable, "-c", FIRST_CALL], check=True)  # compiled by now
    calls, numba = start_seconds(FIRST_CALL, asked.starts), start_seconds("import numba", asked.starts)
    median = statistics.median(calls)
    print(
        f"Import and first call: {median:.2f} s, best {calls[0]:.2f} (bar {START_BAR}: {'met' if median <= START_BAR else 'MISSED'});"
        f" {median / statistics.median(numba):.2f} of importing Numba alone"
    )


if __name__ == "__main__":
    main()
