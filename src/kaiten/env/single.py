"""Both games as Gymnasium environments: one learner, at seat 0, against bots.

**Observation, action.** As in `kaiten.env.sushi_go` and `kaiten.env.sushi_roll`: a row of bytes, and the number of a move. The
mask of legal actions is in `info["action_mask"]` and is what `action_masks()` returns, where sb3-contrib looks for it. An illegal
action is refused with an `IllegalActionError`, or, with `illegal="next"`, for learners without masks, replaced by the next higher
legal one. `action_space.sample()` draws a legal one.

**Reward.** The points of the step, less the mean of the opponents' points, the bots' turns up to the learner's next included. The
sum over a game is the learner's margin.

**End.** With the game. Nothing is ever truncated. At the end `info["won"]` tells whether the learner is among the winners.

**Options.** `options` are the rules' own: `kaiten.sushi_go.Options(dummy=True)` plays with the dummy, for instance.

**Versions.** The id has it: `kaiten/SushiGo-v1` is `SushiGoSingle(version=1)`.

- `SushiGo-v1`: the observation has a block more, the cards of the scored rounds (`kaiten.env.sushi_go`).
- `SushiGo-v0`, `SushiRoll-v0`: the first versions.
"""

from abc import ABC, abstractmethod
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from kaiten import sushi_go, sushi_roll
from kaiten.fast.errors import IllegalActionError
from kaiten.fast.sushi_go import codec as go_codec
from kaiten.fast.sushi_go.observation import Observer
from kaiten.fast.sushi_roll import codec as roll_codec
from kaiten.fast.sushi_roll.observation import Shown as RollShown
from kaiten.kit.chance import SeededChance, Stream
from kaiten.kit.errors import OptionError
from kaiten.kit.game import AnyGame, settled
from kaiten.kit.seats import check_players
from kaiten.players import bot_named

ObservationRow = NDArray[np.uint8]
Mask = NDArray[np.int8]
LEARNER = 0


class LegalMoves(spaces.Discrete):
    """A discrete space of all actions that samples legal ones only."""

    def __init__(self, moves: int) -> None:
        super().__init__(moves)
        self.legal: Mask | None = None

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        return super().sample(self.legal if mask is None and probability is None else mask, probability)


