"""Twin games by the thousand: `python -m tests.hostile.secrecy --frames 1000000`.

Each pair is the same in public and different in what a viewer cannot know. Every frame and every HTTP answer that the viewer,
on four devices, and eight spectators get is compared, byte for byte, up to the moment when the difference becomes public.
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

from tests.hostile.plans import make_plan
from tests.hostile.stage import Stage, fated
from tests.hostile.twins import Compared, compare

TOGETHER = 12
"""Pairs that are played at the same time."""


async def run(
    frames: int, key: bytes, seconds: float = float("inf"), *, together: int = TOGETHER, show: bool = False
) -> Compared:
    """Compare at least so many frames, or for so long."""
    total, number, began = Compared(), 0, time.monotonic()
    while total.frames < frames and not total.differences and time.monotonic() - began < seconds:
        with fated(), tempfile.TemporaryDirectory() as folder:
            urls = [f"sqlite:///{Path(folder) / name}.db" for name in "ab"]
            async with Stage.open(urls[0]) as first, Stage.open(urls[1]) as second:
                for _ in range(3):
                    plans = [make_plan(number + more, key) for more in range(together)]
                    number += together
                    part = await compare([first, second], plans)
                    total = _sum(total, part)
                    if total.frames >= frames or total.differences or time.monotonic() - began >= seconds:
                        break
        if show:
            print(f"{total.frames} frames of {total.games} pairs, {time.monotonic() - began:.0f} s", flush=True)
    return total


def _sum(one: Compared, other: Compared) -> Compared:
    return Compared(
        one.games + other.games,
        one.frames + other.frames,
        one.differences + other.differences,
        one.told_apart + other.told_apart,
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
        f"{total.told_apart} pairs differed once they might"
    )
    return 1 if total.differences else 0


def _part(frames: int, key: bytes) -> Compared:
    return uvloop.run(run(frames, key, show=True))


if __name__ == "__main__":
    raise SystemExit(main())
