"""Many games at once, with a policy for each seat."""

from collections.abc import Sequence

import numpy as np

from kaiten.fast.packed_counts import Numbers
from kaiten.fast.policies import Policy
from kaiten.fast.sushi_go.autoreset import Dealer
from kaiten.fast.sushi_go.batch import Setup
from kaiten.fast.sushi_go.constants import MOVES, NOBODY, ROUNDS
from kaiten.fast.sushi_go.observation import Shown
from kaiten.kit.errors import OptionError


def play(setup: Setup, policies: Sequence[Policy], games: int, seed: int = 0) -> Numbers:
    """The scores of so many games, by game and seat, the dummy's last; what a policy does is checked."""
    if len(policies) != setup.players:
        raise OptionError(f"{len(policies)} policies: it is one for each of {setup.players} players")
    batch = Dealer(seed).begin(setup, games)
    shown = Shown(batch)
    while (batch.scored < ROUNDS).any():
        shown.show(batch)
        actions = np.stack(
            [policy(shown.observations[:, seat], shown.masks[:, seat]) for seat, policy in enumerate(policies)], axis=1
        )
        shown.check(actions)
        batch.step(actions % MOVES, (actions // MOVES).max(axis=1) + NOBODY)
    return batch.scores
