"""Twin games by the thousand: `python -m tests.hostile.secrecy --frames 1000000`.

The games of a pair are equal in public and differ in what a viewer cannot know. Every frame and HTTP answer to the viewer (on four
devices) and to eight spectators is compared byte for byte, up to the reveal of the difference.
"""

import argparse
import functools
import os
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import uvloop

from tests.hostile.in_process_server import InProcessServer, scripted
from tests.hostile.scenarios import make_scenario
from tests.hostile.twins import Compared, compare

CONCURRENT_PAIRS = 12
"""Pairs played concurrently."""


async def run(frames: int, key: bytes, *, concurrent_pairs: int = CONCURRENT_PAIRS, show: bool = False) -> Compared:
    """Compare at least this many frames."""
    total, number, began = Compared(), 0, time.monotonic()
    while total.frames < frames and not total.differences:
        with scripted(), tempfile.TemporaryDirectory() as folder:
            urls = [f"sqlite:///{Path(folder) / name}.db" for name in "ab"]
            async with InProcessServer.open(urls[0]) as first, InProcessServer.open(urls[1]) as second:
                for _ in range(3):
                    scenarios = [make_scenario(number + more, key) for more in range(concurrent_pairs)]
                    number += concurrent_pairs
                    part = await compare([first, second], scenarios)
                    total = _sum(total, part)
                    if total.frames >= frames or total.differences:
                        break
        if show:
            print(f"{total.frames} frames of {total.games} pairs, {time.monotonic() - began:.0f} s", flush=True)
    return total


def _sum(one: Compared, other: Compared) -> Compared:
    return Compared(
        one.games + other.games,
        one.frames + other.frames,
        one.differences + other.differences,
        one.distinguished + other.distinguished,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare what viewers of twin games are sent.")
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--key", default="", help="hex, to see the same games again")
    asked = parser.parse_args()
    key = bytes.fromhex(asked.key) or os.urandom(8)
    print(f"key {key.hex()}", flush=True)
    share = -(-asked.frames // asked.processes)
    with ProcessPoolExecutor(asked.processes, mp_context=get_context("spawn")) as pool:
        parts = [*pool.map(_part, [share] * asked.processes, [key + bytes([n]) for n in range(asked.processes)])]
    total = functools.reduce(_sum, parts)
    for difference in total.differences[:10]:
        print(difference)
    print(
        f"{total.frames} frames compared in {total.games} pairs of games, {len(total.differences)} differences; "
        f"{total.distinguished} pairs differed once they might"
    )
    return 1 if total.differences else 0


def _part(frames: int, key: bytes) -> Compared:
    return uvloop.run(run(frames, key, show=True))


if __name__ == "__main__":
    raise SystemExit(main())
