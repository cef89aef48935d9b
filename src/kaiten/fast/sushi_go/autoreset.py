"""Batches that never end, for learners and policies: a game that is over is rewarded and replaced by a new one in the same step.

Compared by test_sushi_go_vector and test_policy_games.
"""

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from kaiten.fast.chance import below, draw, lower, mixed, next_counter, seeded
from kaiten.fast.jit import plain_kernel
from kaiten.fast.packed_counts import Numbers, U, Word
from kaiten.fast.policies import Policy
from kaiten.fast.rewards import Earned, write_rewards
from kaiten.fast.sushi_go.batch import Setup, new_batch
from kaiten.fast.sushi_go.constants import NOBODY, ROUNDS
from kaiten.fast.sushi_go.observation import Observer
from kaiten.fast.sushi_go.state import Rules, State, start, step
from kaiten.kit.errors import OptionError


@cache
def autoreset_kernel(players: int, tableaus: int, size: int, dummy: int) -> Callable[..., Word]:
    """The kernel that steps the games that are not over, writes rewards and resets those that are over. Unchecked.

    It returns the next counter. It is compiled for each setup, since constants make it a sixth faster.
    """

    @plain_kernel
    def autoreset(counter: Word, rules: Rules, state: State, actions: Numbers, earned: Earned, icons: Numbers) -> Word:
        rules = Rules(players, tableaus, size, dummy, rules.both, rules.loss, rules.first_control)
        for game in range(len(state.turns)):
            if state.scored[game] < ROUNDS:
                step(rules, state, game, actions, icons)
        for game in range(len(state.turns)):
            over = state.scored[game] == ROUNDS
            write_rewards(earned, state.board.scores, game, rules.players, rules.tableaus, over)
            if not over:
                continue
            deck = state.decks[game]  # a used deck needs no sorting, and only the cards that are dealt are shuffled
            for place in range(rules.tableaus * rules.size * ROUNDS):
                counter = next_counter(counter)
                draw(lower(mixed(counter)), deck, place)
            if rules.dummy:
                counter = next_counter(counter)
                lot = below(lower(mixed(counter)), rules.players)
                state.starts[game] = lot if rules.first_control == NOBODY else rules.first_control
            start(rules, state, game)
        return counter

    return autoreset


class AutoReset:
    """A batch with autoreset, dealt from a seed."""

    def __init__(self, setup: Setup, games: int, seed: int) -> None:
        self.batch = new_batch(setup, games)
        self.earned = Earned.nothing(games, setup.players, setup.rules.tableaus)
        self._rules, self._icons = setup.rules, np.zeros(setup.rules.tableaus, np.int64)
        self._kernel, self._counter = autoreset_kernel(*setup.rules[:4]), seeded(seed)
        # All games are over: the first step deals them.
        self.batch.state.scored[:] = ROUNDS
        self.step(np.zeros((games, setup.players), np.int64))
        self.earned.ended[:] = False

    def step(self, actions: Numbers) -> None:
        """Play a turn of all games (`codec.action_of`, by game and seat, unchecked) and reset those that are over."""
        counter = self._kernel(self._counter, self._rules, self.batch.state, actions, self.earned, self._icons)
        self._counter = U(counter)  # a kernel returns a Python int


def play(setup: Setup, policies: Sequence[Policy], games: int, seed: int = 0) -> Numbers:
    """The scores of games between policies, by game and seat, the dummy's last. Actions are checked."""
    if len(policies) != setup.players:
        raise OptionError(f"{len(policies)} policies: it is one for each of {setup.players} players")
    running = AutoReset(setup, games, seed)
    observer = Observer(running.batch)
    seen, masks = observer.observations, observer.masks
    while not running.earned.ended.all():  # all games have the same number of turns
        observer.observe(running.batch)
        actions = np.stack([policy(seen[:, seat], masks[:, seat]) for seat, policy in enumerate(policies)], axis=1)
        observer.check(actions)
        running.step(actions)
    return running.earned.final
