"""Rollouts: a round played to its end by the policy. These kernels are unchecked."""

from kaiten.fast.jit import inlined, part
from kaiten.fast.packed_counts import Int, U, Word, plus
from kaiten.fast.sushi_roll.constants import MENUS_FROM, SWAPS_FROM
from kaiten.fast.sushi_roll.dice import roll
from kaiten.fast.sushi_roll.state import (
    NO_CHANCE,
    ROLL_ALL,
    State,
    acting_seat,
    face_at,
    seat_after,
    slide,
    step,
    swapped,
)
from kaiten.players.sushi_roll.policy import Scratch, Weights, one_of, write_face_logits, write_options

_SEATS, _STREAM = 8, U(40)


@part
def roll_due(counter: Word, game: State) -> Word:
    """Roll the dice that are due; returns the next counter."""
    counter = roll(counter, game, game.owed)
    game.owed = NO_CHANCE
    return counter


@part
def play_move(counter: Word, game: State, move: Int) -> Word:
    """A step, with the kinds of dice on the belts and the roll of a menu; returns the next counter.

    After a slide the roll is due, and when `left` is 0 the round is over. Compared by test_bots_roll.
    """
    seat = acting_seat(game)
    belt = game.belts[seat]
    if move < SWAPS_FROM:
        game.kinds[seat] -= one_of(face_at(belt, move))
    elif move < MENUS_FROM:
        mine, away, die = swapped(move)
        other = seat_after(seat, away, len(game.belts))
        given, got = one_of(face_at(belt, mine)), one_of(face_at(game.belts[other], die))
        game.kinds[seat] = game.kinds[seat] - given + got
        game.kinds[other] = game.kinds[other] - got + given
    game.owed = step(game, move)
    if game.owed == ROLL_ALL:
        slide(game.kinds)
    elif game.owed > 0:
        counter = roll_due(counter, game)
    return counter


@inlined
def _stream(start: Word, game: State, turn: Int) -> Word:
    """The first counter of a turn, or of the roll after a slide (`turn` is the number of seats then)."""
    return plus(start, U(game.left * _SEATS + turn) << _STREAM)


@part
def play_round(start: Word, weights: Weights, game: State, scratch: Scratch) -> None:
    """Play a round to its end, each seat with the move of the largest logit.

    Each turn and each slide has a random stream of its own, whatever the turns before have used.
    """
    while game.left > 0:
        if game.owed == ROLL_ALL:
            roll_due(_stream(start, game, len(game.belts)), game)
        counter, move = _stream(start, game, game.taken), SWAPS_FROM
        while move >= SWAPS_FROM:
            write_face_logits(weights, game, acting_seat(game), scratch.face_logits)
            number, best = write_options(weights, game, scratch), 0
            for k in range(1, number):
                best = k if scratch.logits[k] > scratch.logits[best] else best
            move = scratch.moves[best]
            counter = play_move(counter, game, move)
