"""Training with the dummy: the run of `policy_gradient`, and the win model fitted by Newton's method for logistic regression."""

import numpy as np

from kaiten.fast.packed_counts import Word
from kaiten.players import policy_gradient
from kaiten.players.categorical import Weights
from kaiten.players.sushi_go.dummy.policy import WEIGHTS, new_trace
from kaiten.players.sushi_go.dummy.rollout import new_scratch
from kaiten.players.sushi_go.dummy.selfplay import play
from kaiten.players.sushi_go.dummy.win_model import MOST_LEAD, SHAPE
from kaiten.players.win_model import Model

_L2_PENALTY = 1.0


class Training(policy_gradient.Training):
    """For Sushi Go! with the dummy."""

    WEIGHTS = WEIGHTS
    LOGGED = 2

    @property
    def rows(self) -> int:
        return self.players + 1

    @staticmethod
    def first_model() -> Model:
        """The win model to begin with."""
        model = np.zeros(SHAPE)
        model[2], model[1] = (0.1, 0.1, 0.1, 0, 0.1, 0), (0.15, 0.1, 0.2, 0, 0.2, 0)
        return model

    def play(self, counter: Word, gradient: Weights, log: Weights) -> Word:
        """Play games and add up the gradient; returns the next counter."""
        return play(counter, np.exp(self.weights), self.model, gradient, log, new_scratch(), new_trace())

    def fit_model(self) -> Model:
        return fit_win_model(self.logs, self.model)


def fit_win_model(log: Weights, model: Model, steps: int = 12) -> Model:
    """The maximum-likelihood model of the games of a log, with an L2 penalty (logistic regression, Newton's method)."""
    fitted, won = model.copy(), log[:, 2, 0, 0]
    for number in range(2):
        points, puddings, control = log[:, number, :2, 0], log[:, number, :, 1], log[:, number, 2, 0]
        most, fewest = (puddings[:, :2] == f(puddings, axis=1, keepdims=True) for f in (np.max, np.min))
        others = np.stack([puddings[:, [1, 2]].max(axis=1), puddings[:, [0, 2]].max(axis=1)], axis=1)
        lead = np.clip(puddings[:, :2] - others, -MOST_LEAD, MOST_LEAD)
        by_seat = np.stack([points, puddings[:, :2], most, fewest, lead], axis=-1).astype(np.float64)
        features = np.column_stack([by_seat[:, 0] - by_seat[:, 1], 1 - 2 * control])
        theta = fitted[2 - number]
        for _ in range(steps):
            chance = 1 / (1 + np.exp(-features @ theta))
            gradient = features.T @ (won - chance) - _L2_PENALTY * theta
            hessian = (features * (chance * (1 - chance))[:, None]).T @ features + _L2_PENALTY * np.eye(len(theta))
            theta = theta + np.linalg.solve(hessian, gradient)
        fitted[2 - number] = theta
    return fitted
