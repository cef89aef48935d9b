"""Thousands of games of Sushi Go! at a time, stepped together, for learners that think in batches.

**Observation, mask, action.** As in `kaiten.env.sushi_go`, with a first axis for the game and a second for the seat. The arrays
that `step` returns are written over by the next step: copy what you keep.

**Reward.** By game and seat: the points that the step brought, less the mean of what it brought to the other players.

**End.** A game that is over is dealt anew in the same step: its observation is the first of the next game. `ended` says where
that happened, and `final` holds the scores.

**Versions.** 0: the first.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.rewards import Earned
from kaiten.fast.sushi_go.autoreset import Dealer
from kaiten.fast.sushi_go.batch import Setup
from kaiten.fast.sushi_go.constants import MOVES, NOBODY
from kaiten.fast.sushi_go.observation import Shown
from kaiten.kit.errors import OptionError
from kaiten.sushi_go import Options


@dataclass(frozen=True, slots=True)
class Stepped:
    """What came of a step, by game; all but `ended` by seat too."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    final: NDArray[np.int64]
    """Scores of the games that ended, the dummy's last; zeros elsewhere."""


class SushiGoVector:
    """So many games for so many players, by any of the rules' options."""

    metadata: ClassVar[dict[str, Any]] = {"name": "kaiten_sushi_go_vector_v0"}

    def __init__(self, games: int, players: int = 2, options: Options | None = None, seed: int = 0) -> None:
        if games < 1:
            raise OptionError(f"{games} games: it is one at least")
        self.setup = Setup(options or Options(), players)
        self.games = games
        self.reset(seed)

    def reset(self, seed: int) -> Stepped:
        """All games anew; the same seed deals the same cards, for as long as the same is chosen."""
        players = self.setup.players
        self._dealer = Dealer(seed)
        self._batch = self._dealer.begin(self.setup, self.games)
        self._earned = Earned.nothing(self.games, players, self.setup.laid)
        self._shown = Shown(self._batch)
        self._shown.show(self._batch)
        self._stepped = Stepped(
            self._shown.observations, self._shown.masks, self._earned.rewards, self._earned.ended, self._earned.final
        )
        return self._stepped

    def step(self, actions: NDArray[np.int64]) -> Stepped:
        """Everybody's action, by game and seat."""
        self._shown.check(actions)
        if self.setup.dummy:
            # One of each pair controls the dummy, and has a card for it.
            self._batch.step(actions % MOVES, (actions // MOVES).max(axis=1) + NOBODY)
        else:
            self._batch.step(actions)
        self._dealer.settle(self._batch, self._earned)
        self._shown.show(self._batch)
        return self._stepped
