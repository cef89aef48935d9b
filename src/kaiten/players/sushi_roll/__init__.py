"""Bots for Sushi Roll.

Rule-based: `greedy`, and `regular`, which with noise plays the levels for people. Learned: `bots` (policy, search-10, champion).
`policy` is the log-linear policy, `rollout` plays a round by it, `win_model` gives win probabilities after a round,
`sequential_halving` is the search, `endgame` the exact solver; `training` fits the weights by self-play (REINFORCE).
"""
