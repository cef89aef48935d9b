"""An observation of Sushi Roll equals the view, and a mask the legal moves, byte for byte."""

import numpy as np
import pytest

from kaiten import sushi_roll
from kaiten.fast.sushi_roll import codec
from kaiten.fast.sushi_roll.observation import Shown
from kaiten.kit.chance import SeededChance, Stream
from kaiten.kit.game import settled
from kaiten.sushi_roll import Face, Options, State, View
from kaiten.sushi_roll.dice import WASABI_RULE


def expected(view: View) -> list[int]:
    """The observation, made of nothing but the view."""
    assert view.seat is not None
    order = [(view.seat + away) % view.players for away in range(view.players)]
    over = view.outcome
    acts = 0 if view.acting is None else order.index(view.acting) + 1
    had_their_turn = 0 if view.acting is None else (view.acting - (view.red or 0)) % view.players
    row = [view.round, view.cycle, had_their_turn, acts, *view.supply, 0]
    points = over.totals if over else [sum(column) for column in zip(*view.rounds)] or [0] * view.players
    for seat in order:
        belt, tray = (() if over else view.belts[seat]), view.trays[seat]
        row += [face + 1 for face in belt] + [0] * (8 - len(belt))
        row += [tray.count(face) for face in Face]
        row += [WASABI_RULE.waiting(tray), WASABI_RULE.score(tray), points[seat] + 6]
        row += [view.menus[seat], view.chopsticks[seat], view.puddings[seat], len(belt), int(view.red == seat)]
    return row


def played(players: int, seed: int) -> list[State]:
    """Positions of a game, the final one included."""
    chance, uniform = SeededChance(seed.to_bytes(32, "big")), Stream(seed.to_bytes(32, "little")).uniform
    state = settled(sushi_roll, sushi_roll.new(Options(), players), chance)
    states = [state]
    while state.acting is not None:
        moves = sushi_roll.legal(state, state.acting)
        state = settled(sushi_roll, sushi_roll.choose(state, state.acting, moves[uniform(len(moves))]), chance)
        if state.over or uniform(4) == 0:
            states.append(state)
    return states


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_observations_and_masks(players: int) -> None:
    states = [state for seed in range(3) for state in played(players, seed)]
    batch = codec.encode(states)
    shown = Shown(batch)
    for seat in range(players):
        shown.show(batch, np.full(len(states), seat))
        for game, state in enumerate(states):
            view = sushi_roll.view(state, seat)
            assert shown.observations[game].tolist() == expected(view)
            legal = {codec.number_of(move, seat, players) for move in sushi_roll.legal(state, seat)}
            assert set(np.flatnonzero(shown.masks[game]).tolist()) == legal
