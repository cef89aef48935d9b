"""Exact endgame (expectimax): the best move when one or two seats are still to act in a round, with one die each.

The last seat takes its die, or pays menus as long as another roll is better on average. The last but one may also swap, and knows
what the last one will do. Compared with a search through the rules by test_bots_roll. These kernels are unchecked.
"""

import numpy as np

from kaiten.fast.jit import inlined, kernel, part
from kaiten.fast.packed_counts import Float, Int
from kaiten.fast.sushi_roll.constants import FACES, MENUS_FROM, ROLLED, SIDES, SWAPS_FROM
from kaiten.fast.sushi_roll.state import State, States, acting_seat, face_at, seat_after, take
from kaiten.players.sushi_roll.policy import Weights
from kaiten.players.sushi_roll.win_model import evaluate
from kaiten.players.win_model import Model, payoff

STILL_TO_ACT = 2
MOVES = np.array([0, MENUS_FROM, SWAPS_FROM])
"""To take, to pay a menu, to swap."""
NEVER = -1e9
"""The value of a move that is not legal."""
_ROLLED = ROLLED.astype(np.int64).reshape(FACES, SIDES)
"""By face: the faces of its die, by side."""
_SIDE_OF = (np.arange(FACES)[:, None] == _ROLLED).argmax(axis=1)
"""By face: the first side of its die that shows it."""


@inlined
def _pay_and_take(game: State, seat: Int, menus: Int, chopsticks: Int, face: Int) -> None:
    """Put tokens back into the supply, and take a die."""
    game.menus[seat] -= menus
    game.chopsticks[seat] -= chopsticks
    game.supply[0] += menus
    game.supply[1] += chopsticks
    take(game, seat, face)


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
            _pay_and_take(game, seat, menus - held, 0, _ROLLED[face, side])
            evaluate(model, game, win)
            out[2, side] = payoff(win, game.scores, seat, len(win))
            out[0, side], out[1, side] = again, theirs
            if out[2, side] >= again:
                out[0, side], out[1, side] = out[2, side], payoff(win, game.scores, other, len(win))
    return again


@kernel
def solve(model: Model, games: States, values: Weights) -> None:
    """Write the values of the `MOVES` in the first of three games; the others are memory. Unchecked."""
    root, last = games[0], np.zeros((3, SIDES))
    seat, players = acting_seat(root), len(root.belts)
    other = seat_after(seat, 1, players)
    face, their_face = face_at(root.belts[seat], 0), face_at(root.belts[other], 0)
    if root.taken == players - 1:
        games[1] = root
        values[1] = _solve_last(model, games, seat, face, seat, last)
        values[0], values[2] = last[2, _SIDE_OF[face]], NEVER
        return
    menus, chopsticks, mine, theirs = root.menus[seat], root.chopsticks[seat], _SIDE_OF[face], _SIDE_OF[their_face]
    # By menus and chopsticks used (one more of each than there are), and by the sides of the own die and of the other.
    best = np.full((menus + 2, chopsticks + 2, SIDES, SIDES), NEVER)
    # Before the own die is rolled.
    expected = np.full((menus + 2, chopsticks + 2, SIDES), NEVER)
    for state in range((menus + 1) * (chopsticks + 1) - 1, -1, -1):
        paid, used = state // (menus + 1), state % (menus + 1)
        own, left = (their_face, face) if paid & 1 else (face, their_face)  # an odd number of swaps exchanges the dice
        for side in range(SIDES):
            games[1] = root
            _pay_and_take(games[1], seat, used, paid, _ROLLED[own, side])
            _solve_last(model, games, other, left, seat, last)
            best[used, paid, side] = last[1]
        values[0] = best[0, 0, mine, theirs]
        for b in range(SIDES):
            total = 0.0
            for a in range(SIDES):
                move = max(best[used, paid + 1, b, a], expected[used + 1, paid, b])
                best[used, paid, a, b] = max(best[used, paid, a, b], move)
                total += best[used, paid, a, b]
            expected[used, paid, b] = total / SIDES
    values[1], values[2] = expected[1, 0, theirs], best[0, 1, theirs, mine]
