"""Both games compiled: the same rules on packed integers, for millions of games.

The rules in `kaiten.sushi_go` and `kaiten.sushi_roll` are the reference; tests play both in lock-step. Needs Numba (extra `fast`).
"""

from kaiten.kit.extras import require

require("fast", __name__)
