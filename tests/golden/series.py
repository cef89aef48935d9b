"""Series of games between bots: the same seed gives the same games on any machine, with any Python."""

from collections.abc import Iterator
from typing import Any

from kaiten.arena import Series
from tests.playing import SETUPS


def series() -> Iterator[dict[str, Any]]:
    """For each set-up the totals of three games between the bots."""
    for name, (game, players, options) in SETUPS.items():
        bots = ["regular", "greedy", "random", "regular", "greedy"][:players]
        played = Series(game, options, bots, seed=2026).run(3)
        yield {"setup": name, "bots": bots, "totals": [(record.scores or {})["totals"] for record in played]}
