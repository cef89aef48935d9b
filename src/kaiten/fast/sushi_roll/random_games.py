"""Uniformly random legal moves: whole games from a seed, and batches played to their end."""

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.chance import below, lower, mixed, next_counter, seeded
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Numbers, U, Word
from kaiten.fast.sushi_roll.autoreset import Dealer
from kaiten.fast.sushi_roll.batch import step_all
from kaiten.fast.sushi_roll.constants import DICE, ROUNDS
from kaiten.fast.sushi_roll.dice import deal, roll
from kaiten.fast.sushi_roll.legal import random_move
from kaiten.fast.sushi_roll.scoring import score
from kaiten.fast.sushi_roll.state import DRAW, NO_CHANCE, ROUND_OVER, States, new_games, reset, step

Scores = NDArray[np.int16]


@kernel
def _play(counter: Word, games: States, scores: Scores) -> None:
    """Play a game for each row of `scores`, in the memory of the first of `games`. Unchecked; compared by test_sushi_roll."""
    bag, game = DICE.copy(), games[0]
    for row in range(len(scores)):
        reset(game)
        counter = next_counter(counter)
        game.red = below(lower(mixed(counter)), len(game.belts))
        counter = deal(counter, bag, game, True)
        while game.scored < ROUNDS:
            counter = next_counter(counter)
            owed = step(game, random_move(game, mixed(counter)))
            if owed == ROUND_OVER:
                if score(game) == DRAW:
                    counter = deal(counter, bag, game, True)
            elif owed != NO_CHANCE:
                counter = roll(counter, game, owed)
        for seat in range(len(game.belts)):
            scores[row, seat] = game.scores[seat]


def play_random(players: int, games: int, seed: int = 0) -> Scores:
    """The scores of random games, by game and seat. What is drawn follows from the seed, and is in no record."""
    memory, scores = new_games(players, 1), np.zeros((games, players), np.int16)
    _play(seeded(seed), memory, scores)
    return scores


@kernel
def _sample(counter: Word, games: States, moves: Numbers) -> Word:
    """Draw a legal move in each game that is not over; returns the next counter. Unchecked. Compared by test_policy_games."""
    for number in range(len(games)):
        if games[number].scored < ROUNDS:
            counter = next_counter(counter)
            moves[number] = random_move(games[number], mixed(counter))
    return counter


def play_out(batch: States, seed: int = 0) -> Numbers:
    """Play all games of a batch to the end at random; the final scores. Changes the batch."""
    moves = np.zeros(len(batch), np.int64)
    counter, dealer = seeded(seed), Dealer((seed + 1) % (1 << 64))
    dealer.settle(batch)
    while (batch.scored < ROUNDS).any():
        counter = U(_sample(counter, batch, moves))  # a kernel returns a word as a Python integer
        step_all(batch, moves)
        dealer.settle(batch)
    scores: Numbers = batch.scores
    return scores
