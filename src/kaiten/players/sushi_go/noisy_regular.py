"""The levels for people in Sushi Go!: a softmax over the move values of `regular`, with forgotten hands and no denial in the weaker ones."""

from dataclasses import replace

from kaiten.kit.chance import RandomSource
from kaiten.players.noisy_policy import Manner, by_kind
from kaiten.players.sushi_go.regular import DENIAL, MoveEvaluator
from kaiten.sushi_go import Move, View
from kaiten.sushi_go.view import Known


def wavering(view: View, source: RandomSource, manner: Manner) -> Move:
    """Draw the number of cards first, then the move."""
    denial = DENIAL[view.players] if manner.spiteful else 0.0
    evaluator = MoveEvaluator.of(forgetful(view, manner.memory), denial)
    rated = [(len(move.cards), evaluator.value(move), move) for move in view.legal]
    return by_kind(rated, manner.spread, manner.slack, source)


def forgetful(view: View, memory: int) -> View:
    """The same view with only the latest `memory` of the passed hands known."""
    seat, step = view.seat or 0, 1 if view.passes_left else -1
    hands = [
        hand if (holder - seat) * step % view.players <= memory else Known(hand.size, ())
        for holder, hand in enumerate(view.hands)
    ]
    return replace(view, hands=tuple(hands))
