"""Vector environment: thousands of games of Sushi Roll, stepped together, for learners that work in batches.

**Observation, mask, action.** As in `kaiten.env.sushi_roll`, a row for each game: those of the seat that acts there, which
`acting` names. The next step overwrites the arrays that `step` returns: copy what you keep.

**Reward.** By game and seat: the points of the step, less the mean of the other players' points.

**End.** A game that is over is reset in the same step: its observation is the first of the next game. `ended` tells which games
these are, and `final` holds their scores.

**Versions.** 0: the first version.
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
    """The result of a step, by game; rewards and final scores by seat too."""

    acting: NDArray[np.int64]
    observations: NDArray[np.uint8]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    final: NDArray[np.int64]
    """Scores of the games that ended; zeros elsewhere."""


class SushiRollVector:
    """A batch of games with the same number of players."""

    metadata: ClassVar[dict[str, Any]] = {"name": "kaiten_sushi_roll_vector_v0"}

    def __init__(self, games: int, players: int = 2, seed: int = 0) -> None:
        if games < 1:
            raise OptionError(f"{games} games: there has to be one or more")
        check_players(players)
        self.players = players
        self.games = games
        self.reset(seed)

    def reset(self, seed: int) -> Stepped:
        """Reset all games. The same seed rolls the same dice, as long as the same actions are played."""
        self._dealer = Dealer(seed)
        self._batch = self._dealer.begin(self.players, self.games)
        self._earned = Earned.nothing(self.games, self.players, self.players)
        self._shown = Shown(self._batch)
        return self._show()

    def step(self, actions: NDArray[np.int64]) -> Stepped:
        """Play an action in every game, for the seat that acts there."""
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
