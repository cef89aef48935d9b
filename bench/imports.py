"""Import times of the modules over bare Python, each the best of several fresh processes."""

import subprocess
import sys
import time

MODULES = ("kaiten", "kaiten.sushi_go", "kaiten.sushi_roll", "kaiten.record", "kaiten.players", "kaiten.cli.app")
RUNS = 15


def seconds(code: str) -> float:
    best = float("inf")
    for _ in range(RUNS):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        best = min(best, time.perf_counter() - began)
    return best


def main() -> None:
    bare = seconds("pass")
    print(f"bare Python: {1000 * bare:.1f} ms")
    for module in MODULES:
        spent = seconds(f"import {module}")
        print(f"import {module}: {1000 * (spent - bare):.1f} ms more, {spent / bare:.2f} of bare Python")


if __name__ == "__main__":
    main()
