"""Fit of the win table: maximum likelihood on games in which the shipped policy plays itself, by Adam with a gradient written out."""

import json
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.packed_counts import Numbers, Word
from kaiten.players.categorical import Weights
from kaiten.players.policy_gradient import Adam, softmax, write
from kaiten.players.sushi_go import training, win_model
from kaiten.players.sushi_go.win_model import AHEAD, CURVE, EVEN_GAP, EVEN_LEAD, GAPS, LEADS, LEVEL, OUT, WinTable
from kaiten.players.weights import load_trained
from kaiten.sushi_go import NAME

EPOCHS, BATCH, RATE = 5, 4096, 5e-3
TENS = 10.0
"""Parameters are in tens of points, so that all of them learn at about the same rate."""
_L2, _L2_OUT = 2e-5, 2e-4
"""L2 penalties: on the pudding cells, and on what the number of puddings out changes in them."""
_CELLS = LEADS * GAPS
_SLOPE, _ALL, _EACH, _CURVE = 0, 1, 1 + _CELLS, 1 + _CELLS + OUT * _CELLS
"""Offsets of the parameters: a point, the pudding cells, what each number of puddings out adds to them, and the curve."""
PARAMETERS = _CURVE + AHEAD


class WinTableFit(training.Training):
    """A run of `steps` steps of self-play, and then of epochs over all games. `model` has the parameters by round."""

    FIRST_MODEL = np.repeat(0.35 * np.eye(1, PARAMETERS, _SLOPE), 2, axis=0)
    """Only points count at the start."""

    def __post_init__(self) -> None:
        is_new = len(self.counters) == 0
        super().__post_init__()
        if is_new:
            self.mean, self.square = np.zeros((2, 2, PARAMETERS))
            self.logs = np.zeros((self.total_games, 3, self.players, self.LOGGED), np.float32)

    def play(self, counter: Word, gradient: Weights, log: Weights) -> Word:
        """Play games of the shipped policy; the gradient is not used."""
        learned = load_trained(NAME, self.players)
        return training.selfplay(counter, learned.weights, learned.model, gradient, log)

    @property
    def last_step(self) -> int:
        return self.steps + EPOCHS

    def advance(self, pool: Executor | None = None) -> None:
        """One step of self-play, or one epoch."""
        if self.step < self.steps:
            _, log = self.play_step(pool)
            self.logs[self.step * len(log) : (self.step + 1) * len(log)] = log
        else:
            for number in range(2):
                self.run_epoch(number)
        self.step += 1

    def run_epoch(self, number: int) -> None:
        """All games once, by points and puddings after a round (Adam with a falling learning rate)."""
        points, cells = self.logs[:, number, :, 0], pudding_cells(self.logs[:, number, :, 1])
        won, theta, adam = self.logs[:, 2, :, 0], self.model[number], Adam(self.mean[number], self.square[number])
        order = np.random.default_rng([self.seed, self.step, number]).permutation(len(won))
        batches = -(-len(won) // BATCH)
        for batch in range(batches):
            some, step = order[batch * BATCH : (batch + 1) * BATCH], (self.step - self.steps) * batches + batch + 1
            rate = RATE * (1 - step / (EPOCHS * batches)) + RATE / 500
            theta -= adam.step(loss_gradient(theta, points[some], cells[some], won[some]), step, rate)

    def win_table(self) -> WinTable:
        """The parameters as players take them."""
        found = np.zeros(win_model.TABLE_SHAPE)
        for number, theta in enumerate(self.model):
            each = theta[_EACH:_CURVE].reshape(OUT, _CELLS) + theta[_ALL:_EACH]
            found[2 - number, 0] = theta[_SLOPE]
            found[2 - number, win_model.PUDDINGS : CURVE] = TENS * each.ravel()
            found[2 - number, CURVE:] = TENS * theta[_CURVE:]
        return found

    def export(self, file: Path, card: dict[str, Any]) -> None:
        """Write the table as players load it, with a card that says where it comes from."""
        write(file, model=self.win_table().astype(np.float32), card=json.dumps(card))


def pudding_cells(puddings: NDArray[Any]) -> Numbers:
    """The pudding cell of each game and seat, as the win table looks it up."""
    number = puddings.astype(np.int64)
    players = number.shape[1]
    others = [np.delete(number, seat, axis=1) for seat in range(players)]
    most, fewest = (np.stack([end(each, axis=1) for each in others], axis=1) for end in (np.max, np.min))
    lead = np.clip(number - most + EVEN_LEAD, 0, LEADS - 1)
    gap = np.clip(number - fewest + EVEN_GAP, 0, GAPS - 1)
    out = np.minimum(number.sum(axis=1, keepdims=True), OUT - 1) if players > 2 else 0
    found: Numbers = (out * LEADS + lead) * GAPS + gap
    return found


def loss_gradient(theta: Weights, points: Any, cells: Any, won: Any) -> Weights:
    """The gradient of the mean negative log-likelihood of these games."""
    games, players = points.shape
    worth = points + TENS * (theta[_ALL + cells % _CELLS] + theta[_EACH + cells])
    rows, (first, second) = np.arange(games), np.argsort(-worth, axis=1, kind="stable")[:, :2].T
    rival = np.repeat(first[:, None], players, axis=1)
    rival[rows, first] = second
    ahead = worth - worth[rows[:, None], rival] + LEVEL
    clipped = np.clip(ahead, 0, AHEAD - 1.001)
    below = clipped.astype(np.int64)
    part = clipped - below
    curve = theta[_CURVE:]
    behind = worth - worth[rows, first][:, None]
    logits = theta[_SLOPE] * behind
    if players > 2:
        logits = logits + TENS * (curve[below] * (1 - part) + curve[below + 1] * part)
    error = (softmax(logits) - won) / games
    gradient = np.zeros(PARAMETERS)
    gradient[_SLOPE] = (error * behind).sum()
    by_worth = theta[_SLOPE] * error
    if players > 2:
        for place, weight in ((below, 1 - part), (below + 1, part)):
            gradient[_CURVE:] += TENS * np.bincount(place.ravel(), (error * weight).ravel(), AHEAD)
        steep = TENS * (curve[below + 1] - curve[below]) * (clipped == ahead) * error
        lost = np.bincount((rows[:, None] * players + rival).ravel(), steep.ravel(), games * players)
        by_worth = by_worth + steep - lost.reshape(games, players)
    by_cell = TENS * np.bincount(cells.ravel(), by_worth.ravel(), OUT * _CELLS)
    gradient[_ALL:_EACH] = by_cell.reshape(OUT, _CELLS).sum(axis=0) + _L2 * theta[_ALL:_EACH]
    if players > 2:
        gradient[_EACH:_CURVE] = by_cell + _L2_OUT * theta[_EACH:_CURVE]
    return gradient
