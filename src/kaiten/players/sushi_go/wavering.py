"""Sushi Go! by the regular player's judgement, with a human spread: near misses, hands forgotten, no eye for the neighbour."""

from dataclasses import replace

from kaiten.kit.chance import RandomSource
from kaiten.players.manner import Manner
from kaiten.players.spread import by_kind
from kaiten.players.sushi_go.regular import SPITE, Situation
from kaiten.sushi_go import Move, View
from kaiten.sushi_go.view import Known


def wavering(view: View, source: RandomSource, manner: Manner) -> Move:
    """One card or two first, then which."""
    spite = SPITE[view.players] if manner.spiteful else 0.0
    situation = Situation.of(forgetful(view, manner.memory), spite)
    rated = [(len(move.cards), situation.worth(move), move) for move in view.legal]
    return by_kind(rated, manner.spread, manner.slack, source)


def forgetful(view: View, memory: int) -> View:
    """The same view, of somebody who remembers only so many of the hands that they passed on, the latest ones."""
    seat, step = view.seat or 0, 1 if view.passes_left else -1
    return replace(
        view,
        hands=tuple(
            [
                hand if (holder - seat) * step % view.players <= memory else Known(hand.size, ())
                for holder, hand in enumerate(view.hands)
            ]
        ),
    )
