"""Regular: a rule-based bot that plays for the expected points of each die by the end of the round.

It re-rolls when the expected best of a roll exceeds the best die by more than a menu is worth; chopsticks have a price as well.
"""

from collections.abc import Callable, Sequence
from math import prod

from kaiten.kit.chance import RandomSource
from kaiten.kit.seats import put
from kaiten.players import heuristics
from kaiten.players.bot import best
from kaiten.players.noisy_policy import Noise, by_kind
from kaiten.sushi_roll import Face, Kind, Move, Swap, Take, View, dice, tables
from kaiten.sushi_roll.scoring import maki_icons

_SETS = {
    Face.TEMPURA: (tables.TEMPURA_POINTS, 0.6),
    Face.SASHIMI: (tables.SASHIMI_POINTS, 0.45),
    Face.DUMPLING: (tables.DUMPLING_POINTS, 0.7),
}
"""Points by dice of a set, and the probability that a wanted face turns up, with several dice to a belt and a menu now and then."""


def regular(view: View, source: RandomSource) -> Move:
    """The move with the highest expected value."""
    return best(view.legal, MoveEvaluator(view).value, source)


def noisy_regular(view: View, source: RandomSource, noise: Noise) -> Move:
    """`regular` with noise: sample what to do first (a face to take, one to swap for, a roll), then which of the dice."""
    evaluator = MoveEvaluator(view)
    # Dice with equal faces are one choice to a person, and all menus are.
    rated = [((type(move), face_of(view, move)), evaluator.value(move), move) for move in view.legal]
    return by_kind(rated, noise.spread, noise.slack, source)


def face_of(view: View, move: Move) -> Face | None:
    """The face that a move takes or swaps for; None for a menu."""
    if isinstance(move, Take):
        return view.belts[view.seat or 0][move.die]
    return view.belts[move.seat][move.theirs] if isinstance(move, Swap) else None


class MoveEvaluator:
    """Expected values of a seat's moves: `gains` of taking each face, `token` of keeping a menu or chopsticks."""

    def __init__(self, view: View) -> None:
        self.view, self.seat, left = view, view.seat or 0, view.cycles - view.cycle
        turns_to_come = (tables.ROUNDS - view.round) * view.cycles + left
        # A token saved is half a point at the end, and before that a chance to do better than the dice.
        tokens = view.menus[self.seat] + view.chopsticks[self.seat]
        self.token = 0.5 + 0.7 * min(1.0, turns_to_come / (2 * tokens + 1))
        self.gains = [_gain(view, self.seat, face, left, self.token) for face in Face]

    def value(self, move: Move) -> float:
        belt = self.view.belts[self.seat]
        if isinstance(move, Take):
            return self.gains[belt[move.die]]
        if isinstance(move, Swap):
            gains = [self.gains[face] for face in self.view.belts[move.seat]]
            spoiled = gains[move.theirs] - sorted(gains)[-2] if len(gains) > 1 else 0.0
            return gains[move.theirs] - self.token + 0.1 * spoiled
        # All dice but one, or all: to leave more dice lying only makes the roll poorer.
        if len(move.dice) < len(belt) - 1:
            return -1000.0
        kept = [self.gains[face] for die, face in enumerate(belt) if die not in move.dice]
        return self._expected_best([belt[die].kind for die in move.dice], max(kept, default=-100.0)) - self.token

    def _expected_best(self, kinds: Sequence[Kind], kept: float) -> float:
        """The expected gain from the best die of a roll, or from the die that was kept."""
        rolls = [[self.gains[dice.BY_CODE[code]] for code in dice.FACES[kind]] for kind in kinds]
        expected, below = 0.0, 0.0
        for value in sorted({max(kept, gain) for gains in rolls for gain in gains}):
            at_most = prod([sum([gain <= value for gain in gains]) / len(gains) for gains in rolls])
            expected += value * (at_most - below)
            below = at_most
        return expected


def _gain(view: View, seat: int, face: Face, left: int, token: float) -> float:
    tray = view.trays[seat]
    if face in _SETS:
        return _set_gain(tray.count(face), *_SETS[face], left)
    waiting = dice.WASABI_RULE.waiting(tray)
    if face in dice.NIGIRI:
        points = dice.WASABI_RULE.points[face]
        return tables.WASABI_FACTOR * points - _wasabi_gain(waiting, left) if waiting else points
    if face is Face.WASABI:
        return _wasabi_gain(waiting + 1, left)
    if dice.MAKI_ICONS[face]:
        icons, prizes = tuple([maki_icons(other) for other in view.trays]), (tables.MAKI_MOST, tables.MAKI_SECOND)
        return _race_gain(lambda counts: heuristics.maki(counts, left, prizes, 0.3), icons, seat, dice.MAKI_ICONS[face])
    menus, chopsticks, puddings = view.supply
    if dice.PUDDING_ICONS[face]:
        spread = 0.5 + 2.0 * (tables.ROUNDS - view.round + left / view.cycles) ** 0.5
        prize, loss = tables.PUDDING_MOST, tables.PUDDING_FEWEST if view.players >= tables.PUDDING_LOSS_FROM else 0
        more = min(dice.PUDDING_ICONS[face], puddings)
        return _race_gain(lambda counts: heuristics.puddings(counts, spread, prize, loss), view.puddings, seat, more)
    return token * (min(dice.MENU_ICONS[face], menus) + min(dice.CHOPSTICKS_ICONS[face], chopsticks))


def _race_gain(points: Callable[[Sequence[int]], list[float]], counts: tuple[int, ...], seat: int, more: int) -> float:
    """What `more` in a race adds to the expected margin."""
    after, rivals = put(counts, seat, counts[seat] + more), len(counts) - 1
    return heuristics.margin(points(after), seat, rivals) - heuristics.margin(points(counts), seat, rivals)


def _set_gain(count: int, points: Sequence[int], ease: float, left: int) -> float:
    """The points of one more die of a set, and some of those that further ones may add."""
    size = len(points) - 1
    held = count % size
    gain, chance = float(points[held + 1] - points[held]), 1.0
    for further in range(held + 1, min(size, held + left + 1)):
        chance *= ease
        gain += 0.4 * chance * (points[further + 1] - points[further])
    return gain


def _wasabi_gain(waiting: int, left: int) -> float:
    """What one more open wasabi will probably add."""
    return 0.0 if waiting > left else min(4.2, 2.4 + 0.5 * (left - waiting))
