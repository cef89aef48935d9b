"""Both games as environments for reinforcement learning. Needs the extra `env`.

Import this, then `gymnasium.make("kaiten/SushiGo-v1", players=3, bots="greedy")` or `kaiten/SushiRoll-v0`.
"""

from kaiten.kit.extras import require

require("env", __name__)

from gymnasium import register

register("kaiten/SushiGo-v0", "kaiten.env.single:SushiGoSingle")
register("kaiten/SushiGo-v1", "kaiten.env.single:SushiGoSingle", kwargs={"version": 1})
register("kaiten/SushiRoll-v0", "kaiten.env.single:SushiRollSingle")
