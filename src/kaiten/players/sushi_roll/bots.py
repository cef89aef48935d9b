"""Trained bots: `policy` plays the move of the largest logit, `search-10` searches by sequential halving, and so does the
`champion`, longer, with an exact endgame. They see a view and nothing else.
"""

import numpy as np

from kaiten.fast.chance import seeded
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Int, Numbers
from kaiten.fast.sushi_roll import codec
from kaiten.fast.sushi_roll.state import States, acting_seat, new_games
from kaiten.kit.chance import RandomSource
from kaiten.players.budget import USUAL, Budget, within
from kaiten.players.sushi_roll.endgame import STILL_TO_ACT, solve
from kaiten.players.sushi_roll.policy import (
    DIE_OF_KIND,
    Scratches,
    Weights,
    new_scratch,
    write_face_logits,
    write_options,
)
from kaiten.players.sushi_roll.sequential_halving import search, write_candidates
from kaiten.players.weights import Trained, load_trained
from kaiten.sushi_roll import NAME, Move, View

SIMULATIONS, CANDIDATES = 600, 14
"""Of `search-10`, for each move: about five milliseconds with two players."""
PRIOR = 0.15
"""The policy's logit counts as some fifteen rollouts: a difference of one is a hundredth of a win in each."""
MANY_SIMULATIONS, MANY_CANDIDATES = 5_000, 24
"""Of the champion: about forty milliseconds a move with two players, eighty with five."""


def trained(players: int) -> Trained:
    """The shipped weights for this number of players."""
    return load_trained(NAME, players)


def policy(view: View, source: RandomSource) -> Move:  # noqa: ARG001  (all bots get one)
    """The move of the largest logit."""
    moves, logits = options(view)
    return _move(view, moves[logits.argmax()])


def search_10(view: View, source: RandomSource) -> Move:
    """The best move by a search with a fixed number of simulations."""
    return searched(view, source, SIMULATIONS, CANDIDATES)


def champion(view: View, source: RandomSource, budget: Budget = USUAL) -> Move:
    """The strongest: exact at the end of a round, and a long search before it."""
    if sum([len(belt) for belt in view.belts]) <= STILL_TO_ACT and len(view.belts[view.seat or 0]) == 1:
        return solved(view)[0]
    return within(budget, MANY_SIMULATIONS, lambda simulations: searched(view, source, simulations, MANY_CANDIDATES))


def searched(view: View, source: RandomSource, simulations: int, widest: int) -> Move:
    """The best of the `widest` likeliest candidates; the same view, source and number of simulations give the same move."""
    moves, logits = candidates(view)
    likeliest = np.argsort(-logits, kind="stable")[:widest]
    moves, values = moves[likeliest], PRIOR * logits[likeliest]
    seed, learned = seeded(source.uniform(1 << 30)), trained(view.players)
    search(seed, learned.weights, learned.model, positions(view, 2), new_scratch(), simulations, moves, values)
    return _move(view, moves[0])


def solved(view: View) -> tuple[Move, Weights]:
    """The best move when one or two seats are still to act, with one die each; the values of taking, a menu and a swap."""
    values = np.zeros(3)
    return _move(view, solve(trained(view.players).model, positions(view, 3), values)), values


def options(view: View) -> tuple[Numbers, Weights]:
    """The moves that the policy considers, as numbers, and their logits."""
    scratch = new_scratch()
    number = _write_options(trained(view.players).weights, positions(view, 1), scratch)
    return scratch.moves[0, :number], scratch.logits[0, :number]


def candidates(view: View) -> tuple[Numbers, Weights]:
    """The same for the moves that a search considers."""
    scratch = new_scratch()
    number = _write_candidates(trained(view.players).weights, positions(view, 1), scratch)
    return scratch.moves[0, :number], scratch.logits[0, :number]


def positions(view: View, copies: int) -> States:
    """What a view shows, for kernels; several times where memory is needed."""
    found = new_games(view.players, copies)
    codec.pack(view, found[0])
    found.kinds[0] = [sum([DIE_OF_KIND[face] for face in belt]) for belt in view.belts]
    return found


def _move(view: View, number: Int) -> Move:
    return codec.move_of(int(number), view.seat or 0, view.players)


@kernel
def _write_options(weights: Weights, games: States, scratches: Scratches) -> Int:
    write_face_logits(weights, games[0], acting_seat(games[0]), scratches[0].face_logits)
    return write_options(weights, games[0], scratches[0])


@kernel
def _write_candidates(weights: Weights, games: States, scratches: Scratches) -> Int:
    return write_candidates(weights, games[0], scratches[0])
