"""Decoupled UCT over determinizations, with priors and rollouts by the policy, to the end of a round of Sushi Go!.

All seats choose at once: in a node each seat selects its own move by PUCT, and the child is that of their joint move. Determinizations
have a tree each and take turns; the searching seat's moves at the root have common statistics, since it cannot tell them apart.
After the round the win model evaluates. These kernels are unchecked.
"""

import math
import threading
from typing import NamedTuple

import numpy as np

from kaiten.fast.chance import lower, mixed, next_counter, uniform, upper
from kaiten.fast.jit import inlined, plain_kernel
from kaiten.fast.packed_counts import NOTHING, Float, Int, Numbers, U, Word, Words
from kaiten.fast.sushi_go.board import Board, new_board, play_cards
from kaiten.fast.sushi_go.constants import FIRST, NOBODY, SECOND
from kaiten.fast.sushi_go.moves import may_take_two, pick
from kaiten.players.categorical import sample
from kaiten.players.sushi_go.policy import MOST_CHOICES, Weights, write_probabilities, write_progress
from kaiten.players.sushi_go.rollout import Round, Scratch, context_of, new_scratch, pass_hands, rollout
from kaiten.players.sushi_go.win_model import evaluate_round
from kaiten.players.win_model import Model, payoff

EXPLORATION = 0.6
"""The constant of PUCT."""
_DEEPEST = 16
_PER_NODE = 14
"""Average number of a seat's moves in a node: enough for nearly all searches. A tree that runs out of memory grows no more."""
_KEPT = 100_000
"""Simulations. The memory of a longer search is freed."""


class Tree(NamedTuple):
    """A node has a list of moves for each seat. The arrays are not cleared between searches."""

    visits: Weights
    """By move, as sums of payoffs and priors."""
    values: Weights
    priors: Weights
    starts: Numbers
    """By node and seat: the index of its first move, and the number of its moves."""
    numbers: Numbers
    parent_visits: Weights
    keys: Words
    """A hash table of children by node and joint move (linear probing)."""
    children: Numbers


class Agents(NamedTuple):
    """The searching seat, and the policy and the win model of all seats."""

    seat: int
    trust: float
    """The probability that an opponent plays by the policy, and not by PUCT."""
    weights: Weights
    rollout_weights: Weights
    model: Model


_thread = threading.local()


def tree_memory(players: int, simulations: int, determinizations: int) -> Tree:
    """Memory for a tree, kept by each thread for its next search: fresh pages would take as long as the search itself."""
    # While the roots are expanded there are as many leaves.
    moves = (simulations * _PER_NODE + (2 + 2 * determinizations) * MOST_CHOICES) * players
    nodes = simulations + 1 + determinizations
    slots = 1 << (4 * nodes - 1).bit_length()
    kept: Tree | None = getattr(_thread, "tree", None)
    if kept is None or len(kept.visits) < moves or len(kept.parent_visits) < nodes or kept.starts.shape[1] != players:
        by_move, by_seat = np.empty((3, moves)), np.empty((2, nodes, players), np.int64)
        keys, children = np.empty(slots, np.uint64), np.empty(slots, np.int64)
        kept = Tree._make([*by_move, *by_seat, np.empty(nodes), keys, children])
        _thread.tree = kept if simulations <= _KEPT else None
    sizes = (moves, moves, moves, nodes, nodes, nodes, slots, slots)
    return Tree._make([array[:size] for array, size in zip(kept, sizes, strict=True)])


@inlined
def _load(root: Board, determinization: Int, board: Board) -> None:
    for seat in range(board.hands.shape[1]):
        board.hands[0, seat], board.tableaus[0, seat] = root.hands[determinization, seat], root.tableaus[0, seat]
        board.nigiri[0, seat], board.scores[0, seat] = root.nigiri[0, seat], root.scores[0, seat]


@inlined
def _expand(
    tree: Tree, node: Int, used: Int, weights: Weights, board: Board, scratch: Scratch, round_: Round, left: Int
) -> Int:
    """Add a node; returns the number of moves in use."""
    write_progress(board.tableaus, scratch.icons, scratch.progress)
    for seat in range(round_.players):
        context = context_of(board.hands, scratch.progress, round_, left, seat)
        tableau, priors = board.tableaus[0, seat], tree.priors[used:]
        tree.starts[node, seat] = used
        tree.numbers[node, seat] = write_probabilities(weights, context, tableau, scratch.pairs, priors)
        for k in range(used, used + tree.numbers[node, seat]):
            tree.visits[k] = tree.values[k] = 0.0
        used += tree.numbers[node, seat]
    tree.parent_visits[node] = 0.0
    return used


@inlined
def best_move(
    visits: Weights, values: Weights, priors: Weights, start: Int, number: Int, exploration: Float, unvisited: Float
) -> Int:
    """The move with the highest upper confidence bound (PUCT), of the `number` moves from `start` on."""
    best, found = -1e9, start
    for k in range(start, start + number):
        bound = values[k] / visits[k] if visits[k] > 0 else unvisited
        bound += exploration * priors[k] / (1.0 + visits[k])
        if bound > best:
            best, found = bound, k
    return found


