"""Many games at once, with a policy for each seat."""

from collections.abc import Sequence

import numpy as np

from kaiten.fast.packed_counts import Numbers
from kaiten.fast.policies import Policy
from kaiten.fast.sushi_go.autoreset import AutoReset
from kaiten.fast.sushi_go.batch import Setup
from kaiten.fast.sushi_go.observation import Observer
from kaiten.kit.errors import OptionError


def play(setup: Setup, policies: Sequence[Policy], games: int, seed: int = 0) -> Numbers:
    """The scores of games between policies, by game and seat, the dummy's last. Actions are checked."""
    if len(policies) != setup.players:
        raise OptionError(f"{len(policies)} policies: it is one for each of {setup.players} players")
    running = AutoReset(setup, games, seed)
    observer = Observer(running.batch)
    seen, masks = observer.observations, observer.masks
    while not running.earned.ended.all():  # all games have the same number of turns
        observer.observe(running.batch)
        actions = np.stack([policy(seen[:, seat], masks[:, seat]) for seat, policy in enumerate(policies)], axis=1)
        observer.check(actions)
        running.step(actions)
    return running.earned.final
