"""Sushi Roll by the regular player's judgement, with a human spread: near misses, now and then a menu too many."""

from collections.abc import Hashable

from kaiten.kit.chance import RandomSource
from kaiten.players.noisy_policy import Noise, by_kind
from kaiten.players.sushi_roll.regular import Situation
from kaiten.sushi_roll import Move, Swap, Take, View


def noisy_regular(view: View, source: RandomSource, noise: Noise) -> Move:
    """What to do first (a face to take, one to swap for, a roll), then which of the dice."""
    situation = Situation.of(view)
    rated = [(_kind(view, move), situation.worth(move), move) for move in view.legal]
    return by_kind(rated, noise.spread, noise.slack, source)


def _kind(view: View, move: Move) -> Hashable:
    """Dice with equal faces are one choice to a person; and a roll is a roll."""
    if isinstance(move, Take):
        return "take", view.belts[view.seat or 0][move.die]
    if isinstance(move, Swap):
        return "swap", view.belts[move.seat][move.theirs]
    return "menu"
