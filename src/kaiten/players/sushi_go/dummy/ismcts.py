"""Information set Monte Carlo tree search with the dummy (multiple-observer ISMCTS, Cowling et al. 2012), with PUCT selection.

Both players choose at once, and the pile and the card that the opponent has drawn are hidden. So each simulation draws these cards
anew (a determinization), and a node is an information set of one player at one pick: its visits and values are those of that player,
over all determinizations. Simulations end with a rollout and the win model. These kernels are unchecked.
"""

import math
from typing import NamedTuple

import numpy as np

from kaiten.fast.chance import mixed
from kaiten.fast.jit import kernel, part
from kaiten.fast.packed_counts import NOTHING, Bytes, Float, Int, Numbers, U, Word, Words, held, kth, plus, popcount
from kaiten.fast.sushi_go.board import Board, allocate_board
from kaiten.fast.sushi_go.constants import NOBODY
from kaiten.players.categorical import Weights
from kaiten.players.sushi_go.dummy import rollout
from kaiten.players.sushi_go.dummy.policy import Knowledge, after_pick, is_due, write_odds
from kaiten.players.sushi_go.dummy.rollout import Scratch, Turn, knowledge
from kaiten.players.sushi_go.mcts import best_move, find_slot
from kaiten.players.win_model import Model, payoff

EXPLORATION, PRIOR_EXPONENT = 0.4, 0.5
"""The weight of the prior in PUCT; and the prior is the policy to this power: with 1 the policy, which is too sure, with 0 uniform."""
_PICKS, _NEW_EDGES = 6, 78
"""At most, in a turn of both players: picks, and edges of new nodes, one for each kind and one for no card."""
_FIRST, _END, _PARENT_VISITS = 0, 1, 2
_NODES, _EDGES, _DEPTH = 0, 1, 2


class Root(NamedTuple):
    """What is searched. The hands of the board and the piles, the cards left in any order, have a row for each determinization. Where the
    opponent is in control, `turn.drawn` is NOBODY, and that card is in the pile. `loss` is whether the fewest puddings cost points."""

    board: Board
    piles: Bytes
    turn: Turn
    seat: int
    loss: int


class Tree(NamedTuple):
    """A hash table of nodes with their edges. By slot: the information set, 0 for none, and first edge, end of the edges, visits. By edge:
    the card, visits, sum of values and prior. `path` has slot, edge and seat of each pick of a simulation; `used` counts nodes, edges
    and path entries."""

    keys: Words
    nodes: Numbers
    cards: Numbers
    visits: Weights
    values: Weights
    priors: Weights
    path: Numbers
    used: Numbers
    most_nodes: int
    prior_exponent: float


def new_tree(simulations: int) -> Tree:
    """Memory that is enough for nearly all searches. A tree that has used it up grows no more."""
    edges, nodes = simulations * 24 + 1_000, simulations * 4 + 64
    slots = 1 << (2 * nodes - 1).bit_length()
    keys, cards = np.zeros(slots, np.uint64), np.empty(edges, np.int64)
    path, used = np.empty((_PICKS * rollout.SIZE, 3), np.int64), np.zeros(3, np.int64)
    # Visits, value and prior of an edge lie together: three arrays apart took a tenth longer.
    by_slot, (visits, values, priors) = np.empty((slots, 3), np.int64), np.empty((edges, 3)).T
    return Tree(keys, by_slot, cards, visits, values, priors, path, used, nodes, PRIOR_EXPONENT)


@part
def _hash(key: Word, word: Word) -> Word:
    return mixed(plus(key, word))


@part
def _information_set(known: Knowledge, nigiri: Numbers) -> Word:
    """A hash of all that a seat knows and that matters."""
    key = _hash(_hash(known.hand, U(known.seat) << U(63)), known.coming)
    key = _hash(_hash(_hash(key, known.own), known.other), known.dummy)
    return _hash(key, U(nigiri[0, 0] << 8 | nigiri[0, 1]))


@part
def _expand(tree: Tree, slot: Int, hand: Word, odds: Weights, total: Float, none: Float) -> None:
    """Add the edges of a new node: the kinds of the hand, and no second card, if it has odds."""
    kinds, first, prior_sum = held(hand, 1), tree.used[_EDGES], 0.0
    end = first + popcount(kinds) + np.int64(none > 0.0)
    for edge in range(first, end):
        is_card = edge - first < popcount(kinds)
        tree.cards[edge] = kth(kinds, edge - first) if is_card else NOBODY
        tree.priors[edge] = ((odds[edge - first] if is_card else none) / total) ** tree.prior_exponent
        prior_sum += tree.priors[edge]
    for edge in range(first, end):
        tree.visits[edge] = tree.values[edge] = 0.0
        tree.priors[edge] /= prior_sum
    tree.nodes[slot, _FIRST], tree.nodes[slot, _END], tree.nodes[slot, _PARENT_VISITS] = first, end, 0
    tree.used[_NODES] += 1
    tree.used[_EDGES] = end


