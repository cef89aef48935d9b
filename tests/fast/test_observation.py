"""An observation says what the view of its seat says, and a mask what is legal there: byte for byte, in every setup."""

import numpy as np
import pytest

from kaiten import sushi_go
from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go.batch import Setup
from kaiten.fast.sushi_go.observation import Shown
from kaiten.sushi_go import Card, State, View
from kaiten.sushi_go.cards import DIP
from tests.fast.lock_step_go import SETUPS
from tests.fast.test_sushi_go import stopped


def counted(cards: tuple[Card, ...]) -> list[int]:
    return [cards.count(card) for card in Card]


def expected(view: View) -> list[int]:
    """The observation, made of nothing but the view."""
    assert view.seat is not None
    players, tables = view.players, len(view.tableaus)
    order = [(view.seat + away) % players for away in range(players)]
    drawn = 0 if view.drawn is None else view.drawn + 1
    row = [*counted(view.hand), view.round, view.turn, int(view.passes_left), drawn]
    over = view.outcome
    for seat in order[1:]:
        hand = view.hands[seat]
        row += [*counted(hand.cards), hand.size - len(hand.cards), int(view.in_control == seat), 0, 0]
    points = over.totals if over else [sum(column) for column in zip(*view.rounds)] or [0] * tables
    for seat in [*order, *range(players, tables)]:
        tableau = view.tableaus[seat]
        kinds = counted((*tableau, *(Card.PUDDING,) * view.puddings[seat]))
        row += [*kinds, DIP.waiting(tableau), DIP.score(tableau), points[seat] + 6, 0]
    return row


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_observations_and_masks(setup: Setup) -> None:
    states: list[State] = [stopped(setup, seed, turns) for seed in range(4) for turns in range(3 * setup.size + 1)]
    batch = codec.encode(states)
    shown = Shown(batch)
    for _ in range(2):  # the room is used again
        shown.show(batch)
    for game, state in enumerate(states):
        for seat in range(setup.players):
            view = sushi_go.view(state, seat)
            assert shown.observations[game, seat].tolist() == expected(view)
            legal = set() if state.over else {codec.action_of(move) for move in view.legal}
            assert set(np.flatnonzero(shown.masks[game, seat]).tolist()) == legal
