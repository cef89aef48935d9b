"""How games of Sushi Go! go on from how everybody stands: the policy plays itself, and `standing` learns who won.

The gradient of the games' unlikelihood is written out, as in `training.fitted`: nothing but numpy is needed.
"""

import json
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.packed_counts import Word
from kaiten.players.policy_gradient import Floats, write
from kaiten.players.sushi_go import training, win_table
from kaiten.players.sushi_go.selfplay import play
from kaiten.players.sushi_go.win_table import AHEAD, BENDS, EVEN_GAP, EVEN_LEAD, GAPS, LEADS, LEVEL, OUT, Standing
from kaiten.players.weights import shipped
from kaiten.sushi_go import NAME
from kaiten.sushi_go.scoring import pudding_loss
from kaiten.sushi_go.state import Options, hand_size

EPOCHS, BATCH, PACE = 5, 4096, 5e-3
TENS = 10.0
"""What is learned is in tens of points, so that everything learns as fast."""
_FIRST, _SECOND, _TINY = 0.9, 0.999, 1e-8
_MODEST, _ALIKE = 2e-5, 2e-4
"""How much what was seldom seen stays small, and how much what puddings are worth stays alike however many are out."""
_CELLS = LEADS * GAPS
_SLOPE, _ALL, _EACH, _BENT = 0, 1, 1 + _CELLS, 1 + _CELLS + OUT * _CELLS
"""Where what is learned begins: a point, puddings however many are out, what so many out change, and bends."""
LEARNED = _BENT + AHEAD