@part
def _select_move(tree: Tree, factors: Weights, scratch: Scratch, known: Knowledge, nigiri: Numbers) -> bool:
    """Select a seat's move in the tree, pick by pick; returns whether a node was added."""
    seat, is_new, key, depth = known.seat, False, _information_set(known, nigiri), tree.used[_DEPTH]
    for pick in range(3):
        scratch.moves[seat, pick] = NOBODY
        if not is_due(known, pick):
            continue
        slot = find_slot(tree.keys, key)
        if tree.keys[slot] == NOTHING:
            is_new, tree.keys[slot] = True, key
            total, none = write_odds(factors, known, pick, scratch.odds, None)
            _expand(tree, slot, known.hand, scratch.odds, total, none)
        exploration = EXPLORATION * math.sqrt(tree.nodes[slot, _PARENT_VISITS] + 1.0)
        first, number = tree.nodes[slot, _FIRST], tree.nodes[slot, _END] - tree.nodes[slot, _FIRST]
        edge = best_move(tree.visits, tree.values, tree.priors, first, number, exploration, 0.5)
        card = tree.cards[edge]
        tree.path[depth, 0], tree.path[depth, 1], tree.path[depth, 2] = slot, edge, seat
        scratch.moves[seat, pick], depth, key = card, depth + 1, _hash(key, U(card + 2))
        if card != NOBODY:
            known = after_pick(known, card)
    tree.used[_DEPTH] = depth
    return is_new


@part
def _most_visited(tree: Tree, known: Knowledge, nigiri: Numbers) -> Numbers:
    """The picks of the most visited move, of several the one with the larger sum of values."""
    picks, key = np.full(3, NOBODY), _information_set(known, nigiri)
    for pick in range(3):
        if is_due(known, pick):
            slot = find_slot(tree.keys, key)
            best = tree.nodes[slot, _FIRST]
            for edge in range(best, tree.nodes[slot, _END]):
                more = tree.visits[edge] - tree.visits[best]
                if more > 0 or (more == 0 and tree.values[edge] > tree.values[best]):
                    best = edge
            picks[pick] = tree.cards[best]
            key = _hash(key, U(picks[pick] + 2))
    return picks


@kernel
def search(counter: Word, factors: Weights, model: Model, root: Root, simulations: int, tree: Tree) -> Numbers:
    """The picks of the most visited move of a search."""
    start, board, scratch = root.board, allocate_board(2, 3), rollout.new_scratch()
    control, chances, used = (root.turn.control + root.turn.left) % 2, scratch.chances, tree.used
    path, most_edges, most_nodes = tree.path, len(tree.cards) - _NEW_EDGES, tree.most_nodes - _PICKS
    for simulation in range(simulations):
        deal, turn, is_new, used[_DEPTH] = simulation % len(root.piles), root.turn, False, 0
        pile = root.piles[deal]
        board.hands[0], board.tableaus[0] = start.hands[deal], start.tableaus[0]
        board.nigiri[0], board.scores[0] = start.nigiri[0], start.scores[0]
        if turn.drawn == NOBODY:
            counter, turn = rollout.draw_for_dummy(counter, board.hands, pile, turn)
        while turn.left > 0 and not is_new and used[_EDGES] <= most_edges and used[_NODES] <= most_nodes:
            for seat in range(2):
                is_new |= _select_move(tree, factors, scratch, knowledge(board, seat, turn), board.nigiri)
            counter, turn = rollout.next_turn(counter, board, scratch.moves, pile, turn)
        counter = rollout.roll_out(counter, factors, board, scratch, pile, turn, None)
        rollout.score_round(model, board, scratch.counts, turn.round, root.loss, control, chances)
        for seat in range(2):
            chances[seat] = payoff(chances, board.scores[0], seat, 2)
        for k in range(used[_DEPTH]):
            tree.nodes[path[k, 0], _PARENT_VISITS] += 1
            tree.visits[path[k, 1]] += 1.0
            tree.values[path[k, 1]] += chances[path[k, 2]]
    return _most_visited(tree, knowledge(start, root.seat, root.turn), start.nigiri)
