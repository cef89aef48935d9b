"""Random moves for whole batches, and games played to their end with them."""

import numpy as np

from kaiten.fast.chance import mixed, next_counter, seeded
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Numbers, U, Word
from kaiten.fast.sushi_roll.autoreset import Dealer
from kaiten.fast.sushi_roll.batch import step_all
from kaiten.fast.sushi_roll.constants import ROUNDS
from kaiten.fast.sushi_roll.legal import random_move
from kaiten.fast.sushi_roll.state import States


@kernel
def _draw_moves(counter: Word, games: States, moves: Numbers) -> Word:
    """Draw a legal move in each game, each equally likely; returns the next counter.

    Unchecked: no game may owe chance. Compared by test_policy_games.
    """
    for number in range(len(games)):
        if games[number].scored < ROUNDS:
            counter = next_counter(counter)
            moves[number] = random_move(games[number], mixed(counter))
    return counter


def play_out(batch: States, seed: int = 0) -> Numbers:
    """Play all games of a batch to their end, at random, in place; the final scores.

    No determinization is needed before: only the dice to come are hidden, and they are rolled here.
    """
    moves = np.zeros(len(batch), np.int64)
    counter, dealer = seeded(seed), Dealer((seed + 1) % (1 << 64))
    dealer.settle(batch)
    while (batch.scored < ROUNDS).any():
        counter = U(_draw_moves(counter, batch, moves))  # a kernel returns a word as a Python integer
        step_all(batch, moves)
        dealer.settle(batch)
    scores: Numbers = batch.scores
    return scores
