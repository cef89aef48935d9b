"""Training for Sushi Roll by self-play, from nothing: the policy, and the win model from the same games."""

import numpy as np

from kaiten.fast.packed_counts import Word
from kaiten.fast.sushi_roll.state import new_games
from kaiten.players import policy_gradient
from kaiten.players.sushi_roll.policy import WEIGHTS, Weights, new_scratch
from kaiten.players.sushi_roll.selfplay import play


class Training(policy_gradient.Training):
    """For Sushi Roll."""

    WEIGHTS = WEIGHTS
    FIRST_MODEL = np.array([[0, 0, 0, 0, 0, 0], [0.15, 0.1, 0.2, -0.2, 0.1, 0.1], [0.1, 0.05, 0.1, -0.1, 0.1, 0.1]])
    """A first guess, by rounds left: points, puddings, the most of them, the fewest, menus, chopsticks."""
    LOGGED = 4
    SCALE = np.array([0.05, 0.3, 0.3, 0.3, 0.1, 0.1])

    def play(self, counter: Word, gradient: Weights, log: Weights) -> Word:
        return play(counter, self.weights, self.model, new_games(self.players, 1), new_scratch(), gradient, log)
