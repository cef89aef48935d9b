"""Bots for Sushi Go!. The map, by role:

- bots: `greedy`, `regular` (rules of thumb, and with noise the levels for people), `bots` (trained: policy, search-10, champion)
- policy: `policy` (features and log-linear policy)
- search: `mcts` (decoupled UCT over determinizations), `rollout` (the rest of a round by the policy)
- value: `win_model` (win probability after a round, by the shared model or by the champion's table)
- solver: `solver/` (the equilibrium of a two-player round with known hands)
- training: `training` (self-play, REINFORCE), `fit_win_table`
- `dummy/`: all of this once more for two players with the dummy
"""
