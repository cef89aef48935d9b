"""Thousands of games of Sushi Roll at a time, stepped together, for learners that think in batches.

**Observation, mask, action.** As in `kaiten.env.sushi_roll`, a row for each game: what whoever acts there sees, and may do;
`acting` says who that is. The arrays that `step` returns are written over by the next step: copy what you keep.

**Reward.** By game and seat: the points that the step brought, less the mean of what it brought to the others.

**End.** A game that is over begins anew in the same step: its observation is the first of the next game. `ended` says where that
happened, and `final` holds the scores.

**Versions.** 0: the first.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.rewards import Earned
from kaiten.fast.sushi_roll.autoreset import Dealer
from kaiten.fast.sushi_roll.batch import acting_seats, step_all
from kaiten.fast.sushi_roll.observation import Shown
from kaiten.kit.errors import OptionError
from kaiten.kit.seats import check_players


@dataclass(frozen=True, slots=True)
class Stepped:
    """What came of a step, by game; rewards and final scores by seat too."""

    acting: NDArray[np.int64]
    observations: NDArray[np.uint8]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    final: NDArray[np.int64]
    """Scores of the games that ended; zeros elsewhere."""


class SushiRollVector:
    """So many games for so many players."""

    metadata: ClassVar[dict[str, Any]] = {"name": "kaiten_sushi_roll_vector_v0"}

    def __init__(self, games: int, players: int = 2, seed: int = 0) -> None:
        if games < 1:
            raise OptionError(f"{games} games: it is one at least")
        check_players(players)
        self.players = players
        self.games = games
        self.reset(seed)

    def reset(self, seed: int) -> Stepped:
        """All games anew; the same seed rolls the same dice, for as long as the same is done."""
        self._dealer = Dealer(seed)
        self._batch = self._dealer.begin(self.players, self.games)
        self._earned = Earned.nothing(self.games, self.players, self.players)
        self._shown = Shown(self._batch)
        return self._show()

    def step(self, actions: NDArray[np.int64]) -> Stepped:
        """What whoever acts does, by game."""
        self._shown.check(actions)
        step_all(self._batch, actions)
        self._dealer.renew(self._batch, self._earned)
        self._dealer.settle(self._batch)
        return self._show()

    def _show(self) -> Stepped:
        acting = acting_seats(self._batch)
        self._shown.show(self._batch, acting)
        earned = self._earned
        return Stepped(acting, self._shown.observations, self._shown.masks, earned.rewards, earned.ended, earned.final)