class _Single(gymnasium.Env[ObservationRow, np.int64], ABC):
    """The environment of both games. A subclass defines observations and actions."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  (Gymnasium's)
    game: AnyGame
    Options: type[Any]

    def __init__(
        self,
        players: int = 2,
        bots: str = "greedy",
        illegal: str = "refuse",
        render_mode: str | None = None,
        options: Any = None,
    ) -> None:
        if illegal not in ("refuse", "next"):
            raise OptionError(f"illegal {illegal!r}: it is 'refuse', or 'next' to play the next legal move instead")
        self._lenient = illegal == "next"
        if render_mode is not None:
            raise OptionError(f"render_mode {render_mode!r}: this environment has no rendering")
        check_players(players)
        if not isinstance(options, self.Options | None):
            raise OptionError(f"options {options!r}: they are {self.Options.__module__.rsplit('.', 1)[0]}.Options")
        self.options = self.Options() if options is None else options
        self.players = players
        self.render_mode = None
        self._bot = bot_named(self.game.NAME, bots)
        self._state: Any = None
        self._chance, self._source = SeededChance(bytes(32)), Stream(bytes(32))
        self._margin = 0.0
        seen, mask, _ = self._shown(self._new_state())
        self.observation_space = spaces.Box(0, 255, seen.shape, np.uint8)
        self.action_space: LegalMoves = LegalMoves(len(mask))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ObservationRow, dict[str, Any]]:
        """Start a game; the same seed gives the same cards or dice, and the same bots."""
        super().reset(seed=seed, options=options)
        self._chance, self._source = SeededChance(self.np_random.bytes(32)), Stream(self.np_random.bytes(32))
        self._state = self._new_state()
        self._margin = 0.0
        self._let_bots_play()
        seen, mask, _ = self._shown(self._state)
        self.action_space.legal = mask
        return seen, {"action_mask": mask}

    def step(self, action: Any) -> tuple[ObservationRow, float, bool, bool, dict[str, Any]]:
        """Play the learner's action, then the bots' moves until it is the learner's turn again."""
        if self._state is None or self._state.over:
            raise IllegalActionError("no game is in progress: reset the environment")
        if isinstance(action, np.ndarray) and action.shape == ():
            action = action[()]  # `predict` of Stable-Baselines3 returns such arrays
        if not (isinstance(action, int | np.integer) and 0 <= action < self.moves):
            raise IllegalActionError(f"{action} is no action: they are the numbers 0 to {self.moves - 1}")
        if self._lenient:
            action = min(np.flatnonzero(self.action_masks()), key=lambda move: (move - action) % self.moves)
        if not self.action_masks()[action]:
            raise IllegalActionError(f"{action} ({self.game.format_move(self._move(int(action)))}) is not legal now")
        self._play(self._move(int(action)))
        seen, mask, margin = self._shown(self._state)
        reward, self._margin = margin - self._margin, margin
        self.action_space.legal = mask
        info: dict[str, Any] = {"action_mask": mask}
        if self._state.over:
            result = self.game.outcome(self._state)
            info["won"] = result is not None and LEARNER in result.winners
        return seen, reward, self._state.over, False, info

    def action_masks(self) -> Mask:
        """The mask of legal actions."""
        legal = self.action_space.legal
        return np.zeros(self.moves, np.int8) if legal is None else legal

    def _new_state(self) -> Any:
        """A new game with its chance nodes resolved."""
        return settled(self.game, self.game.new(self.options, self.players), self._chance)

    @property
    def moves(self) -> int:
        """The number of actions."""
        return int(self.action_space.n)

    def _bots_move(self, seat: int) -> Any:
        return self._bot(self.game.view(self._state, seat), self._source)

    @abstractmethod
    def _let_bots_play(self) -> None:
        """Play the bots' moves until the learner has to choose, or the game is over."""

    @abstractmethod
    def _play(self, move: Any) -> None:
        """Play the learner's move, and the bots' until its next turn."""

    @abstractmethod
    def _move(self, number: int) -> Any:
        """The move of an action."""

    @abstractmethod
    def _shown(self, state: Any) -> tuple[ObservationRow, Mask, float]:
        """The learner's observation, mask and margin."""


def _margin(scores: list[int]) -> float:
    return scores[LEARNER] - (sum(scores) - scores[LEARNER]) / (len(scores) - 1)


class SushiGoSingle(_Single):
    """Sushi Go!, 2 to 5 players, with any of its options."""

    game = sushi_go
    Options = sushi_go.Options

    def __init__(self, *args: Any, version: int = 0, **kwargs: Any) -> None:
        self.version = version
        super().__init__(*args, **kwargs)

    def _let_bots_play(self) -> None:
        """The bots choose with the learner, not before."""

    def _play(self, move: Any) -> None:
        # All seats choose at once: the bots see the state before the learner's move.
        made = [move, *[self._bots_move(seat) for seat in range(1, self.players)]]
        for seat, each in enumerate(made):
            self._state = sushi_go.choose(self._state, seat, each)

    def _move(self, number: int) -> Any:
        return go_codec.move_of_action(number)

    def _shown(self, state: Any) -> tuple[ObservationRow, Mask, float]:
        batch = go_codec.encode([state])
        observer = Observer(batch, self.version)
        observer.observe(batch)
        margin = _margin(batch.scores[0, : self.players].tolist())
        return observer.observations[0, LEARNER], observer.masks[0, LEARNER], margin


class SushiRollSingle(_Single):
    """Sushi Roll, 2 to 5 players."""

    game = sushi_roll
    Options = sushi_roll.Options

    def _let_bots_play(self) -> None:
        while self._state.acting not in (None, LEARNER):
            self._do(self._state.acting, self._bots_move(self._state.acting))

    def _do(self, seat: int, move: Any) -> None:
        self._state = settled(sushi_roll, sushi_roll.choose(self._state, seat, move), self._chance)

    def _play(self, move: Any) -> None:
        self._do(LEARNER, move)
        self._let_bots_play()

    def _move(self, number: int) -> Any:
        return roll_codec.move_of(number, LEARNER, self.players)

    def _shown(self, state: Any) -> tuple[ObservationRow, Mask, float]:
        batch = roll_codec.encode([state])
        shown = RollShown(batch)
        shown.show(batch, np.array([LEARNER]))
        return shown.observations[0], shown.masks[0], _margin(batch.scores[0].tolist())
