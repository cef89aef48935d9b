"""Search by sequential halving: rollouts of every candidate move, then of the better half of them, and so on.

A rollout plays the round to its end by the policy; the win model values what comes after. All candidates get the same dice
(common random numbers), so that small differences show early. These kernels are unchecked.
"""

from kaiten.fast.chance import mixed, next_counter
from kaiten.fast.jit import kernel, part
from kaiten.fast.packed_counts import Int, Numbers, Word
from kaiten.fast.sushi_roll.constants import FARTHEST, MENUS_FROM, MOST_DICE, NOBODY, SWAPS_FROM
from kaiten.fast.sushi_roll.state import State, States, acting_seat, face_at, seat_after, with_face
from kaiten.players.sushi_roll.policy import (
    HAS_MOVED,
    SWAP_COST,
    Scratch,
    Scratches,
    Weights,
    cost_index,
    menu_logit,
    sort_faces,
    write_face_logits,
)
from kaiten.players.sushi_roll.rollout import play_move, play_round
from kaiten.players.sushi_roll.win_model import evaluate
from kaiten.players.win_model import Model, payoff


@part
def write_candidates(weights: Weights, game: State, scratch: Scratch) -> Int:
    """Write the moves that a search tries, and their logits under the policy; returns how many there are.

    Dice with equal faces count once. A swap gives the die with the least logit for the opponent, or for the player if the
    opponent has had their turn.
    """
    seat, players, size, logits = acting_seat(game), len(game.belts), game.left, scratch.face_logits
    write_face_logits(weights, game, seat, logits)
    sort_faces(scratch)
    belt, everything = game.belts[seat], (1 << size) - 1
    number: Int = 0
    seen: Int = 0
    if game.menus[seat] > 0:
        scratch.moves[number] = MENUS_FROM + everything - 1
        scratch.logits[number] = menu_logit(weights, game, scratch, NOBODY, 0)
        number += 1
    for die in range(size):
        face = face_at(belt, die)
        if seen >> face & 1:
            continue
        seen |= 1 << face
        scratch.moves[number], scratch.logits[number] = die, logits[face]
        number += 1
        if game.menus[seat] > 0 and size > 1:
            scratch.moves[number] = MENUS_FROM + (everything ^ (1 << die)) - 1
            scratch.logits[number] = menu_logit(weights, game, scratch, face, 0)
            number += 1
    farthest = players if game.chopsticks[seat] > 0 else 1
    for away in range(1, farthest):
        number = _write_swaps(weights, game, scratch, away, number)
    return number


@part
def _write_swaps(weights: Weights, game: State, scratch: Scratch, away: Int, number: Int) -> Int:
    """Write the swaps with an opponent; returns how many candidates there are then."""
    seat, players = acting_seat(game), len(game.belts)
    other, moved = seat_after(seat, away, players), away >= players - game.taken
    belt, theirs = game.belts[seat], game.belts[other]
    mine = _least(scratch.face_logits, belt, game.left, 0)
    if not moved:
        write_face_logits(weights, game, other, scratch.other_logits)
        mine = _least(scratch.other_logits, belt, game.left, mine)
    cost = weights[cost_index(SWAP_COST, game.chopsticks[seat], game)]
    seen: Int = 0
    for die in range(game.left - moved):
        face = face_at(theirs, die)
        if not seen >> face & 1:
            seen |= 1 << face
            scratch.moves[number] = SWAPS_FROM + (mine * FARTHEST + away - 1) * MOST_DICE + die
            scratch.logits[number] = scratch.face_logits[face] + cost + weights[HAS_MOVED + moved]
            number += 1
    return number


@part
def _least(logits: Weights, belt: Word, size: Int, least: Int) -> Int:
    """The die with the least logit; of equal ones `least`, then the first."""
    for die in range(size):
        if logits[face_at(belt, die)] < logits[face_at(belt, least)]:
            least = die
    return least


@part
def keep_best(moves: Numbers, values: Weights, number: Int, kept: Int) -> Int:
    """Put the best moves first, in order; returns how many are kept."""
    kept = min(kept, number)
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
        number = keep_best(moves, values, number, (number + 1) // 2)
