"""Many games at once, each wherever it is: an array of states, and the kernels that change all of them.

A step is one move in each game. Chance may be due then (`owed`): `autoreset.Dealer` draws it from a seed, `place_belts` and
`place_dice` take it as given. These kernels are unchecked; test_lock_step compares them.
"""

import numpy as np

from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Numbers, Words
from kaiten.fast.sushi_roll.constants import DICE_EACH, NOBODY, ROUNDS
from kaiten.fast.sushi_roll.legal import count_moves, kth_move
from kaiten.fast.sushi_roll.scoring import score
from kaiten.fast.sushi_roll.state import (
    DRAW,
    NO_CHANCE,
    ROLL_ALL,
    ROUND_OVER,
    States,
    acting_seat,
    face_at,
    step,
    with_face,
)


@kernel
def step_all(games: States, moves: Numbers) -> None:
    """One move of the acting seat in each game, as `play.choose`. Games that are over, or owe chance, stay as they are."""
    for number in range(len(games)):
        game = games[number]
        if game.owed == NO_CHANCE and game.scored < ROUNDS:
            game.owed = step(game, moves[number])
            if game.owed == ROUND_OVER:
                game.owed = score(game)


@kernel
def _write_acting(games: States, out: Numbers) -> None:
    for number in range(len(games)):
        game = games[number]
        idle = game.owed != NO_CHANCE or game.scored == ROUNDS
        out[number] = NOBODY if idle else acting_seat(game)


def acting_seats(games: States) -> Numbers:
    """The acting seat of each game; NOBODY where chance is due, and when the game is over."""
    out = np.zeros(len(games), np.int64)
    _write_acting(games, out)
    return out


@kernel
def place_dice(games: States, shown: Words) -> None:
    """Settle rolls that are due with the faces of these belts, as `play.settle`."""
    for number in range(len(games)):
        game = games[number]
        for seat in range(len(game.belts)):
            due = game.owed if game.owed > 0 and seat == acting_seat(game) else -np.int64(game.owed == ROLL_ALL)
            for die in range(game.left):
                if due >> die & 1:
                    game.belts[seat] = with_face(game.belts[seat], die, face_at(shown[number, seat], die))
        if game.owed != DRAW:
            game.owed = NO_CHANCE


def place_belts(games: States, drawn: Words) -> None:
    """Where dice from the bag are due, a round's dice: belts with any face of each die's kind. They have to be rolled then."""
    due = games.owed == DRAW
    games.belts[due] = drawn[due]
    games.left[due], games.owed[due] = DICE_EACH[drawn.shape[1]], ROLL_ALL


@kernel
def _count_moves(games: States, acting: Numbers, out: Numbers) -> None:
    for number in range(len(games)):
        out[number] = 0 if acting[number] == NOBODY else count_moves(games[number])


def move_counts(games: States) -> Numbers:
    """The number of legal moves in each game; 0 where nobody acts."""
    out = np.zeros(len(games), np.int64)
    _count_moves(games, acting_seats(games), out)
    return out


@kernel
def _kth_moves(games: States, acting: Numbers, ks: Numbers, out: Numbers) -> None:
    for number in range(len(games)):
        out[number] = NOBODY if acting[number] == NOBODY else kth_move(games[number], ks[number])


def kth_moves(games: States, ks: Numbers) -> Numbers:
    """The k-th legal move in each game, as its number. Each k has to be below the count."""
    out = np.zeros(len(games), np.int64)
    _kth_moves(games, acting_seats(games), ks, out)
    return out
