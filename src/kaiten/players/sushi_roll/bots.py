"""Trained bots of Sushi Roll: `policy`, `search-10` (sequential halving), `champion` (more of it, and the exact endgame)."""

import numpy as np

from kaiten.fast.chance import seeded
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Int, Numbers
from kaiten.fast.sushi_roll import codec
from kaiten.fast.sushi_roll.state import States, new_games
from kaiten.kit.chance import RandomSource
from kaiten.players.budget import USUAL, Budget, within
from kaiten.players.sushi_roll.endgame import MOVES, STILL_TO_ACT, solve
from kaiten.players.sushi_roll.policy import DIE_OF_KIND, Scratches, Weights, new_scratch, write_options
from kaiten.players.sushi_roll.sequential_halving import search, write_candidates
from kaiten.players.weights import load_trained
from kaiten.sushi_roll import NAME, Move, View

SIMULATIONS, CANDIDATES = 600, 14
"""Of `search-10`, for each move: about five milliseconds with two players."""
PRIOR = 0.15
"""The policy's logit counts as some fifteen rollouts: a difference of one is a hundredth of a win in each."""
MANY_SIMULATIONS, MANY_CANDIDATES = 5_000, 24
"""Of the champion: about forty milliseconds a move with two players, eighty with five."""


def policy(view: View, source: RandomSource) -> Move:  # noqa: ARG001  (all bots get one)
    """The move of the largest logit."""
    moves, logits = rated_moves(view)
    return _move(view, moves[logits.argmax()])


def search_10(view: View, source: RandomSource) -> Move:
    """The best move of a search with a fixed number of simulations."""
    return search_move(view, source, SIMULATIONS, CANDIDATES)


def champion(view: View, source: RandomSource, budget: Budget = USUAL) -> Move:
    """The strongest play: exact at the end of a round, and a long search before it."""
    if sum([len(belt) for belt in view.belts]) <= STILL_TO_ACT and len(view.belts[view.seat or 0]) == 1:
        return solved(view)[0]
    return within(budget, MANY_SIMULATIONS, lambda number: search_move(view, source, number, MANY_CANDIDATES))


def search_move(view: View, source: RandomSource, simulations: int, widest: int) -> Move:
    """The best of the `widest` likeliest candidates; the same view, source and number of simulations give the same move."""
    moves, logits = rated_moves(view, for_search=True)
    likeliest = np.argsort(-logits, kind="stable")[:widest]
    moves, values = moves[likeliest], PRIOR * logits[likeliest]
    seed, learned = seeded(source.uniform(1 << 30)), load_trained(NAME, view.players)
    search(seed, learned.weights, learned.model, positions(view, 2), new_scratch(), simulations, moves, values)
    return _move(view, moves[0])


def solved(view: View) -> tuple[Move, Weights]:
    """The best move when one or two seats are still to act, with one die each; the values of taking, a menu and a swap."""
    values = np.zeros(3)
    solve(load_trained(NAME, view.players).model, positions(view, 3), values)
    return _move(view, MOVES[values.argmax()]), values


def rated_moves(view: View, *, for_search: bool = False) -> tuple[Numbers, Weights]:
    """The moves that the policy or a search considers, as numbers, and their logits."""
    scratch = new_scratch()
    number = _write_moves(load_trained(NAME, view.players).weights, positions(view, 1), scratch, for_search)
    return scratch.moves[0, :number], scratch.logits[0, :number]


def positions(view: View, copies: int) -> States:
    """What a view shows, for kernels; several times where memory is needed."""
    found = new_games(view.players, copies)
    codec.pack(view, found[0])
    found.kinds[0] = [DIE_OF_KIND[[*belt]].sum() for belt in view.belts]
    return found


def _move(view: View, number: Int) -> Move:
    return codec.move_of(int(number), view.seat or 0, view.players)


@kernel
def _write_moves(weights: Weights, games: States, scratches: Scratches, for_search: bool) -> Int:
    game, scratch = games[0], scratches[0]
    return write_candidates(weights, game, scratch) if for_search else write_options(weights, game, scratch)[0]
