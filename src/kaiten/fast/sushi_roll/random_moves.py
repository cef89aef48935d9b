"""Moves by chance, for whole batches, and games played to their end with them."""

from collections.abc import Callable
from functools import cache

import numpy as np

from kaiten.fast.chance import below, lower, mixed, next_counter, seeded
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Numbers, U, Word
from kaiten.fast.sushi_roll.autoreset import Dealer
from kaiten.fast.sushi_roll.batch import Batch
from kaiten.fast.sushi_roll.constants import ROUNDS
from kaiten.fast.sushi_roll.moves import choice, choices, dice_of_others


@cache
def sampler(players: int) -> Callable[..., Word]:
    """The kernel that draws a legal move for whoever acts, each as likely, and returns the counter for the next.

    Unchecked: no game may wait for chance.

    Compared by test_policy_games.
    """

    @kernel
    def sample(
        counter: Word,
        sizes: Numbers,
        menus: Numbers,
        chopsticks: Numbers,
        red: Numbers,
        taken: Numbers,
        scored: Numbers,
        moves: Numbers,
    ) -> Word:
        for game in range(len(red)):
            if scored[game] == ROUNDS:
                continue
            seat = (red[game] + taken[game]) % players
            own = sizes[game, seat]
            theirs = dice_of_others(own, taken[game], players)
            among = choices(own, theirs, menus[game, seat], chopsticks[game, seat])
            counter = next_counter(counter)
            k = below(lower(mixed(counter)), among)
            moves[game] = choice(own, theirs, taken[game], players, chopsticks[game, seat], k)
        return counter

    return sample


def play_out(batch: Batch, seed: int = 0) -> Numbers:
    """Play all games of a batch to their end, at random; the final scores. The batch is changed.

    What is not yet known of a game is the dice to come, and they are rolled here: nothing has to be guessed before.
    """
    moves = np.zeros(len(batch), np.int64)
    counter, dealer = seeded(seed), Dealer((seed + 1) % (1 << 64))
    dealer.settle(batch)
    while (batch.scored < ROUNDS).any():
        drawn = sampler(batch.players)(
            counter, batch.sizes, batch.menus, batch.chopsticks, batch.red, batch.taken, batch.scored, moves
        )
        counter = U(drawn)  # a word comes back from a kernel as a number of Python's
        batch.act(moves)
        dealer.settle(batch)
    return batch.scores
