"""Vector environment: thousands of games of Sushi Go!, stepped together, for learners that work in batches.

**Observation, mask, action.** As in `kaiten.env.sushi_go`, with a first axis for the game and a second for the seat. The next step
overwrites the arrays that `step` returns: copy what you keep.

**Reward.** By game and seat: the points of the step, less the mean of the other players' points.

**End.** A game that is over is reset in the same step: its observation is the first of the next game. `ended` tells which games
these are, and `final` holds their scores.

**Versions.** As in `kaiten.env.sushi_go`: the argument `version`, 0 by default; 1 has a block more, the cards of the scored rounds.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.sushi_go.autoreset import AutoReset
from kaiten.fast.sushi_go.batch import Setup
from kaiten.fast.sushi_go.observation import Observer
from kaiten.kit.errors import OptionError
from kaiten.sushi_go import Options


@dataclass(frozen=True, slots=True)
class Stepped:
    """The result of a step, by game; all but `ended` by seat too."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    final: NDArray[np.int64]
    """Scores of the games that ended, the dummy's last; zeros elsewhere."""


class SushiGoVector:
    """A batch of games with the same number of players and any of the rules' options."""

    metadata: dict[str, Any] = {"name": "kaiten_sushi_go_vector_v0"}  # noqa: RUF012  (as PettingZoo's)

    def __init__(
        self, games: int, players: int = 2, options: Options | None = None, seed: int = 0, version: int = 0
    ) -> None:
        if games < 1:
            raise OptionError(f"{games} games: there has to be one or more")
        self.setup = Setup(options or Options(), players)
        self.games = games
        self.version = version
        self.metadata = {"name": f"kaiten_sushi_go_vector_v{version}"}
        self.reset(seed)

    def reset(self, seed: int) -> Stepped:
        """Reset all games. The same seed deals the same cards, as long as the same actions are played."""
        self._running = AutoReset(self.setup, self.games, seed)
        self._observer = Observer(self._running.batch, self.version)
        self._observer.observe(self._running.batch)
        earned = self._running.earned
        self._stepped = Stepped(
            self._observer.observations, self._observer.masks, earned.rewards, earned.ended, earned.final
        )
        return self._stepped

    def step(self, actions: NDArray[np.int64]) -> Stepped:
        """Play a turn of all games: actions by game and seat."""
        self._observer.check(actions)
        self._running.step(actions)
        self._observer.observe(self._running.batch)
        return self._stepped