class Survey(training.Training):
    """A run of so many steps of a thousand games, or of several thousand, and then of learning from all of them.

    `model` is what has been learned, by round; `mean` and `square` go with it.
    """

    def __post_init__(self) -> None:
        """Not from nothing: by the policy that is shipped."""
        begins = len(self.counters) == 0
        super().__post_init__()
        if begins:
            self.mean, self.square = np.zeros((2, 2, LEARNED))
            self.logs = np.zeros((self.total, 3, self.players, self.LOGGED), np.float32)

    @staticmethod
    def first_model() -> Standing:
        """A guess to begin with: only points count."""
        model = np.zeros((2, LEARNED))
        model[:, _SLOPE] = 0.35
        return model

    def play(self, counter: Word, gradient: Floats, log: Floats) -> Word:
        """Play games; the counter for the next. Nobody asks for the gradient."""
        learned = shipped(NAME, self.players)
        loss = int(pudding_loss(Options(), self.players))
        return play(counter, learned.weights, learned.model, hand_size(Options(), self.players), 0, loss, gradient, log)

    @property
    def last(self) -> int:
        """Steps of playing, and of learning."""
        return self.steps + EPOCHS

    def advance(self, pool: Executor | None = None) -> None:
        """One step: games, here or by a pool of workers, or all games learned once."""
        if self.step < self.steps:
            _, log = self.games(pool)
            self.logs[self.step * len(log) : (self.step + 1) * len(log)] = log
        else:
            for number in range(2):
                self.learn(number, self.step - self.steps)
        self.step += 1

    def learn(self, number: int, epoch: int) -> None:
        """All games once, by how they stood after a round (Adam, slower and slower)."""
        points, puddings, won = self.logs[:, number, :, 0], self.logs[:, number, :, 1], self.logs[:, 2, :, 0]
        at = cells(puddings)
        order = np.random.default_rng([self.seed, self.step, number]).permutation(len(won))
        batches = -(-len(won) // BATCH)
        theta, mean, square = self.model[number], self.mean[number], self.square[number]
        for batch in range(batches):
            some, step = order[batch * BATCH : (batch + 1) * BATCH], epoch * batches + batch + 1
            gradient = pull(theta, points[some], at[some], won[some])
            mean += (1 - _FIRST) * (gradient - mean)
            square += (1 - _SECOND) * (gradient * gradient - square)
            pace = PACE * (1 - step / (EPOCHS * batches)) + PACE / 500
            theta -= pace * (mean / (1 - _FIRST**step)) / (np.sqrt(square / (1 - _SECOND**step)) + _TINY)

    def standing(self) -> Standing:
        """What was learned, as players look at it."""
        found = np.zeros(win_table.SHAPE)
        for number, theta in enumerate(self.model):
            each = theta[_EACH:_BENT].reshape(OUT, _CELLS) + theta[_ALL:_EACH]
            found[2 - number, 0] = theta[_SLOPE]
            found[2 - number, win_table.PUDDINGS : BENDS] = TENS * each.ravel()
            found[2 - number, BENDS:] = TENS * theta[_BENT:]
        return found

    def ship(self, file: Path, card: dict[str, Any]) -> None:
        """The standing alone, as players load it, with a card that says where it comes from."""
        write(file, model=self.standing().astype(np.float32), card=json.dumps(card))


def cells(puddings: NDArray[Any]) -> NDArray[Any]:
    """By game and seat: which cell of what puddings are worth, out of those for so many out. As `standing.chances` looks it up."""
    number = puddings.astype(np.int64)
    players = number.shape[1]
    others = [np.delete(number, seat, axis=1) for seat in range(players)]
    most, fewest = (np.stack([getattr(each, least)(axis=1) for each in others], axis=1) for least in ("max", "min"))
    lead = np.clip(number - most + EVEN_LEAD, 0, LEADS - 1)
    gap = np.clip(number - fewest + EVEN_GAP, 0, GAPS - 1)
    out = np.minimum(number.sum(axis=1, keepdims=True), OUT - 1) if players > 2 else 0
    found: NDArray[np.int64] = (out * LEADS + lead) * GAPS + gap
    return found


def pull(theta: Standing, points: Any, at: Any, won: Any) -> Standing:
    """Which way what is learned should not go: the gradient of how unlikely it makes these games."""
    games, players = points.shape
    worth = points + TENS * (theta[_ALL + at % _CELLS] + theta[_EACH + at])
    order = np.argsort(-worth, axis=1, kind="stable")
    rows = np.arange(games)
    first, second = order[:, 0], order[:, 1]
    rival = np.repeat(first[:, None], players, axis=1)
    rival[rows, first] = second
    ahead = worth - worth[rows[:, None], rival] + LEVEL
    clipped = np.clip(ahead, 0, AHEAD - 1.001)
    below = clipped.astype(np.int64)
    part = clipped - below
    bends = theta[_BENT:]
    behind = worth - worth[rows, first][:, None]
    say = theta[_SLOPE] * behind
    if players > 2:
        say = say + TENS * (bends[below] * (1 - part) + bends[below + 1] * part)
    chance = np.exp(say - say.max(axis=1, keepdims=True))
    chance /= chance.sum(axis=1, keepdims=True)
    wrong = (chance - won) / games
    gradient = np.zeros(LEARNED)
    gradient[_SLOPE] = (wrong * behind).sum()
    moved = theta[_SLOPE] * wrong
    if players > 2:
        for place, weight in ((below, 1 - part), (below + 1, part)):
            gradient[_BENT:] += TENS * np.bincount(place.ravel(), (wrong * weight).ravel(), AHEAD)
        steep = TENS * (bends[below + 1] - bends[below]) * (clipped == ahead) * wrong
        moved = moved + steep
        lost = np.bincount((rows[:, None] * players + rival).ravel(), steep.ravel(), games * players)
        moved -= lost.reshape(games, players)
    by_cell = TENS * np.bincount(at.ravel(), moved.ravel(), OUT * _CELLS)
    gradient[_ALL:_EACH] = by_cell.reshape(OUT, _CELLS).sum(axis=0) + _MODEST * theta[_ALL:_EACH]
    if players > 2:
        gradient[_EACH:_BENT] = by_cell + _ALIKE * theta[_EACH:_BENT]
    return gradient
