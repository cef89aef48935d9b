"""`make lockstep`: both engines agree move for move, over 200,000 games of every game, player count and option.

A difference ends it, and says the seed, the turn and the choices.
"""

import argparse
import itertools
import os
import time
from concurrent.futures import ProcessPoolExecutor

from rich.progress import track

from kaiten.fast.sushi_go.batch import Setup
from tests.fast import lock_step_go, lock_step_roll

AT_ONCE = 100
"""Games in a batch."""


def compare(job: tuple[Setup | int, int]) -> int:
    """Play a batch of one setup; how many choices were compared."""
    setup, first = job
    seeds = range(first, first + AT_ONCE)
    return lock_step_roll.play(setup, seeds) if isinstance(setup, int) else lock_step_go.play(setup, seeds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200_000, help="in all, spread over the setups (200000)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (0)")
    asked = parser.parse_args()
    setups = [*lock_step_go.SETUPS, 2, 3, 4, 5]
    batches = -(-asked.games // (AT_ONCE * len(setups)))
    jobs = list(itertools.product(setups, range(asked.seed, asked.seed + batches * AT_ONCE, AT_ONCE)))
    began = time.perf_counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        choices = sum(track(pool.map(compare, jobs), "Lock-step", total=len(jobs)))
    games = len(jobs) * AT_ONCE
    print(
        f"{games:,} games in {len(setups)} setups, {choices:,} choices: no difference; {time.perf_counter() - began:.0f} s"
    )


if __name__ == "__main__":
    main()
