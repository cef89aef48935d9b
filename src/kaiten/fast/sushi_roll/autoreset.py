"""Chance for a batch, from a seed: dice out of the bag, rolls, and new games in the place of those that are over."""

from kaiten.fast.chance import below, lower, mixed, next_counter, seeded
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Numbers, U, Word
from kaiten.fast.rewards import Earned, Flags, Rewards, earn
from kaiten.fast.sushi_roll.constants import DICE, ROUNDS
from kaiten.fast.sushi_roll.dice import deal, roll
from kaiten.fast.sushi_roll.state import DRAW, NO_CHANCE, States, new_games, reset


@kernel
def _settle(counter: Word, games: States) -> Word:
    """Settle all chance that is due, as `play.settle`; returns the next counter. Unchecked; compared by test_sushi_roll_vector."""
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
def _renew(counter: Word, games: States, rewards: Rewards, ended: Flags, final: Numbers, before: Numbers) -> Word:
    """Write the rewards of the last step, and restart games that are over; returns the next counter.

    Unchecked; compared by test_sushi_roll_vector.
    """
    scores, players = games.scores, final.shape[1]
    for number in range(len(games)):
        game = games[number]
        over = game.scored == ROUNDS
        earn(scores, rewards, ended, final, before, number, players, players, over)
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
        """Write the rewards of the last step, and restart the games that are over; `settle` rolls their dice.

        The trays of past rounds stay in memory, and count for nothing in a new game.
        """
        self._counter = U(_renew(self._counter, batch, earned.rewards, earned.ended, earned.final, earned.before))
