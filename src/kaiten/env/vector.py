"""Thousands of games of Sushi Go! at a time, stepped together, for learners that think in batches.

**Observation, mask, action.** As in `kaiten.env.sushi_go`, with a first axis for the game and a second for the seat. The arrays
that `step` returns are written over by the next step: copy what you keep.

**Reward.** By game and seat: the points that the step brought, less the mean of what it brought to the others.

**End.** A game that is over is dealt anew in the same step: its observation is the first of the next game. `ended` says where
that happened, and `final` holds the scores.

**Versions.** 0: the first.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaiten.env.errors import IllegalActionError
from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go.batch import Setup
from kaiten.fast.sushi_go.dealing import Dealer
from kaiten.fast.sushi_go.numbers import MOVES, ROUNDS
from kaiten.fast.sushi_go.showing import Shown
from kaiten.kit.errors import OptionError
from kaiten.sushi_go import Options, format_move


@dataclass(frozen=True, slots=True)
class Stepped:
    """What came of a step, by game; all but `ended` by seat too."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    final: NDArray[np.int64]
    """Scores of the games that ended; zeros elsewhere."""


class SushiGoVector:
    """So many games for so many players. With `checked=False` illegal moves are not looked for, and spoil their games."""

    def __init__(
        self, games: int, players: int = 2, passing: str = "left", seed: int = 0, *, checked: bool = True
    ) -> None:
        if games < 1:
            raise OptionError(f"{games} games: it is one at least")
        self.setup = Setup(Options(passing=passing), players)  # type: ignore[arg-type]
        self.checked = checked
        self._games = games
        self.reset(seed)

    def reset(self, seed: int) -> Stepped:
        """All games anew; the same seed deals the same cards, for as long as the same is chosen."""
        self._dealer = Dealer(seed)
        self._batch = self._dealer.begin(self.setup, self._games)
        self._shown = Shown(self._batch)
        self._shown.show(self._batch)
        nothing = np.zeros_like(self._batch.scores)
        return self._stepped(nothing.astype(np.float64), np.zeros(self._games, np.bool_), nothing)

    def step(self, moves: NDArray[np.int64]) -> Stepped:
        """Everybody's move, by game and seat."""
        batch = self._batch
        if self.checked:
            self._check(moves)
        before = batch.scores.copy()
        batch.step(moves)
        gained = batch.scores - before
        others = (gained.sum(axis=1, keepdims=True) - gained) / (self.setup.players - 1)
        ended = batch.scored == ROUNDS
        final = np.where(ended[:, None], batch.scores, 0)
        if ended.any():
            self._dealer.again(batch)
        self._shown.show(batch)
        return self._stepped(gained - others, ended, final)

    def _stepped(self, rewards: NDArray[np.float64], ended: NDArray[np.bool_], final: NDArray[np.int64]) -> Stepped:
        return Stepped(self._shown.observations, self._shown.masks, rewards, ended, final)

    def _check(self, moves: Any) -> None:
        wanted = (self._games, self.setup.players)
        if not isinstance(moves, np.ndarray):
            raise IllegalActionError(f"moves are a {type(moves).__name__}: they are an array of shape {wanted}")
        if moves.shape != wanted:
            raise IllegalActionError(
                f"moves of shape {moves.shape}: it is {wanted}, a row for each game, a column a seat"
            )
        if moves.dtype != np.int64:
            raise IllegalActionError(f"moves are {moves.dtype}: they are int64")
        if moves.min() < 0 or moves.max() >= MOVES:
            raise IllegalActionError(
                f"moves from {moves.min()} to {moves.max()}: they are the numbers 0 to {MOVES - 1}"
            )
        legal = np.take_along_axis(self._shown.masks, moves[:, :, None], axis=2)[:, :, 0]
        if not legal.all():
            game, seat = (int(place[0]) for place in np.nonzero(legal == 0))
            move = int(moves[game, seat])
            raise IllegalActionError(
                f"game {game}, seat {seat}: {move} ({format_move(codec.move_of(move))}) is not legal"
            )
