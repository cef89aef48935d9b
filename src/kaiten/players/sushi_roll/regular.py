"""Regular: a player with sensible plans.

It asks of each die what it will probably be worth by the end of the round, re-rolls when the expected best of the new
dice beats the best of the old by more than a menu is worth, and swaps when somebody else's die is worth the chopsticks.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kaiten.kit.chance import RandomSource
from kaiten.kit.seats import put
from kaiten.players import heuristics
from kaiten.players.bot import best
from kaiten.players.heuristics import margin
from kaiten.sushi_roll import Face, Kind, Move, Swap, Take, View, tables
from kaiten.sushi_roll.dice import (
    BY_CODE,
    CHOPSTICKS_ICONS,
    DIP,
    FACES,
    MAKI_ICONS,
    MENU_ICONS,
    NIGIRI,
    PUDDING_ICONS,
)
from kaiten.sushi_roll.scoring import maki_icons

_SETS = {
    Face.TEMPURA: tables.TEMPURA_POINTS,
    Face.SASHIMI: tables.SASHIMI_POINTS,
    Face.DUMPLING: tables.DUMPLING_POINTS,
}
# How easily a face that is wanted turns up, with several dice to a belt and a menu now and then.
_EASE = {Face.TEMPURA: 0.6, Face.SASHIMI: 0.45, Face.DUMPLING: 0.7}


def regular(view: View, source: RandomSource) -> Move:
    """The action with the best prospects."""
    return best(view.legal, Situation.of(view).worth, source)


@dataclass(frozen=True, slots=True)
class Situation:
    """What the player has worked out before looking at single actions."""

    view: View
    seat: int
    left: int
    """Turns left this round after this one."""
    gains: tuple[float, ...]
    """What each face would be worth to take now."""
    token: float
    """What a menu or chopsticks is worth to keep."""

    @classmethod
    def of(cls, view: View) -> "Situation":
        seat = view.seat or 0
        left = view.cycles - view.cycle
        turns_to_come = (tables.ROUNDS - view.round) * view.cycles + left
        # A token saved is half a point at the end, and before that a chance to do better than the dice.
        token = 0.5 + 0.7 * min(1.0, turns_to_come / (2 * (view.menus[seat] + view.chopsticks[seat]) + 1))
        gains = tuple([_gain(view, seat, face, left, token) for face in Face])
        return cls(view, seat, left, gains, token)

    def worth(self, move: Move) -> float:
        belt = self.view.belts[self.seat]
        if isinstance(move, Take):
            return self.gains[belt[move.die]]
        if isinstance(move, Swap):
            theirs = self.view.belts[move.seat]
            return self.gains[theirs[move.theirs]] - self.token + 0.1 * self._spoiled(move.seat, move.theirs)
        # All dice but one, or all: to leave more dice lying only makes the roll poorer.
        if len(move.dice) < len(belt) - 1:
            return -1000.0
        kept = [self.gains[face] for die, face in enumerate(belt) if die not in move.dice]
        return self._expected_best([belt[die].kind for die in move.dice], max(kept, default=-100.0)) - self.token

    def _spoiled(self, seat: int, die: int) -> float:
        """How much better than their next best a die of somebody else's is, by our own measure."""
        gains = sorted(self.gains[face] for face in self.view.belts[seat])
        return self.gains[self.view.belts[seat][die]] - gains[-2] if len(gains) > 1 else 0.0

    def _expected_best(self, kinds: Sequence[Kind], kept: float) -> float:
        """The expected gain from the best die of a roll, or from the die that was kept."""
        values = sorted({max(kept, self.gains[BY_CODE[code]]) for kind in set(kinds) for code in FACES[kind]})
        expected, below = 0.0, 0.0
        for value in values:
            at_most = 1.0
            for kind in kinds:
                faces = FACES[kind]
                at_most *= sum([self.gains[BY_CODE[code]] <= value for code in faces]) / len(faces)
            expected += value * (at_most - below)
            below = at_most
        return expected


def _gain(view: View, seat: int, face: Face, left: int, token: float) -> float:
    tray = view.trays[seat]
    if face in _SETS:
        return _set_gain(tray.count(face), _SETS[face], _EASE[face], left)
    if face in NIGIRI:
        points = DIP.points[face]
        waiting = DIP.waiting(tray)
        return tables.WASABI_FACTOR * points - _dip(waiting, left) if waiting else points
    if face is Face.WASABI:
        return _dip(DIP.waiting(tray) + 1, left)
    if MAKI_ICONS[face]:
        icons = tuple([maki_icons(other) for other in view.trays])
        after = put(icons, seat, icons[seat] + MAKI_ICONS[face])
        rivals = view.players - 1
        return margin(_maki_prospects(after, left), seat, rivals) - margin(_maki_prospects(icons, left), seat, rivals)
    if PUDDING_ICONS[face]:
        gained = min(PUDDING_ICONS[face], view.supply[2])
        after = put(view.puddings, seat, view.puddings[seat] + gained)
        rounds_left = tables.ROUNDS - view.round + left / view.cycles
        return margin(_pudding_prospects(after, rounds_left), seat, view.players - 1) - margin(
            _pudding_prospects(view.puddings, rounds_left), seat, view.players - 1
        )
    menus, chopsticks, _ = view.supply
    return token * (min(MENU_ICONS[face], menus) + min(CHOPSTICKS_ICONS[face], chopsticks))


def _set_gain(count: int, worth: Sequence[int], ease: float, left: int) -> float:
    """The step itself, and some of the steps that it leads to."""
    over = count % (len(worth) - 1)
    gain = float(worth[over + 1] - worth[over])
    chance = 1.0
    for further in range(over + 1, len(worth) - 1):
        if further - over > left:
            break
        chance *= ease
        gain += 0.4 * chance * (worth[further + 1] - worth[further])
    return gain


def _dip(waiting: int, left: int) -> float:
    """What one more open wasabi will probably add."""
    if waiting > left:
        return 0.0
    return min(4.2, 2.4 + 0.5 * (left - waiting))


def _maki_prospects(icons: Sequence[int], left: int) -> list[float]:
    return heuristics.maki(icons, left, (tables.MAKI_MOST, tables.MAKI_SECOND), ease=0.3)


def _pudding_prospects(counts: Sequence[int], rounds_left: float) -> list[float]:
    lost = tables.PUDDING_FEWEST if len(counts) >= tables.PUDDING_LOSS_FROM else 0
    return heuristics.puddings(counts, 0.5 + 2.0 * rounds_left**0.5, tables.PUDDING_MOST, lost)
