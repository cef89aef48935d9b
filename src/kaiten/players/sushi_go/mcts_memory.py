"""The memory of a search tree. A thread keeps it from one search to the next: fresh pages would take as long as the search itself."""

import threading
from typing import NamedTuple

import numpy as np

from kaiten.fast.packed_counts import Numbers, Words
from kaiten.players.sushi_go.policy import Weights

MOST_CHOICES = 128
"""Of one seat: more than there are kinds, pairs and pairs in the other order."""
_PER_NODE = 14
"""Average number of a seat's moves in a node: enough for nearly all searches. A tree that runs out of memory grows no more."""
_KEPT = 100_000
"""Simulations. The memory of a longer search is freed."""


class Tree(NamedTuple):
    """A node has a list of moves for each seat. The arrays are not cleared between searches."""

    visits: Weights
    """By move, as the next two."""
    values: Weights
    """Sums of payoffs."""
    priors: Weights
    starts: Numbers
    """By node and seat: the index of its first move."""
    numbers: Numbers
    """By node and seat: the number of its moves."""
    parent_visits: Weights
    """By node."""
    keys: Words
    """A hash table of children by node and joint move (linear probing)."""
    children: Numbers


_own = threading.local()


def tree_memory(players: int, simulations: int, determinizations: int) -> Tree:
    """Memory for a search; a thread has one at a time."""
    # While the roots are expanded there are as many leaves.
    moves = (simulations * _PER_NODE + (2 + 2 * determinizations) * MOST_CHOICES) * players
    nodes = simulations + 1 + determinizations
    slots = 1 << (4 * nodes - 1).bit_length()
    kept: Tree | None = getattr(_own, "tree", None)
    if kept is None or len(kept.visits) < moves or len(kept.parent_visits) < nodes or kept.starts.shape[1] != players:
        starts, numbers = (np.empty((nodes, players), np.int64) for _ in range(2))
        visits, values, priors = (np.empty(moves) for _ in range(3))
        keys, children = np.empty(slots, np.uint64), np.empty(slots, np.int64)
        kept = Tree(visits, values, priors, starts, numbers, np.empty(nodes), keys, children)
        _own.tree = kept if simulations <= _KEPT else None
    visits, values, priors = kept.visits[:moves], kept.values[:moves], kept.priors[:moves]
    starts, numbers, parent_visits = kept.starts[:nodes], kept.numbers[:nodes], kept.parent_visits[:nodes]
    return Tree(visits, values, priors, starts, numbers, parent_visits, kept.keys[:slots], kept.children[:slots])
