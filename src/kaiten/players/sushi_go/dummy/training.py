"""Training with the dummy: self-play (REINFORCE), and the win model fitted by Newton's method for logistic regression.

The return of each move in a round is the change of the win probability in it.
"""

import numpy as np

from kaiten.fast.chance import below, mixed, next_counter, upper
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import NOTHING, Word
from kaiten.fast.sushi_go.board import allocate_board
from kaiten.fast.sushi_go.constants import DECK, NOBODY, ROUNDS
from kaiten.players import policy_gradient
from kaiten.players.categorical import Weights
from kaiten.players.sushi_go.dummy import rollout
from kaiten.players.sushi_go.dummy.policy import MOST_ENTRIES, WEIGHTS, Trace
from kaiten.players.sushi_go.dummy.rollout import MOST_LEAD, SIZE, Turn
from kaiten.players.sushi_go.training import deal
from kaiten.players.win_model import Model

_POINT_VALUE = 0.01
"""What a point more than the opponent is worth beside the win probability, so that lost games teach something, too."""
_L2_PENALTY = 1.0


@kernel
def selfplay(counter: Word, factors: Weights, model: Model, gradient: Weights, log: Weights) -> Word:
    """Play as many games as `log` has rows and add up the gradient; returns the next counter. Unchecked.

    `log` gets, by game, round and seat, the points and puddings after the first two rounds, the dummy's last, with the seat in
    control in the next turn as its points; and after the last round both players' shares of the win.
    """
    deck, board, scratch, shape = DECK.copy(), allocate_board(2, 3), rollout.new_scratch(), (2, MOST_ENTRIES)
    trace = Trace(np.zeros(shape, np.int64), np.zeros(shape), np.zeros(2, np.int64))
    puddings, chances = scratch.counts, scratch.chances
    for game in range(len(log)):
        board.tableaus[:], board.scores[:], chances[:] = NOTHING, 0, 0.5
        counter = next_counter(counter)
        control, top = below(upper(mixed(counter)), 2), 0
        for number in range(ROUNDS):
            trace.lengths[:] = 0
            counter = deal(counter, board.hands, deck, top, SIZE)
            turn = Turn(SIZE, number, control, NOBODY, top + 2 * SIZE)
            counter, turn = rollout.draw_for_dummy(counter, board.hands, deck, turn)
            counter = rollout.roll_out(counter, factors, board, scratch, deck, turn, trace)
            control, top = (control + SIZE) % 2, top + 3 * SIZE
            before, lead = (chances[0], chances[1]), board.scores[0, 0] - board.scores[0, 1]
            rollout.score_round(model, board, puddings, number, 0, control, chances)
            gain = board.scores[0, 0] - board.scores[0, 1] - lead
            log[game, number, :, 0], log[game, number, :, 1] = board.scores[0], puddings
            log[game, number, 2, 0] = control
            for seat in range(2):
                if number == ROUNDS - 1:
                    log[game, number, seat, 0] = chances[seat]
                change = chances[seat] - before[seat] + _POINT_VALUE * (gain if seat == 0 else -gain)
                for k in range(trace.lengths[seat]):
                    gradient[trace.offsets[seat, k]] += change * trace.slopes[seat, k]
    return counter


class Training(policy_gradient.Training):
    """For Sushi Go! with the dummy."""

    WEIGHTS = WEIGHTS
    FIRST_MODEL = np.array([[0, 0, 0, 0, 0, 0], [0.15, 0.1, 0.2, 0, 0.2, 0], [0.1, 0.1, 0.1, 0, 0.1, 0]])
    LOGGED, DUMMIES = 2, 1

    def play(self, counter: Word, gradient: Weights, log: Weights) -> Word:
        return selfplay(counter, np.exp(self.weights), self.model, gradient, log)

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
