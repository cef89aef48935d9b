"""A database locked by another program in mid-game: `python -m tests.faults.locked --seconds 30`."""

import argparse
import asyncio
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.faults.write_outage import check_outage
from tests.server.harness import Server, sqlite


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Hold the write lock of this database."""
    with closing(sqlite3.connect(database, timeout=10, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def lock_for(seconds: float, folder: Path) -> int:
    """Lock the database for this long in mid-game; the number of refused commands."""
    with Server(sqlite(folder)) as server:
        return asyncio.run(check_outage(server, locked(folder / "kaiten.db"), seconds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kaiten-locked-") as folder:
        refusals = lock_for(args.seconds, Path(folder))
    print(
        f"locked for {args.seconds:g} s: {refusals} refusals, no answer without a save, reads and then the game went on"
    )


if __name__ == "__main__":
    main()
