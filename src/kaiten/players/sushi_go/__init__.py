"""Bots for Sushi Go!. The map, by role:

- bots: `greedy`, `regular` (rules of thumb), `noisy_regular` (the levels for people), `bots` (trained: policy, search-10, champion)
- policy: `policy` (features and log-linear policy)
- search: `mcts` (decoupled UCT over determinizations), `rollout` (the rest of a round by the policy)
- value: `win_model` (win probability after a round, by the shared model or by the champion's table)
- solver: `solver/` (the equilibrium of a two-player round with known hands)
- training: `selfplay` (REINFORCE), `training` (a run of it), `fit_win_table`
- `dummy/`: all of this once more for two players with the dummy
"""

from kaiten.players.sushi_go.greedy import greedy
from kaiten.players.sushi_go.regular import regular

__all__ = ["greedy", "regular"]
