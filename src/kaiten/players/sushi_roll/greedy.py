"""Greedy: a bot that maximises its points if round and game ended now."""

from kaiten.kit.chance import RandomSource
from kaiten.kit.seats import put
from kaiten.players.bot import best
from kaiten.players.sushi_roll.regular import face_of
from kaiten.sushi_roll import Move, Swap, View, pudding_points, score_round, token_points
from kaiten.sushi_roll.dice import CHOPSTICKS_ICONS, MENU_ICONS, PUDDING_ICONS


def greedy(view: View, source: RandomSource) -> Move:
    """The move with the most points at once."""
    return best(view.legal, lambda move: _points(view, view.seat or 0, move), source)


def _points(view: View, seat: int, move: Move) -> float:
    """The points of this seat if it took the die, or the one that a swap brings, and round and game ended then."""
    face, paid = face_of(view, move), isinstance(move, Swap)
    if face is None:
        return -1000.0  # what a menu rolls is not points now
    menus, chopsticks, puddings = view.supply
    points = score_round(put(view.trays, seat, (*view.trays[seat], face)))[seat]
    held = view.puddings[seat] + min(PUDDING_ICONS[face], puddings)
    points += pudding_points(put(view.puddings, seat, held))[seat]
    menus = view.menus[seat] + min(MENU_ICONS[face], menus)
    chopsticks = view.chopsticks[seat] - paid + min(CHOPSTICKS_ICONS[face], chopsticks + paid)
    points += token_points(menus, chopsticks)
    return points - 0.1 * paid  # a swap is never a tie with taking a die
