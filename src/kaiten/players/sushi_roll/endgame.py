"""The end of a round, exactly: what is best when one or two players are still to act, with one die each.

Whoever is last takes the die, or pays a menu and rolls it again as long as that is better on the average. Whoever is last but one
may also swap, and knows what the last one will do. What comes after the round is in the model of the chance to win. Compared with
a search through the rules by test_bots_roll. These kernels are unchecked.
"""

import numpy as np

from kaiten.fast.jit import kernel, part
from kaiten.fast.packed_counts import NOTHING, Float, Int, Numbers, U, Words
from kaiten.fast.sushi_roll.constants import MENUS_FROM, ROLLED, SIDES, SWAPS_FROM
from kaiten.fast.sushi_roll.moves import after, face_at
from kaiten.players.sushi_roll.policy import Weights
from kaiten.players.sushi_roll.rollout import act
from kaiten.players.sushi_roll.win_model import Model, prospects, value

STILL_TO_ACT = 2
_TAKE, _MENU = 0, MENUS_FROM
_MENUS, _CHOPSTICKS = 3, 4
"""Rows of a seat's numbers."""


@part
def _taken(face: Int, seat: Int, belts: Words, kinds: Words, trays: Words, numbers: Numbers, players: Int) -> None:
    """Somebody's only die, showing this face, goes to their tray."""
    belts[0, seat] = U(face)
    act(
        NOTHING,
        np.int64(_TAKE),
        seat,
        np.int64(1),
        belts,
        kinds,
        trays,
        numbers[0:1],
        numbers[1:2],
        numbers[_MENUS : _MENUS + 1],
        numbers[_CHOPSTICKS : _CHOPSTICKS + 1],
        numbers[5:6],
        players,
    )


@part
def _last(
    model: Model,
    trays: Words,
    numbers: Numbers,
    seat: Int,
    face: Int,
    other: Int,
    number: Int,
    players: Int,
    out: Weights,
) -> Float:
    """What it is worth to the last player, and to another one, that the last one's die shows each of its sides.

    `out` has a row for each of the two, and one for what it is worth to the last one to take the die at once. Returns what it is
    worth to them to pay a menu; less than anything without one.
    """
    belts, kinds = np.zeros((1, players), np.uint64), np.zeros((1, players), np.uint64)
    icons, chances = np.zeros(players, np.int64), np.zeros(players)
    again = theirs = -1e9
    for held in range(numbers[_MENUS, seat] + 1):
        if held > 0:
            again = theirs = 0.0
            for side in range(SIDES):
                again += out[0, side] / SIDES
                theirs += out[1, side] / SIDES
        for side in range(SIDES):
            lying, now = trays.copy(), numbers.copy()
            now[_MENUS, seat] = held
            _taken(np.int64(ROLLED[face * SIDES + side]), seat, belts, kinds, lying, now, players)
            value(
                model,
                lying,
                now[0:1],
                now[1:2],
                now[2:3],
                now[_MENUS : _MENUS + 1],
                now[_CHOPSTICKS : _CHOPSTICKS + 1],
                now[5:6],
                icons,
                number,
                players,
                chances,
            )
            own = prospects(chances, now[2:3], seat, players)
            out[2, side] = own
            if own >= again:
                out[0, side], out[1, side] = own, prospects(chances, now[2:3], other, players)
            else:
                out[0, side], out[1, side] = again, theirs
    return again


@kernel
def end(
    model: Model,
    all_belts: Words,
    trays: Words,
    numbers: Numbers,
    seat: int,
    red: int,
    number: int,
    values: Weights,
) -> Int:
    """The best move at the end of a round, as its number. Unchecked.

    `values` gets what it is worth to take, to pay a menu and to swap; what cannot be done is worth less than anything.
    """
    players = trays.shape[1]
    face, other = face_at(all_belts[0, seat], 0), after(seat, players)
    taken = (seat - red + players) % players
    belts, kinds = np.zeros((1, players), np.uint64), np.zeros((1, players), np.uint64)
    worth = np.zeros((3, SIDES))
    values[0] = values[1] = values[2] = -1e9
    if taken == players - 1:
        values[1] = _last(model, trays, numbers, seat, face, seat, number, players, worth)
        for side in range(SIDES):
            if ROLLED[face * SIDES + side] == face:
                values[0] = worth[2, side]
        return _TAKE if values[0] >= values[1] else _MENU
    theirs = face_at(all_belts[0, other], 0)
    menus, chopsticks = numbers[_MENUS, seat], numbers[_CHOPSTICKS, seat]
    # By menus and chopsticks held, and by the sides of the die that was mine and of the one that was theirs.
    best = np.zeros((menus + 1, chopsticks + 1, SIDES, SIDES))
    for paid in range(chopsticks, -1, -1):
        swapped = paid & 1
        for used in range(menus, -1, -1):
            mine, given = (theirs, face) if swapped else (face, theirs)
            for side in range(SIDES):
                lying, now = trays.copy(), numbers.copy()
                now[_MENUS, seat], now[_CHOPSTICKS, seat] = menus - used, chopsticks - paid
                shown = np.int64(ROLLED[mine * SIDES + side])
                _taken(shown, seat, belts, kinds, lying, now, players)
                _last(model, lying, now, other, given, seat, number, players, worth)
                for their_side in range(SIDES):
                    if swapped:
                        best[used, paid, their_side, side] = worth[1, their_side]
                    else:
                        best[used, paid, side, their_side] = worth[1, their_side]
            root = used == 0 and paid == 0
            for a in range(SIDES):
                for b in range(SIDES):
                    here = root and ROLLED[face * SIDES + a] == face and ROLLED[theirs * SIDES + b] == theirs
                    if here:
                        values[0] = best[used, paid, a, b]
                    if paid < chopsticks:
                        swap = best[used, paid + 1, a, b]
                        if here:
                            values[2] = swap
                        best[used, paid, a, b] = max(best[used, paid, a, b], swap)
                    if used < menus:
                        again = 0.0
                        for side in range(SIDES):
                            again += best[used + 1, paid, a, side] if swapped else best[used + 1, paid, side, b]
                        again /= SIDES
                        if here:
                            values[1] = again
                        best[used, paid, a, b] = max(best[used, paid, a, b], again)
    if values[0] >= values[1] and values[0] >= values[2]:
        return _TAKE
    return _MENU if values[1] >= values[2] else SWAPS_FROM
