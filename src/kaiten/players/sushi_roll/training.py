"""Learning to play Sushi Roll from nothing: self-play, and a model of the chance to win that learns from the same games."""

import numpy as np

from kaiten.fast.packed_counts import Word
from kaiten.players import policy_gradient
from kaiten.players.policy_gradient import standing_features
from kaiten.players.sushi_roll.policy import WEIGHTS, Weights
from kaiten.players.sushi_roll.selfplay import play
from kaiten.players.sushi_roll.win_model import SHAPE, Model
from kaiten.sushi_roll.tables import DICE_EACH


class Training(policy_gradient.Training):
    """For Sushi Roll."""

    WEIGHTS = WEIGHTS
    LOGGED = 4
    SCALE = np.array([0.05, 0.3, 0.3, 0.3, 0.1, 0.1])

    @staticmethod
    def first_model() -> Model:
        """A guess to begin with: by rounds left, points, puddings, the most of them, the fewest, menus, chopsticks."""
        model = np.zeros(SHAPE)
        model[2], model[1] = (0.1, 0.05, 0.1, -0.1, 0.1, 0.1), (0.15, 0.1, 0.2, -0.2, 0.1, 0.1)
        return model

    @staticmethod
    def features(log: Weights) -> Weights:
        """As `winning.chances` looks at it."""
        points, puddings, menus, chopsticks = (log[:, :, k] for k in range(4))
        return np.stack([*standing_features(points, puddings), menus, chopsticks], axis=-1)

    def play(self, counter: Word, gradient: Weights, log: Weights) -> Word:
        """Play games, add up the gradient; the counter for the next."""
        return play(counter, self.weights, self.model, DICE_EACH[self.players], gradient, log)
