"""Batches that never end, for learners: a game that is over is rewarded, then replaced by a new one in the same step."""

from collections.abc import Callable
from functools import cache

import numpy as np

from kaiten.fast.chance import below, draw, lower, mixed, next_counter, seeded
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Numbers, U, Word
from kaiten.fast.rewards import Earned, write_rewards
from kaiten.fast.sushi_go.batch import Setup, new_batch
from kaiten.fast.sushi_go.constants import NOBODY, ROUNDS
from kaiten.fast.sushi_go.state import Rules, State, start, step


@cache
def autoreset_kernel(players: int, size: int, dummy: int) -> Callable[..., Word]:
    """The kernel that steps all games, writes rewards, resets games that are over, and returns the next counter. Unchecked.

    Games that are over before the step are reset only. A used deck needs no sorting, and only cards that are dealt are shuffled.
    Compared by test_sushi_go_vector.
    """
    tableaus = players + dummy

    @kernel
    def autoreset(
        counter: Word, both: int, loss: int, control: int, state: State, actions: Numbers, earned: Earned
    ) -> Word:
        rules, icons = Rules(players, tableaus, size, dummy, both, loss), np.zeros(tableaus, np.int64)
        for game in range(len(state.turns)):
            if state.scored[game] < ROUNDS:
                step(rules, state, game, actions, icons)
            over = state.scored[game] == ROUNDS
            write_rewards(earned, state.board.scores, game, players, tableaus, over)
            if not over:
                continue
            deck = state.decks[game]
            for place in range(tableaus * size * ROUNDS):
                counter = next_counter(counter)
                draw(lower(mixed(counter)), deck, place)
            if dummy:
                counter = next_counter(counter)
                state.starts[game] = below(lower(mixed(counter)), players) if control == NOBODY else control
            start(rules, state, game)
        return counter

    return autoreset


class AutoReset:
    """A batch with autoreset, dealt from a seed."""

    def __init__(self, setup: Setup, games: int, seed: int) -> None:
        self.batch = new_batch(setup, games)
        self.earned = Earned.nothing(games, setup.players, setup.tableaus)
        control = setup.options.first_control
        self._rules = setup.both, setup.loss, NOBODY if control is None else control
        self._kernel = autoreset_kernel(*setup.kind)
        self._counter = seeded(seed)
        self.batch.state.scored[:] = ROUNDS
        self.step(np.zeros((games, setup.players), np.int64))
        self.earned.ended[:] = False

    def step(self, actions: Numbers) -> None:
        """Play a turn of all games (`codec.action_of`, by game and seat, unchecked) and reset those that are over.

        The arrays of past rounds keep their values; `scored` tells how many of them count.
        """
        counter = self._kernel(self._counter, *self._rules, self.batch.state, actions, self.earned)
        self._counter = U(counter)  # a kernel returns a Python int
