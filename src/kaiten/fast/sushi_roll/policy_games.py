"""Many games at once, with a policy for each seat."""

from collections.abc import Sequence

import numpy as np

from kaiten.fast.packed_counts import Numbers
from kaiten.fast.policies import Policy
from kaiten.fast.sushi_roll.autoreset import Dealer
from kaiten.fast.sushi_roll.constants import ROUNDS
from kaiten.fast.sushi_roll.observation import Shown
from kaiten.kit.errors import OptionError


def play(players: int, policies: Sequence[Policy], games: int, seed: int = 0) -> Numbers:
    """The scores of so many games, by game and seat; what a policy does is checked."""
    if len(policies) != players:
        raise OptionError(f"{len(policies)} policies: it is one for each of {players} players")
    dealer = Dealer(seed)
    batch = dealer.begin(players, games)
    while True:
        # Games take different numbers of turns: those that are over are left out.
        open_ = np.flatnonzero(batch.scored < ROUNDS)
        if not len(open_):
            return batch.scores
        going = batch[open_]
        acting = going.acting
        shown = Shown(going)
        shown.show(going, acting)
        actions = np.zeros(len(going), np.int64)
        for seat, policy in enumerate(policies):
            theirs = np.flatnonzero(acting == seat)
            if len(theirs):
                actions[theirs] = policy(shown.observations[theirs], shown.masks[theirs])
        shown.check(actions)
        going.act(actions)
        dealer.settle(going)
        for array, changed in zip(batch.arrays, going.arrays, strict=True):
            array[open_] = changed
