"""Sushi Roll as a PettingZoo environment in which one seat acts at a time (AEC).

**Agents.** `seat_0`, `seat_1`, ...; belts slide to the next one. `agent_selection` is the seat that acts: the same one several
times in a row while it pays with tokens.

**Observation.** A row of bytes with the content of the view, which is everything but the next roll;
`kaiten.fast.sushi_roll.observation` specifies every byte.

**Action.** The number of a move, 0 to 518: take a die (0 to 7), swap (8 to 263), re-roll dice (264 to 518).
`kaiten.fast.sushi_roll.codec` converts between actions and moves. `infos[agent]["action_mask"]` has a 1 for each legal action. An
illegal action is refused with an `IllegalActionError`.

**Reward.** The points of the step, less the mean of the other players' points. Points come at the end of a round, after the last
one with puddings and tokens. The sum over a game is the margin of the seat.

**End.** All seats terminate together, when the last die of the third round has been taken. Nothing is ever truncated.

**Versions.** 0: the first version.
"""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from kaiten.fast.errors import IllegalActionError
from kaiten.fast.sushi_roll import codec
from kaiten.fast.sushi_roll.batch import acting_seats, step_all
from kaiten.fast.sushi_roll.constants import DICE, MOST_DICE, MOVES, ROLLED, ROUNDS, SIDES
from kaiten.fast.sushi_roll.dice import place_belts, place_dice
from kaiten.fast.sushi_roll.observation import Shown
from kaiten.fast.sushi_roll.state import DRAW, NO_CHANCE, new_games
from kaiten.kit.errors import OptionError
from kaiten.sushi_roll import Face, format_faces, format_move
from kaiten.sushi_roll.tables import DICE_EACH


class SushiRollAEC(AECEnv[str, NDArray[np.uint8], int | None]):  # type: ignore[misc]  # PettingZoo has no types
    """One game for 2 to 5 players."""

    metadata: ClassVar[dict[str, Any]] = {"name": "kaiten_sushi_roll_v0", "render_modes": ["ansi"]}

    def __init__(self, players: int = 2, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise OptionError(f"render_mode {render_mode!r}: it is 'ansi' or None")
        self.render_mode = render_mode
        self.players = players
        self._batch = new_games(players, 1)
        self._shown = Shown(self._batch)
        self._random = np.random.default_rng()
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        row = self._shown.observations.shape[1]
        self._observations = {agent: spaces.Box(0, 255, (row,), np.uint8) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(MOVES) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  (PettingZoo's)
        """A new game; the same seed rolls the same dice, as long as the same actions are played."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._batch = new_games(self.players, 1)
        self._batch.red[0] = self._random.integers(self.players)
        self._settle()
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def observe(self, agent: str) -> NDArray[np.uint8]:
        """The current observation of this seat."""
        self._shown.show(self._batch, np.array([self.possible_agents.index(agent)]))
        seen: NDArray[np.uint8] = self._shown.observations[0].copy()
        return seen

    def step(self, action: int | None) -> None:
        """Play an action of the seat whose turn it is."""
        if not self.agents:
            raise IllegalActionError("no game is in progress: reset the environment")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._check(agent, action)
        before = self._batch.scores[0].copy()
        step_all(self._batch, np.array([action]))
        self._settle()
        gained = self._batch.scores[0] - before
        others = (gained.sum() - gained) / (self.players - 1)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {name: float(gained[seat] - others[seat]) for seat, name in enumerate(self.possible_agents)}
        if self._batch.scored[0] == ROUNDS:
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()

    def render(self) -> str | None:
        """All belts, trays and tokens as text."""
        if self.render_mode is None or not self.agents:
            return None
        state = codec.decode(self._batch, 0)
        lines = [f"Round {state.round}, cycle {state.cycle}; {self.agent_selection} acts"]
        for seat, agent in enumerate(self.possible_agents):
            belt = format_faces(state.belts[seat]) if state.belts else ""
            tokens = f"{state.menus[seat]} menus, {state.chopsticks[seat]} chopsticks, {state.puddings[seat]} puddings"
            lines.append(
                f"{agent}: belt {belt or 'empty'}; tray {format_faces(state.trays[seat]) or 'empty'}; {tokens}"
            )
        return "\n".join(lines)

    def close(self) -> None:
        """There are no resources to release."""

    def _settle(self) -> None:
        """Resolve the chance nodes: dice from the bag, and rolls."""
        batch = self._batch
        if batch.owed[0] == DRAW:
            each = DICE_EACH[self.players]
            drawn = self._random.permutation(DICE)[: each * self.players].reshape(self.players, each)
            place_belts(batch, np.array([[codec.belt_word(map(Face, belt.tolist())) for belt in drawn]], np.uint64))
        if batch.owed[0] != NO_CHANCE:
            sides = self._random.integers(SIDES, size=(self.players, MOST_DICE)).tolist()
            belts = [codec.belt_of(belt, int(batch.left[0])) for belt in batch.belts[0].tolist()]
            shown = [
                codec.belt_word([Face(ROLLED[face * SIDES + side]) for face, side in zip(belt, rolled, strict=False)])
                for belt, rolled in zip(belts, sides, strict=True)
            ]
            place_dice(batch, np.array([shown], np.uint64))

    def _select(self) -> None:
        """Select the seat that acts and set the masks; once the game is over, select every seat in turn."""
        acting = int(acting_seats(self._batch)[0])
        self.agent_selection = self.agents[0] if acting < 0 else self.possible_agents[acting]
        self._shown.show(self._batch, np.array([max(acting, 0)]))
        nothing = np.zeros(MOVES, np.int8)
        self.infos = {
            agent: {"action_mask": self._shown.masks[0].copy() if agent == self.agent_selection else nothing}
            for agent in self.agents
        }

    def _check(self, agent: str, action: Any) -> None:
        if not (isinstance(action, int | np.integer) and 0 <= action < MOVES):
            raise IllegalActionError(f"{agent}: {action!r} is no action: they are the numbers 0 to {MOVES - 1}")
        if not self.infos[agent]["action_mask"][action]:
            seat = self.possible_agents.index(agent)
            move = format_move(codec.move_of(int(action), seat, self.players))
            legal = np.flatnonzero(self.infos[agent]["action_mask"])
            offered = ", ".join(
                [f"{each} ({format_move(codec.move_of(int(each), seat, self.players))})" for each in legal[:8]]
            )
            raise IllegalActionError(
                f"{agent}: {action} ({move}) is not legal: {len(legal)} moves are, such as {offered}"
            )
