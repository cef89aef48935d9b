"""Sushi Go! as a PettingZoo parallel environment: all seats choose at once.

**Agents.** `seat_0`, `seat_1`, ...; hands are passed to the next one.

**Observation.** A dict. `observation` is a row of bytes made of the view of the seat alone: its hand, the known cards of the other
hands (passed hands are remembered), the tableaus and the scores; `kaiten.fast.sushi_go.observation` specifies every byte.
`action_mask` has a 1 for each legal action.

**Action.** The number of a move, 0 to 95: one card (0 to 11, in the order of `Card`), two of different kinds (12 to 77), two of
a kind (78 to 89), and the six pairs whose order can make a difference in the other order (90 to 95).
With the dummy there are 1,248 actions, since the seat in control plays a card for it too: 96 times one more than the number of that
card (0 to 11), plus the move. `kaiten.fast.sushi_go.codec.action_of` and `move_of_action` convert between actions and moves. An
illegal action is refused with an `IllegalActionError`.

**Reward.** The points of the step, less the mean of the other players' points (the dummy is no player). Points come at the end of a
round, after the last one with the puddings. The sum over a game is the margin of the seat.

**End.** All seats terminate together, after the last turn of the third round. Nothing is ever truncated.

**Versions.** The argument `version`; the default is 0, so that code without it keeps its observations.

- 1: the observation has a block of 16 bytes more, the last: the cards on the tables of the scored rounds, by kind and without
  puddings (which stand with the tableaus), then four zeros. With it an observation counts every card that is not hidden.
- 0: the first version.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from kaiten.fast.errors import IllegalActionError
from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go.batch import Batch, Setup, deal_batch, new_batch
from kaiten.fast.sushi_go.constants import DECK
from kaiten.fast.sushi_go.observation import Observer
from kaiten.kit.errors import OptionError
from kaiten.sushi_go import Options, format_cards, format_move

Observation = dict[str, NDArray[Any]]
Rewards = dict[str, float]
Flags = dict[str, bool]
Infos = dict[str, dict[str, Any]]


class SushiGoParallel(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """One game, with any of the rules' options."""

    metadata: dict[str, Any] = {  # noqa: RUF012  (PettingZoo's)
        "name": "kaiten_sushi_go_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": True,
    }

    def __init__(
        self, players: int = 2, options: Options | None = None, render_mode: str | None = None, version: int = 0
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise OptionError(f"render_mode {render_mode!r}: it is 'ansi' or None")
        self.setup = Setup(options or Options(), players)
        self.version = version
        self.metadata = {**self.metadata, "name": f"kaiten_sushi_go_v{version}"}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._random = np.random.default_rng()
        self._batch: Batch | None = None
        self._observer = Observer(new_batch(self.setup, 1), version)
        row, self._numbers = self._observer.observations.shape[2], self._observer.masks.shape[2]
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (row,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (self._numbers,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(self._numbers) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  (PettingZoo's)
    ) -> tuple[dict[str, Observation], Infos]:
        """A new game; the same seed deals the same cards."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        deck, lot = self._random.permutation(DECK)[None], self._random.integers(self.setup.players)
        chosen = self.setup.options.first_control
        self._batch = deal_batch(self.setup, deck, np.array([lot if chosen is None else chosen]))
        self._observer.observe(self._batch)
        self.agents = [*self.possible_agents]
        return self._observed(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Observation], Rewards, Flags, Flags, Infos]:
        """Play a turn: an action of every seat."""
        batch = self._batch
        if batch is None or not self.agents:
            raise IllegalActionError("no game is in progress: reset the environment")
        made = np.array([[self._checked(actions, seat) for seat in range(self.setup.players)]])
        before = batch.scores[0].copy()
        batch.step(made)
        self._observer.observe(batch)
        gained = (batch.scores[0] - before)[: self.setup.players]
        others = (gained.sum() - gained) / (self.setup.players - 1)
        over = bool(batch.is_over[0])
        names = self.agents
        rewards = {agent: float(gained[seat] - others[seat]) for seat, agent in enumerate(names)}
        result = self._observed(), rewards, dict.fromkeys(names, over), dict.fromkeys(names, False)
        infos: Infos = {agent: {} for agent in names}
        if over:
            self.agents = []
        return *result, infos

    def render(self) -> str | None:
        """All hands and tableaus as text."""
        if self.render_mode is None or self._batch is None:
            return None
        state = codec.decode(self._batch, 0)
        lines = [f"Round {state.round}, turn {state.turn}"]
        names, hands = [*self.possible_agents, "dummy"], [*state.hands, None]
        for name, hand, tableau, puddings in zip(names, hands, state.tableaus, state.puddings, strict=False):
            holds = "" if hand is None else f"holds {format_cards(hand) or 'nothing'}; "
            lines.append(f"{name}: {holds}table {format_cards(tableau) or 'empty'}, {puddings} P")
        return "\n".join(lines)

    def close(self) -> None:
        """There are no resources to release."""

    def _checked(self, actions: dict[str, Any], seat: int) -> int:
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise IllegalActionError(f"{agent} has no action: all seats choose at once")
        action = actions[agent]
        if not (isinstance(action, int | np.integer) and 0 <= action < self._numbers):
            raise IllegalActionError(f"{agent}: {action!r} is no action: they are the numbers 0 to {self._numbers - 1}")
        legal = np.flatnonzero(self._observer.masks[0, seat])
        if action not in legal:
            offered = ", ".join([f"{move} ({format_move(codec.move_of_action(int(move)))})" for move in legal[:20]])
            raise IllegalActionError(
                f"{agent}: {action} ({format_move(codec.move_of_action(int(action)))}) is not legal: {offered}"
            )
        return int(action)

    def _observed(self) -> dict[str, Observation]:
        seen, masks = self._observer.observations[0], self._observer.masks[0]
        return {
            agent: {"observation": seen[seat].copy(), "action_mask": masks[seat].copy()}
            for seat, agent in enumerate(self.agents)
        }