@inlined
def _select(
    counter: Word, agents: Agents, tree: Tree, node: Int, exploration: Float, own_exploration: Float, chosen: Numbers
) -> tuple[Word, Word]:
    """Choose a move for each seat; returns the next counter and the key of the child."""
    players, key = len(chosen), U(node + 1)
    for seat in range(players):
        start, number = tree.starts[node, seat], tree.numbers[node, seat]
        bits, by_policy = NOTHING, False
        if agents.trust > 0.0 and seat != agents.seat:
            counter = next_counter(counter)
            bits = mixed(counter)
            by_policy = uniform(lower(bits)) < agents.trust
        if by_policy:
            chosen[seat] = sample(tree.priors, start, number, 1.0, upper(bits))
        else:
            scale = own_exploration if seat == agents.seat else exploration
            visits, values, priors = tree.visits, tree.values, tree.priors
            chosen[seat] = best_move(visits, values, priors, start, number, scale, 1.0 / players) - start
        key = key * U(MOST_CHOICES) + U(chosen[seat])
    return counter, key


@inlined
def _play(board: Board, chosen: Numbers, round_: Round, left: Int) -> None:
    """Play a joint move, and pass the hands. A search that first collects the cards for `end_turn` takes a quarter longer."""
    for seat in range(round_.players):
        hand, tableau = board.hands[0, seat], board.tableaus[0, seat]
        move = pick(hand, tableau, may_take_two(left, tableau, 0), chosen[seat])
        play_cards(board, 0, seat, FIRST[move], SECOND[move])
    pass_hands(board.hands, round_)


@inlined
def find_slot(keys: Words, key: Word) -> Int:
    """The place of a key in a hash table, or the empty place for it (linear probing)."""
    last = len(keys) - 1
    slot = np.int64(mixed(key) & U(last))
    while keys[slot] != NOTHING and keys[slot] != key:
        slot = (slot + 1) & last
    return slot


@inlined
def _back_up(tree: Tree, path: Numbers, chosen: Numbers, depth: Int, payoffs: Weights) -> None:
    for level in range(depth):
        node = path[level]
        tree.parent_visits[node] += 1.0
        for seat in range(len(payoffs)):
            k = tree.starts[node, seat] + chosen[level, seat]
            tree.visits[k] += 1.0
            tree.values[k] += payoffs[seat]


class Workspace(NamedTuple):
    """What a search changes beside the tree: nodes by depth, moves by depth and seat, roots by determinization, payoffs by seat."""

    board: Board
    scratch: Scratch
    path: Numbers
    chosen: Numbers
    roots: Numbers
    payoffs: Weights
    found: Weights
    """Visits and sums of payoffs of the searching seat's moves."""


def new_workspace(players: int, determinizations: int) -> Workspace:
    board, scratch, roots = new_board(players, players), new_scratch(players), np.zeros(determinizations, np.int64)
    path, chosen = np.zeros(_DEEPEST, np.int64), np.zeros((_DEEPEST, players), np.int64)
    return Workspace(board, scratch, path, chosen, roots, np.zeros(players), np.zeros((2, MOST_CHOICES)))


@plain_kernel
def search(
    counter: Word, root: Board, round_: Round, left: int, simulations: int, agents: Agents, tree: Tree, space: Workspace
) -> Word:
    """Search from a position with `left` cards in each hand, two at least; returns the next counter.

    `root.hands` has a row for each determinization. The workspace gets the visits and the sums of payoffs of the seat's moves added.
    """
    players, me, determinizations = round_.players, agents.seat, len(root.hands)
    board, scratch, path, chosen, roots, payoffs, out = space
    for k in range(determinizations):
        roots[k] = NOBODY  # without a node before its first simulation
    for k in range(len(tree.keys)):
        tree.keys[k] = NOTHING
    most = len(tree.visits) - players * MOST_CHOICES
    nodes: Int = np.int64(0)  # a literal would be another type to Numba
    used: Int = nodes
    for simulation in range(simulations):
        determinization, depth = simulation % determinizations, 0
        _load(root, determinization, board)
        if roots[determinization] == NOBODY:
            roots[determinization] = nodes
        node = roots[determinization]
        while True:
            if node == nodes:
                used = _expand(tree, node, used, agents.weights, board, scratch, round_, left - depth)
                nodes += 1
                if depth > 0:
                    break
                tree.starts[node, me] = tree.starts[0, me]
            exploration = EXPLORATION * math.sqrt(tree.parent_visits[node] + 1.0)
            own = exploration if depth > 0 else EXPLORATION * math.sqrt(simulation + 1.0)
            counter, key = _select(counter, agents, tree, node, exploration, own, chosen[depth])
            path[depth] = node
            _play(board, chosen[depth], round_, left - depth)
            depth += 1
            slot = find_slot(tree.keys, key)
            if tree.keys[slot] == key:
                node = tree.children[slot]
            elif left - depth > 1 and used <= most:
                node = nodes
                tree.keys[slot], tree.children[slot] = key, node
            else:
                break
        counter = rollout(counter, agents.rollout_weights, board, scratch, round_, left - depth)
        evaluate_round(agents.model, board, round_, scratch.icons, payoffs)
        for seat in range(players):
            payoffs[seat] = payoff(payoffs, board.scores[0], seat, players)
        _back_up(tree, path, chosen, depth, payoffs)
    for k in range(tree.numbers[0, me]):
        out[0, k] += tree.visits[tree.starts[0, me] + k]
        out[1, k] += tree.values[tree.starts[0, me] + k]
    return counter
