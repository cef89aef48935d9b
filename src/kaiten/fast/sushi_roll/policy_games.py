"""Many games at once, with a policy for each seat."""

from collections.abc import Sequence

import numpy as np

from kaiten.fast.packed_counts import Numbers
from kaiten.fast.policies import Policy
from kaiten.fast.sushi_roll.autoreset import Dealer
from kaiten.fast.sushi_roll.batch import acting_seats, step_all
from kaiten.fast.sushi_roll.constants import ROUNDS
from kaiten.fast.sushi_roll.observation import Shown
from kaiten.kit.errors import OptionError


def play(players: int, policies: Sequence[Policy], games: int, seed: int = 0) -> Numbers:
    """The scores of so many games, by game and seat. The policies' moves are checked."""
    if len(policies) != players:
        raise OptionError(f"{len(policies)} policies: it is one for each of {players} players")
    dealer = Dealer(seed)
    batch = dealer.begin(players, games)
    # Games take different numbers of turns: those that are over are left out.
    while len(open_ := np.flatnonzero(batch.scored < ROUNDS)):
        going = batch[open_]
        acting, shown = acting_seats(going), Shown(going)
        shown.show(going, acting)
        actions = np.zeros(len(going), np.int64)
        for seat, policy in enumerate(policies):
            theirs = np.flatnonzero(acting == seat)
            if len(theirs):
                actions[theirs] = policy(shown.observations[theirs], shown.masks[theirs])
        shown.check(actions)
        step_all(going, actions)
        dealer.settle(going)
        batch[open_] = going
    scores: Numbers = batch.scores
    return scores
