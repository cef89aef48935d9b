"""Training for Sushi Roll by self-play, from nothing: the policy by its gradient (REINFORCE), and the win model from the same games.

The return of each choice of a round is the change of the seat's win probability by that round.
"""

from typing import NamedTuple

import numpy as np

from kaiten.fast.chance import below, lower, mixed, next_counter
from kaiten.fast.jit import kernel, part
from kaiten.fast.packed_counts import NOTHING, Bytes, Int, Numbers, Word
from kaiten.fast.sushi_roll import constants as roll
from kaiten.fast.sushi_roll import state
from kaiten.fast.sushi_roll.dice import draw_belt, roll_belt
from kaiten.fast.sushi_roll.state import State, States, acting_seat, face_at, new_games, seat_after
from kaiten.players import policy_gradient
from kaiten.players.categorical import sample, softmax
from kaiten.players.sushi_roll import policy
from kaiten.players.sushi_roll.policy import Features, Scratch, Scratches, Weights, cost_index, weight_indices
from kaiten.players.sushi_roll.rollout import play_move, roll_due
from kaiten.players.sushi_roll.win_model import evaluate
from kaiten.players.win_model import Model, points_ahead

POINT_RETURN = 0.01
"""What a point more than the best opponent adds to a return, so that lost games teach something, too."""
MOST_TERMS = 8192
"""More terms than a seat can have in a round: all tokens there are would have to be spent in it."""


class Trace(NamedTuple):
    """The gradient of the log-probabilities of a round's choices, by seat: how many terms, and the index of the weight of each."""

    terms: Numbers
    indices: Numbers
    gradients: Weights


@part
def add_term(trace: Trace, seat: Int, index: Int, gradient: float) -> None:
    at = trace.terms[seat]
    trace.indices[seat, at], trace.gradients[seat, at] = index, gradient
    trace.terms[seat] = at + 1


@part
def trace_choice(game: State, scratch: Scratch, features: Features, chosen: Int, number: Int, trace: Trace) -> None:
    """Add the gradient of the log-probability of a choice, whose logits have been through a softmax."""
    seat, players, faces = acting_seat(game), len(game.belts), scratch.other_logits
    menu, swap, row = 0.0, 0.0, 0
    faces[:] = 0.0
    for k in range(number):
        gradient, move = (1.0 if k == chosen else 0.0) - scratch.logits[k], scratch.moves[k]
        if move < roll.SWAPS_FROM:
            faces[face_at(game.belts[seat], move)] += gradient
        elif move < roll.MENUS_FROM:
            _, away, die = state.swapped(move)
            faces[face_at(game.belts[seat_after(seat, away, players)], die)] += gradient
            swap += gradient
            add_term(trace, seat, policy.HAS_MOVED + (away >= players - game.taken), gradient)
        else:
            for face in range(roll.FACES):
                faces[face] += gradient * scratch.best_face[row, face]
            menu += gradient
            row += 1
    add_term(trace, seat, cost_index(policy.MENU_COST, game.menus[seat], game), menu)
    add_term(trace, seat, cost_index(policy.SWAP_COST, game.chopsticks[seat], game), swap)
    for face in range(roll.FACES):
        if faces[face] != 0.0:
            for index in weight_indices(face, features, game.left - 1, game.scored):
                add_term(trace, seat, index, faces[face])


@kernel
def selfplay(
    counter: Word, weights: Weights, model: Model, games: States, scratches: Scratches, gradient: Weights, log: Weights
) -> Word:
    """Play games in the memory of the first of `games`, and add up the gradient; returns the next counter. Unchecked.

    `log` gets, by game, round and seat, points, puddings, menus and chopsticks after the first two rounds, and the shares of the win.
    """
    game, scratch, bag, players = games[0], scratches[0], np.copy(roll.DICE), log.shape[2]
    shape = players, MOST_TERMS
    trace = Trace(np.zeros(players, np.int64), np.zeros(shape, np.int64), np.zeros(shape))
    before, gained, returns = np.zeros(players), np.zeros(players, np.int64), np.zeros(players)
    for row in range(len(log)):
        state.reset(game)
        before[:] = 1.0 / players
        counter = next_counter(counter)
        game.red = below(lower(mixed(counter)), players)
        for number in range(roll.ROUNDS):
            counter = _play_round(counter, weights, bag, game, scratch, trace)
            gained[:] = game.scores
            evaluate(model, game, scratch.win)
            for seat in range(players):
                gained[seat] = game.scores[seat] - gained[seat]
                returns[seat], before[seat] = scratch.win[seat] - before[seat], scratch.win[seat]
                log[row, number, seat, 0] = game.scores[seat] if number < roll.ROUNDS - 1 else scratch.win[seat]
                if number < roll.ROUNDS - 1:
                    log[row, number, seat, 1] = game.puddings[seat]
                    log[row, number, seat, 2], log[row, number, seat, 3] = game.menus[seat], game.chopsticks[seat]
            for seat in range(players):
                total = returns[seat] + POINT_RETURN * points_ahead(gained, seat, players)
                for at in range(trace.terms[seat]):
                    gradient[trace.indices[seat, at]] += total * trace.gradients[seat, at]
                trace.terms[seat] = 0
    return counter


@part
def _play_round(counter: Word, weights: Weights, bag: Bytes, game: State, scratch: Scratch, trace: Trace) -> Word:
    """Deal a round, play it by sampling from the policy, and trace its choices; returns the next counter."""
    game.left = roll.DICE_EACH[len(game.belts)]
    for seat in range(len(game.belts)):
        counter, belt = draw_belt(counter, bag, seat * game.left, game.left, False)
        counter = next_counter(counter)
        game.belts[seat], game.kinds[seat] = roll_belt(belt, game.left, mixed(counter)), NOTHING
        for die in range(game.left):
            game.kinds[seat] += policy.DIE_OF_KIND[face_at(belt, die)]
    while game.left > 0:
        if game.owed == state.ROLL_ALL:
            counter = roll_due(counter, game)
        number, features = policy.write_options(weights, game, scratch)
        softmax(scratch.logits, number)
        counter = next_counter(counter)
        chosen = sample(scratch.logits, 0, number, 1.0, lower(mixed(counter)))
        trace_choice(game, scratch, features, chosen, number, trace)
        counter = play_move(counter, game, scratch.moves[chosen])
    return counter


class Training(policy_gradient.Training):
    """For Sushi Roll."""

    WEIGHTS = policy.WEIGHTS
    FIRST_MODEL = np.array([[0, 0, 0, 0, 0, 0], [0.15, 0.1, 0.2, -0.2, 0.1, 0.1], [0.1, 0.05, 0.1, -0.1, 0.1, 0.1]])
    """A first guess, by rounds left: points, puddings, the most of them, the fewest, menus, chopsticks."""
    LOGGED = 4
    SCALE = np.array([0.05, 0.3, 0.3, 0.3, 0.1, 0.1])

    def play(self, counter: Word, gradient: Weights, log: Weights) -> Word:
        games, scratches = new_games(self.players, 1), policy.new_scratch()
        return selfplay(counter, self.weights, self.model, games, scratches, gradient, log)
