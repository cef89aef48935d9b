"""Learning to play Sushi Go! with the dummy from nothing, as without it."""

import numpy as np

from kaiten.fast.packed_counts import Word
from kaiten.players import policy_gradient
from kaiten.players.sushi_go.dummy.policy import WEIGHTS
from kaiten.players.sushi_go.dummy.selfplay import play
from kaiten.players.sushi_go.dummy.win_model import AHEAD, SHAPE
from kaiten.players.sushi_go.policy import Weights
from kaiten.players.win_model import Model

_RIDGE = 1.0
"""Keeps a weight that nothing speaks for near nothing."""


class Training(policy_gradient.Training):
    """For Sushi Go! with the dummy."""

    WEIGHTS = WEIGHTS
    LOGGED = 2

    @property
    def rows(self) -> int:
        return self.players + 1

    @staticmethod
    def first_model() -> Model:
        """A guess to begin with, as `winning` has the weights."""
        model = np.zeros(SHAPE)
        model[2], model[1] = (0.1, 0.1, 0.1, 0, 0.1, 0), (0.15, 0.1, 0.2, 0, 0.2, 0)
        return model

    def play(self, counter: Word, gradient: Weights, log: Weights) -> Word:
        """Play games, add up the gradient; the counter for the next."""
        return play(counter, np.exp(self.weights), self.model, 0, gradient, log)

    def fit_model(self) -> Model:
        return fitted(self.logs, self.model)


def fitted(log: Weights, model: Model, rounds: int = 12) -> Model:
    """The chance to win that fits games best, by how they stood after the first and the second round (Newton's method)."""
    found, won = model.copy(), log[:, 2, 0, 0]
    for number in range(2):
        points, puddings, control = log[:, number, :2, 0], log[:, number, :, 1], log[:, number, 2, 0]
        most, fewest = (puddings[:, :2] == f(puddings, axis=1, keepdims=True) for f in (np.max, np.min))
        others = np.stack([puddings[:, [1, 2]].max(axis=1), puddings[:, [0, 2]].max(axis=1)], axis=1)
        lead = np.clip(puddings[:, :2] - others, -AHEAD, AHEAD)
        both = np.stack([points, puddings[:, :2], most, fewest, lead], axis=-1).astype(np.float64)
        seen = np.column_stack([both[:, 0] - both[:, 1], 1 - 2 * control])
        theta = found[2 - number]
        for _ in range(rounds):
            chance = 1 / (1 + np.exp(-seen @ theta))
            slope = seen.T @ (won - chance) - _RIDGE * theta
            bend = (seen * (chance * (1 - chance))[:, None]).T @ seen + _RIDGE * np.eye(len(theta))
            theta = theta + np.linalg.solve(bend, slope)
        found[2 - number] = theta
    return found
