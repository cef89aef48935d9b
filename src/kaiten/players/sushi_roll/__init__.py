"""Bots for Sushi Roll.

Rule-based: `greedy`, `regular`, and `noisy_regular`, which plays the levels for people. Learned: `bots` (policy, search-10, champion).
`policy` is the log-linear policy, `rollout` plays a round by it, `win_model` gives win probabilities after a round,
`sequential_halving` is the search, `endgame` the exact solver; `selfplay` (REINFORCE) and `training` fit the weights.
"""

from kaiten.players.sushi_roll.greedy import greedy
from kaiten.players.sushi_roll.regular import regular

__all__ = ["greedy", "regular"]
