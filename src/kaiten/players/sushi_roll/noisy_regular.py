"""Sushi Roll by the regular player's judgement, with a human spread: near misses, now and then a menu too many."""

from kaiten.kit.chance import RandomSource
from kaiten.players.noisy_policy import Noise, by_kind
from kaiten.players.sushi_roll.regular import MoveEvaluator, face_of
from kaiten.sushi_roll import Move, View


def noisy_regular(view: View, source: RandomSource, noise: Noise) -> Move:
    """What to do first (a face to take, one to swap for, a roll), then which of the dice."""
    evaluator = MoveEvaluator.of(view)
    # Dice with equal faces are one choice to a person, and all menus are.
    rated = [((type(move), face_of(view, move)), evaluator.value(move), move) for move in view.legal]
    return by_kind(rated, noise.spread, noise.slack, source)
