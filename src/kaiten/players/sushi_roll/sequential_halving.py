"""Search by sequential halving: rollouts of every candidate move, then of the better half of them, and so on.

A rollout plays the round to its end by the policy; the win model values what comes after. All candidates get the same dice
(common random numbers), so that small differences show early. These kernels are unchecked.
"""

from kaiten.fast.chance import mixed, next_counter
from kaiten.fast.jit import kernel, part
from kaiten.fast.packed_counts import Int, Numbers, Word
from kaiten.fast.sushi_roll.constants import NOBODY, SWAPS_FROM
from kaiten.fast.sushi_roll.state import State, States, acting_seat, face_at, seat_after, with_face
from kaiten.players.sushi_roll import policy
from kaiten.players.sushi_roll.policy import Scratch, Scratches, Weights, append_move
from kaiten.players.sushi_roll.rollout import play_move, play_round
from kaiten.players.sushi_roll.win_model import evaluate
from kaiten.players.win_model import Model, payoff


@part
def write_candidates(weights: Weights, game: State, scratch: Scratch) -> Int:
    """Write the moves that a search tries, and their logits under the policy; returns how many there are.

    Dice with equal faces count once. A swap gives the die with the least logit for the opponent, or for the player if the
    opponent has had their turn.
    """
    seat, players, size = acting_seat(game), len(game.belts), game.left
    policy.write_face_logits(weights, game, seat, scratch.face_logits)
    policy.sort_faces(scratch)
    number: Int = 0
    seen: Int = 0
    if game.menus[seat] > 0:
        number = policy.append_menu(weights, game, scratch, number, NOBODY, 0)
    for die in range(size):
        face = face_at(game.belts[seat], die)
        if seen >> face & 1:
            continue
        seen |= 1 << face
        number = append_move(scratch, number, die, scratch.face_logits[face])
        if game.menus[seat] > 0 and size > 1:
            number = policy.append_menu(weights, game, scratch, number, die, 0)
    farthest = players if game.chopsticks[seat] > 0 else 1
    for away in range(1, farthest):
        other, has_moved, seen = seat_after(seat, away, players), away >= players - game.taken, 0
        mine = _least(scratch.face_logits, game.belts[seat], size, 0)
        if not has_moved:
            policy.write_face_logits(weights, game, other, scratch.other_logits)
            mine = _least(scratch.other_logits, game.belts[seat], size, mine)
        for die in range(size - has_moved):
            face = face_at(game.belts[other], die)
            if not seen >> face & 1:
                seen |= 1 << face
                number = policy.append_swap(weights, game, scratch, number, mine, away, die)
    return number


@part
def _least(logits: Weights, belt: Word, size: Int, least: Int) -> Int:
    """The die with the least logit; of equal ones `least`, then the first."""
    for die in range(size):
        if logits[face_at(belt, die)] < logits[face_at(belt, least)]:
            least = die
    return least


@part
def _keep_best(moves: Numbers, values: Weights, number: Int) -> Int:
    """Put the better half of `number` moves first, in order; returns how many these are."""
    kept = (number + 1) // 2
    for place in range(kept):
        best = place
        for k in range(place + 1, number):
            best = k if values[k] > values[best] else best
        moves[place], moves[best] = moves[best], moves[place]
        values[place], values[best] = values[best], values[place]
    return kept


@part
def _simulate(dice: Word, weights: Weights, model: Model, game: State, scratch: Scratch, move: Int) -> float:
    """The payoff of a move to the acting seat, in one rollout."""
    seat, last = acting_seat(game), game.left - 1
    if move < SWAPS_FROM:
        # The taken die leaves from the end of the belt, so that the others fall as they would after another move.
        belt = game.belts[seat]
        game.belts[seat] = with_face(with_face(belt, last, face_at(belt, move)), move, face_at(belt, last))
        move = last
    play_move(dice, game, move)
    play_round(dice, weights, game, scratch)
    evaluate(model, game, scratch.win)
    return payoff(scratch.win, game.scores, seat, len(game.belts))


@kernel
def search(
    counter: Word,
    weights: Weights,
    model: Model,
    games: States,
    scratches: Scratches,
    simulations: int,
    moves: Numbers,
    values: Weights,
) -> None:
    """Try moves of the first of `games`, and put the best one first. Unchecked.

    `values` start with the prior of each move, and get the sum of its payoffs. The second of `games` is memory for rollouts.
    """
    number: Int = len(moves)
    tried: Int = 0
    halvings = 1
    while 1 << halvings < number:
        halvings += 1
    while number > 1 and tried < simulations:
        times = max(1, simulations // (halvings * number))
        for _ in range(times):
            counter = next_counter(counter)
            for k in range(number):
                games[1] = games[0]
                values[k] += _simulate(mixed(counter), weights, model, games[1], scratches[0], moves[k])
        tried += times * number
        number = _keep_best(moves, values, number)
