"""Training of the policy of Sushi Go! by self-play, and of the win model that serves as its baseline."""

import numpy as np

from kaiten.fast.packed_counts import Word
from kaiten.players import policy_gradient
from kaiten.players.policy_gradient import Floats
from kaiten.players.sushi_go.policy import WEIGHTS
from kaiten.players.sushi_go.selfplay import play
from kaiten.players.sushi_go.win_model import SHAPE


class Training(policy_gradient.Training):
    """For Sushi Go! without the dummy."""

    WEIGHTS = WEIGHTS
    LOGGED = 2
    SCALE = np.array([0.05, 0.3, 0.3, 0.3])

    @staticmethod
    def first_model() -> Floats:
        model = np.zeros(SHAPE)
        model[2], model[1] = (0.1, 0.12, 0.1, -0.1), (0.15, 0.25, 0.2, -0.2)
        return model

    def play(self, counter: Word, gradient: Floats, log: Floats) -> Word:
        return play(counter, self.weights, self.model, gradient, log)
