"""Rollouts: a round played to its end by the policy. These kernels are unchecked."""

from kaiten.fast.jit import part
from kaiten.fast.packed_counts import Int, U, Word, plus
from kaiten.fast.sushi_roll import state
from kaiten.fast.sushi_roll.constants import MENUS_FROM, SWAPS_FROM
from kaiten.fast.sushi_roll.dice import roll
from kaiten.fast.sushi_roll.state import State, acting_seat, face_at, seat_after, slide, step, swapped
from kaiten.players.sushi_roll.policy import DIE_OF_KIND, Scratch, Weights, write_options

_SEATS, _STREAM = 8, U(40)


@part
def roll_due(counter: Word, game: State) -> Word:
    """Roll the dice that are due; returns the next counter."""
    counter = roll(counter, game, game.owed)
    game.owed = state.NO_CHANCE
    return counter


@part
def play_move(counter: Word, game: State, move: Int) -> Word:
    """A step that keeps `kinds` up to date and rolls the dice of a menu; returns the next counter. Compared by test_bots_roll."""
    seat = acting_seat(game)
    belt = game.belts[seat]
    if move < SWAPS_FROM:
        game.kinds[seat] -= DIE_OF_KIND[face_at(belt, move)]
    elif move < MENUS_FROM:
        mine, away, die = swapped(move)
        other = seat_after(seat, away, len(game.belts))
        given, got = DIE_OF_KIND[face_at(belt, mine)], DIE_OF_KIND[face_at(game.belts[other], die)]
        game.kinds[seat] = game.kinds[seat] - given + got
        game.kinds[other] = game.kinds[other] - got + given
    game.owed = step(game, move)
    if game.owed == state.ROLL_ALL:
        slide(game.kinds)
    return roll_due(counter, game) if game.owed > 0 else counter


@part
def play_round(start: Word, weights: Weights, game: State, scratch: Scratch) -> None:
    """Play a round to its end, each seat with the move of the largest logit; a turn or a slide has a random stream of its own."""
    while game.left > 0:
        if game.owed == state.ROLL_ALL:
            roll_due(plus(start, U(game.left * _SEATS + len(game.belts)) << _STREAM), game)
        counter, move = plus(start, U(game.left * _SEATS + game.taken) << _STREAM), SWAPS_FROM
        while move >= SWAPS_FROM:
            number, _ = write_options(weights, game, scratch)
            best = 0
            for k in range(1, number):
                best = k if scratch.logits[k] > scratch.logits[best] else best
            move = scratch.moves[best]
            counter = play_move(counter, game, move)
