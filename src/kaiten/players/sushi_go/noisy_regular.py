"""The levels for people in Sushi Go!: a softmax over the move values of `regular`; weaker ones forget hands, and do not deny cards."""

from dataclasses import replace

from kaiten.kit.chance import RandomSource
from kaiten.players.noisy_policy import Noise, by_kind
from kaiten.players.sushi_go.regular import DENIAL, MoveEvaluator
from kaiten.sushi_go import Move, View
from kaiten.sushi_go.view import Known


def noisy_regular(view: View, source: RandomSource, noise: Noise) -> Move:
    """Sample the number of cards first, then the move."""
    denial = DENIAL[view.players] if noise.spiteful else 0.0
    evaluator = MoveEvaluator.of(forgetful(view, noise.memory), denial)
    rated = [(len(move.cards), evaluator.value(move), move) for move in view.legal]
    return by_kind(rated, noise.spread, noise.slack, source)


def forgetful(view: View, memory: int) -> View:
    """The same view with only the latest `memory` of the passed hands known."""
    seat, step = view.seat or 0, 1 if view.passes_left else -1
    hands = [
        hand if (holder - seat) * step % view.players <= memory else Known(hand.size, ())
        for holder, hand in enumerate(view.hands)
    ]
    return replace(view, hands=tuple(hands))
