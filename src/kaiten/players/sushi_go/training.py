"""Learning to play Sushi Go! from nothing: self-play, and a model of the chance to win that learns from the same games."""

import numpy as np

from kaiten.fast.packed_counts import Word
from kaiten.players import policy_gradient
from kaiten.players.policy_gradient import extremes
from kaiten.players.sushi_go.policy import WEIGHTS, Weights
from kaiten.players.sushi_go.selfplay import play
from kaiten.players.sushi_go.win_model import SHAPE, Model
from kaiten.sushi_go.scoring import pudding_loss
from kaiten.sushi_go.state import Options, hand_size


class Training(policy_gradient.Training):
    """For Sushi Go!."""

    WEIGHTS = WEIGHTS
    LOGGED = 2
    SCALE = np.array([0.05, 0.3, 0.3, 0.3])

    @staticmethod
    def first_model() -> Model:
        """A guess to begin with: by rounds left, points, puddings, the most of them, the fewest."""
        model = np.zeros(SHAPE)
        model[2], model[1] = (0.1, 0.12, 0.1, -0.1), (0.15, 0.25, 0.2, -0.2)
        return model

    @staticmethod
    def seen(log: Weights) -> Weights:
        """As `winning.chances` looks at it."""
        return np.stack(extremes(log[:, :, 0], log[:, :, 1]), axis=-1)

    def play(self, counter: Word, gradient: Weights, log: Weights) -> Word:
        """Play games, add up the gradient; the counter for the next."""
        loss = int(pudding_loss(Options(), self.players))
        return play(counter, self.weights, self.model, hand_size(Options(), self.players), 0, loss, gradient, log)
