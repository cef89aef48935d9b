"""Both games as environments for learning. Needs the extra `env`.

`gymnasium.make("kaiten/SushiGo-v0", players=3, bots="greedy")`, or `kaiten/SushiRoll-v0`, after this has been imported.
"""

from kaiten.kit.extras import require

require("env", __name__)

from gymnasium import register

register("kaiten/SushiGo-v0", "kaiten.env.single:SushiGoSingle")
register("kaiten/SushiRoll-v0", "kaiten.env.single:SushiRollSingle")
