"""Both games compiled: the same rules on packed integers, for whoever needs games by the million.

Nothing here says what is right: the rules do, and the tests play both in lock-step. Needs Numba (the extra `fast`).
"""

from kaiten.kit.extras import require

require("fast", __name__)
