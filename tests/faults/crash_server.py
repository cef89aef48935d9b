"""`kaiten` that kills itself at the n-th passage of a crash point: KAITEN_DIES_AT=after-commit, KAITEN_DIES_ON=3.

See `crash_points`. Bot processes import this file too: it has to be empty for them.
"""

import os

if __name__ == "__main__":
    from kaiten.__main__ import main

    if point := os.environ.get("KAITEN_DIES_AT"):
        from tests.faults.crash_points import POINTS, Countdown

        POINTS[point](Countdown(int(os.environ["KAITEN_DIES_ON"])))
    main()
