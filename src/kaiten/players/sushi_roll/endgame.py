"""Exact endgame: the best move when one or two seats are still to act in a round, with one die each (expectimax).

The last seat takes its die, or pays menus as long as another roll is better on average. The last but one may also swap, and knows
what the last one will do. The win model values what comes after the round. Compared with a search through the rules by
test_bots_roll. These kernels are unchecked.
"""

import numpy as np

from kaiten.fast.jit import inlined, kernel, part
from kaiten.fast.packed_counts import Float, Int
from kaiten.fast.sushi_roll.constants import MENUS_FROM, ROLLED, SIDES, SWAPS_FROM
from kaiten.fast.sushi_roll.state import State, States, acting_seat, face_at, seat_after, take
from kaiten.players.sushi_roll.policy import Weights
from kaiten.players.sushi_roll.win_model import evaluate
from kaiten.players.win_model import Model, payoff

STILL_TO_ACT = 2
NEVER = -1e9
"""The value of a move that is not legal."""
_TAKE, _MENU, _SWAP = 0, MENUS_FROM, SWAPS_FROM


@inlined
def _pay(game: State, seat: Int, menus: Int, chopsticks: Int) -> None:
    """Put tokens back into the supply."""
    game.menus[seat] -= menus
    game.chopsticks[seat] -= chopsticks
    game.supply[0] += menus
    game.supply[1] += chopsticks


@inlined
def _side_of(face: Int) -> Int:
    """A side of its die that shows a face."""
    side = 0
    while ROLLED[face * SIDES + side] != face:
        side += 1
    return side


@part
def _solve_last(model: Model, games: States, seat: Int, face: Int, other: Int, out: Weights) -> Float:
    """Values for the last seat and for another one, by the side that the last seat's die shows.

    `out` has a row for each of the two, and one for what the last seat gets if it takes the die. Returns the value of another roll
    to the last seat, or NEVER. The second of `games` is the state, the third is memory.
    """
    menus, win = games[1].menus[seat], np.zeros(len(games[1].belts))
    again, theirs = NEVER, NEVER
    for held in range(menus + 1):
        if held > 0:
            again, theirs = 0.0, 0.0
            for side in range(SIDES):
                again += out[0, side] / SIDES
                theirs += out[1, side] / SIDES
        for side in range(SIDES):
            games[2] = games[1]
            game = games[2]
            _pay(game, seat, menus - held, 0)
            take(game, seat, np.int64(ROLLED[face * SIDES + side]))
            evaluate(model, game, win)
            out[2, side] = payoff(win, game.scores, seat, len(win))
            out[0, side], out[1, side] = again, theirs
            if out[2, side] >= again:
                out[0, side], out[1, side] = out[2, side], payoff(win, game.scores, other, len(win))
    return again


@inlined
def _reroll_value(best: Weights, used: Int, paid: Int, a: Int, b: Int) -> Float:
    """The mean over the sides of the own die, with one more menu used: the second die after an odd number of swaps."""
    total = 0.0
    for side in range(SIDES):
        total += best[used + 1, paid, a, side] if paid & 1 else best[used + 1, paid, side, b]
    return total / SIDES


@part
def _write_takes(model: Model, games: States, used: Int, paid: Int, best: Weights, worth: Weights) -> None:
    """Write the values of taking, by the sides of both dice, after so many menus and chopsticks."""
    seat, players = acting_seat(games[0]), len(games[0].belts)
    other = seat_after(seat, 1, players)
    mine, theirs = face_at(games[0].belts[seat], 0), face_at(games[0].belts[other], 0)
    if paid & 1:
        mine, theirs = theirs, mine
    for side in range(SIDES):
        games[1] = games[0]
        _pay(games[1], seat, used, paid)
        take(games[1], seat, np.int64(ROLLED[mine * SIDES + side]))
        _solve_last(model, games, other, theirs, seat, worth)
        for their_side in range(SIDES):
            if paid & 1:
                best[used, paid, their_side, side] = worth[1, their_side]
            else:
                best[used, paid, side, their_side] = worth[1, their_side]


@kernel
def solve(model: Model, games: States, values: Weights) -> Int:
    """The best move in the first of three games, as its number; the others are memory. Unchecked.

    `values` get what it is worth to take, to pay a menu and to swap.
    """
    root, worth = games[0], np.zeros((3, SIDES))
    seat, players = acting_seat(root), len(root.belts)
    other = seat_after(seat, 1, players)
    face, theirs = face_at(root.belts[seat], 0), face_at(root.belts[other], 0)
    values[0] = values[1] = values[2] = NEVER
    if root.taken == players - 1:
        games[1] = root
        values[1] = _solve_last(model, games, seat, face, seat, worth)
        values[0] = worth[2, _side_of(face)]
        return _TAKE if values[0] >= values[1] else _MENU
    menus, chopsticks, a, b = root.menus[seat], root.chopsticks[seat], _side_of(face), _side_of(theirs)
    # By menus and chopsticks used, and by the sides of the two dice: the own one at first, and the other seat's.
    best = np.zeros((menus + 1, chopsticks + 1, SIDES, SIDES))
    for state in range((menus + 1) * (chopsticks + 1) - 1, -1, -1):
        paid, used = state // (menus + 1), state % (menus + 1)
        _write_takes(model, games, used, paid, best, worth)
        values[0] = best[used, paid, a, b]
        for sides in range(SIDES * SIDES):
            one, two = sides // SIDES, sides % SIDES
            if paid < chopsticks:
                best[used, paid, one, two] = max(best[used, paid, one, two], best[used, paid + 1, one, two])
            if used < menus:
                best[used, paid, one, two] = max(best[used, paid, one, two], _reroll_value(best, used, paid, one, two))
    if menus > 0:
        values[1] = _reroll_value(best, 0, 0, a, b)
    if chopsticks > 0:
        values[2] = best[0, 1, a, b]
    if values[0] >= values[1] and values[0] >= values[2]:
        return _TAKE
    return _MENU if values[1] >= values[2] else _SWAP
