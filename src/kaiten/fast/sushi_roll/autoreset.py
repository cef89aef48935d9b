"""Batches with chance from a seed, for learners and policies: dice from the bag, rolls, and games that restart when they are over.

These kernels are unchecked. Compared by test_sushi_roll_vector.
"""

from collections.abc import Sequence

import numpy as np

from kaiten.fast.chance import below, lower, mixed, next_counter, seeded
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Numbers, U, Word
from kaiten.fast.policies import Policy
from kaiten.fast.rewards import Earned, write_rewards
from kaiten.fast.sushi_roll.batch import acting_seats, step_all
from kaiten.fast.sushi_roll.constants import DICE, ROUNDS
from kaiten.fast.sushi_roll.dice import deal, roll
from kaiten.fast.sushi_roll.observation import Shown
from kaiten.fast.sushi_roll.state import DRAW, NO_CHANCE, States, new_games, reset
from kaiten.kit.errors import OptionError


@kernel
def _settle(counter: Word, games: States) -> Word:
    """Settle all chance that is due, as `play.settle`; returns the next counter."""
    bag = DICE.copy()
    for number in range(len(games)):
        game = games[number]
        if game.owed == DRAW:
            counter = deal(counter, bag, game, False)
        elif game.owed != NO_CHANCE:
            counter = roll(counter, game, game.owed)
        game.owed = NO_CHANCE
    return counter


@kernel
def _renew(counter: Word, games: States, earned: Earned) -> Word:
    """Write the rewards of the last step, and restart games that are over; returns the next counter."""
    scores, players = games.scores, games.scores.shape[1]
    for number in range(len(games)):
        game = games[number]
        over = game.scored == ROUNDS
        write_rewards(earned, scores, number, players, players, over)
        if over:
            reset(game)
            counter = next_counter(counter)
            game.red, game.owed = below(lower(mixed(counter)), players), DRAW
    return counter


class Dealer:
    """Chance from a seed, for the games of a batch."""

    def __init__(self, seed: int) -> None:
        self._counter = seeded(seed)

    def begin(self, players: int, games: int) -> States:
        """New games with rolled dice on the belts."""
        batch = new_games(players, games)
        batch.scored = ROUNDS
        self.renew(batch, Earned.nothing(games, players, players))
        self.settle(batch)
        return batch

    def settle(self, batch: States) -> None:
        """Settle all chance that is due."""
        self._counter = U(_settle(self._counter, batch))  # a kernel returns a word as a Python integer

    def renew(self, batch: States, earned: Earned) -> None:
        """Write the rewards of the last step, and restart the games that are over; `settle` rolls their dice."""
        self._counter = U(_renew(self._counter, batch, earned))


def play(players: int, policies: Sequence[Policy], games: int, seed: int = 0) -> Numbers:
    """The scores of games between policies, by game and seat. Moves are checked."""
    if len(policies) != players:
        raise OptionError(f"{len(policies)} policies: it is one for each of {players} players")
    dealer = Dealer(seed)
    batch = dealer.begin(players, games)
    # Games take different numbers of turns: those that are over are left out.
    while len(open_ := np.flatnonzero(batch.scored < ROUNDS)):
        going = batch[open_]
        acting, shown = acting_seats(going), Shown(going)
        shown.show(going, acting)
        actions = np.zeros(len(going), np.int64)
        for seat, policy in enumerate(policies):
            theirs = np.flatnonzero(acting == seat)
            if len(theirs):
                actions[theirs] = policy(shown.observations[theirs], shown.masks[theirs])
        shown.check(actions)
        step_all(going, actions)
        dealer.settle(going)
        batch[open_] = going
    scores: Numbers = batch.scores
    return scores
