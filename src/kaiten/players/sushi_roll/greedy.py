"""Greedy: the most points now, with no thought for later."""

from kaiten.kit.chance import RandomSource
from kaiten.kit.seats import put
from kaiten.players.bot import best
from kaiten.sushi_roll import Face, Move, Swap, Take, View, pudding_points, score_round, token_points
from kaiten.sushi_roll.dice import CHOPSTICKS_ICONS, MENU_ICONS, PUDDING_ICONS


def greedy(view: View, source: RandomSource) -> Move:
    """The die after which the player would have most points if round and game ended now, swapped for where it pays."""
    seat = view.seat or 0

    def points(move: Move) -> float:
        if isinstance(move, Take):
            return _points(view, seat, view.belts[seat][move.die], paid=0)
        if isinstance(move, Swap):
            # A swap is worth the die that it lets one take next, and never a tie.
            return _points(view, seat, view.belts[move.seat][move.theirs], paid=1) - 0.1
        return -1000.0  # what a menu rolls is not points now

    return best(view.legal, points, source)


def _points(view: View, seat: int, face: Face, *, paid: int) -> int:
    """The points of this seat with one more die on its tray."""
    menus, chopsticks, puddings = view.supply
    points = score_round(put(view.trays, seat, (*view.trays[seat], face)))[seat]
    held = view.puddings[seat] + min(PUDDING_ICONS[face], puddings)
    points += pudding_points(put(view.puddings, seat, held))[seat]
    return points + token_points(
        view.menus[seat] + min(MENU_ICONS[face], menus),
        view.chopsticks[seat] - paid + min(CHOPSTICKS_ICONS[face], chopsticks + paid),
    )
