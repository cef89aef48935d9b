"""`kaiten`, but it kills itself at the n-th passage of a point: KAITEN_DIES_AT=after-commit, KAITEN_DIES_ON=3.

The points are in `points`. Bots think in processes that import this file too: it must stay empty for them.
"""

import os

if __name__ == "__main__":
    from kaiten.__main__ import main

    if point := os.environ.get("KAITEN_DIES_AT"):
        from tests.faults.points import POINTS, Countdown

        POINTS[point](Countdown(int(os.environ["KAITEN_DIES_ON"])))
    main()
