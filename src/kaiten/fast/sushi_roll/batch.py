"""Many games at once, each at any point: play a move in all of them, count their legal moves, find the k-th.

A step is one move in each game. Chance may be due then (`owed`): `autoreset.Dealer` draws it from a seed, `dice.place_belts` and
`dice.place_dice` take it as given. These kernels are unchecked; test_lock_step compares them.
"""

import numpy as np

from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Numbers
from kaiten.fast.sushi_roll.constants import NOBODY
from kaiten.fast.sushi_roll.legal import count_moves, kth_move
from kaiten.fast.sushi_roll.scoring import score
from kaiten.fast.sushi_roll.state import ROUND_OVER, States, acting_seat, is_idle, step


@kernel
def step_all(games: States, moves: Numbers) -> None:
    """One move of the acting seat in each game, as `play.choose`. Games in which nobody acts stay as they are."""
    for number in range(len(games)):
        game = games[number]
        if not is_idle(game):
            game.owed = step(game, moves[number])
            if game.owed == ROUND_OVER:
                game.owed = score(game)


@kernel
def acting_seats(games: States) -> Numbers:
    """The acting seat of each game; NOBODY where chance is due, and when the game is over."""
    acting = np.zeros(len(games), np.int64)
    for number in range(len(games)):
        acting[number] = NOBODY if is_idle(games[number]) else acting_seat(games[number])
    return acting


@kernel
def move_counts(games: States) -> Numbers:
    """The number of legal moves in each game; 0 where nobody acts."""
    counts = np.zeros(len(games), np.int64)
    for number in range(len(games)):
        counts[number] = 0 if is_idle(games[number]) else count_moves(games[number])
    return counts


@kernel
def kth_moves(games: States, ks: Numbers) -> Numbers:
    """The k-th legal move in each game, as its number; each k is below the count. NOBODY where nobody acts."""
    moves = np.zeros(len(games), np.int64)
    for number in range(len(games)):
        moves[number] = NOBODY if is_idle(games[number]) else kth_move(games[number], ks[number])
    return moves
