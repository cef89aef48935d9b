"""The memory of a search. It is kept from one search to the next: to touch fresh pages would take as long as the search itself."""

import threading
from typing import NamedTuple

import numpy as np

from kaiten.fast.packed_counts import Numbers, Words
from kaiten.players.sushi_go.policy import Weights

MOST_CHOICES = 128
"""Of one seat: more than there are kinds, pairs and pairs the other way round."""
_PER_NODE = 14
"""Choices of a seat in a node, on the average: room that is enough for nearly all searches. One that runs out of it grows no more."""
_KEPT = 100_000
"""Simulations. What a longer search takes is given back."""


class Room(NamedTuple):
    """Arrays with whatever an earlier search has left in them."""

    tried: Weights
    """How often each choice was tried."""
    won: Weights
    likely: Weights
    starts: Numbers
    """Where the choices of a node begin, by seat."""
    numbers: Numbers
    seen: Weights
    """How often each node was met."""
    keys: Words
    """Places for nodes, by the node and the choices before them."""
    children: Numbers


_own = threading.local()


def room_for(players: int, simulations: int, deals: int) -> Room:
    """Enough for a search of so many simulations, with a tree for each of so many deals. A thread has one at a time."""
    # While the roots are made there are as many leaves.
    choices = (simulations * _PER_NODE + (2 + 2 * deals) * MOST_CHOICES) * players
    nodes = simulations + 1 + deals
    slots = 1 << (4 * nodes - 1).bit_length()
    kept: Room | None = getattr(_own, "room", None)
    if kept is None or len(kept.tried) < choices or len(kept.seen) < nodes or kept.starts.shape[1] != players:
        kept = _made(choices, nodes, slots, players)
        _own.room = kept if simulations <= _KEPT else None
    return Room(
        kept.tried[:choices],
        kept.won[:choices],
        kept.likely[:choices],
        kept.starts[:nodes],
        kept.numbers[:nodes],
        kept.seen[:nodes],
        kept.keys[:slots],
        kept.children[:slots],
    )


def _made(choices: int, nodes: int, slots: int, players: int) -> Room:
    return Room(
        np.empty(choices),
        np.empty(choices),
        np.empty(choices),
        np.empty((nodes, players), np.int64),
        np.empty((nodes, players), np.int64),
        np.empty(nodes),
        np.empty(slots, np.uint64),
        np.empty(slots, np.int64),
    )
