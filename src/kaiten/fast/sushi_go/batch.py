"""Many games at once, each at any point: a `State` with a row for each game, and the kernel that plays a turn of all of them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np

from kaiten.fast.jit import plain_kernel
from kaiten.fast.packed_counts import Bytes, Numbers
from kaiten.fast.rewards import Flags
from kaiten.fast.sushi_go.board import Board
from kaiten.fast.sushi_go.constants import NOBODY, ROUNDS
from kaiten.fast.sushi_go.state import Rules, State, new_state, start_all, step
from kaiten.sushi_go.scoring import pudding_loss
from kaiten.sushi_go.state import Options, check_setup, hand_size


@dataclass(frozen=True)
class Setup:
    """Options and player count of all games of a batch."""

    options: Options
    players: int

    def __post_init__(self) -> None:
        check_setup(self.options, self.players)

    @property
    def size(self) -> int:
        """Turns in a round."""
        return hand_size(self.options, self.players)

    @cached_property
    def rules(self) -> Rules:
        options, players, dummy = self.options, self.players, int(self.options.dummy)
        control = NOBODY if options.first_control is None else options.first_control
        both, loss = int(options.passing == "both"), int(pudding_loss(options, players))
        return Rules(players, players + dummy, self.size, dummy, both, loss, control)


@plain_kernel
def step_all(rules: Rules, state: State, actions: Numbers, icons: Numbers) -> None:
    """Play a turn of all games that are not over. Unchecked. Compared by test_lock_step."""
    for game in range(len(state.turns)):
        if state.scored[game] < ROUNDS:
            step(rules, state, game, actions, icons)


@dataclass(frozen=True, slots=True)
class Batch:
    """Games of one setup. Change them by `step` alone."""

    setup: Setup
    state: State

    def __len__(self) -> int:
        return len(self.state.turns)

    def __getitem__(self, games: Numbers) -> "Batch":
        """A copy of these games, each as often as its index occurs."""
        board, *others = cast("tuple[Any, ...]", self.state)
        return Batch(self.setup, State(Board(*[array[games] for array in board]), *[array[games] for array in others]))

    @property
    def is_over(self) -> Flags:
        return np.equal(self.state.scored, ROUNDS)

    @property
    def scores(self) -> Numbers:
        """By game and seat, the dummy's last."""
        return self.state.board.scores

    def step(self, actions: Numbers) -> None:
        """Play a turn: `actions` (`codec.action_of`) by game and seat, unchecked. Games that are over stay as they are."""
        step_all(self.setup.rules, self.state, actions, np.zeros(self.setup.rules.tableaus, np.int64))


def new_batch(setup: Setup, games: int) -> Batch:
    """Games that have not been dealt."""
    return Batch(setup, new_state(setup.rules, games))


def deal_batch(setup: Setup, decks: Bytes, starts: Numbers | None = None) -> Batch:
    """Games dealt from these decks, a row each; `starts` are the seats that control the dummy first."""
    batch = new_batch(setup, len(decks))
    batch.state.decks[:] = decks
    batch.state.starts[:] = 0 if starts is None else starts
    start_all(setup.rules, batch.state)
    return batch
