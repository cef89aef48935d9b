"""Exact solution of the rest of a two-player round: backward induction over simultaneous moves with both hands known.

Each position is a matrix game of the values after each pair of moves. First pure strategies, searched within bounds as in alpha-beta: the best
reply to a move, the best move against that reply, and so on until the two meet (a saddle point) or a move repeats. Then mixed strategies by
double oracle. Compare Bošanský et al. 2013, "Using double-oracle method and serialized alpha-beta search for pruning in simultaneous move games".
A transposition table keeps bounds of reduced positions. A value is the win probability of the player whose hand is `hand`.
"""

from typing import NamedTuple

import numpy as np

from kaiten.fast.chance import mixed
from kaiten.fast.jit import inlined, kernel, part
from kaiten.fast.packed_counts import (
    NOTHING,
    Flag,
    Int,
    Numbers,
    Prob,
    U,
    Word,
    Words,
    held,
    kth,
    plus,
    popcount,
    times,
)
from kaiten.fast.sushi_go.moves import may_take_two
from kaiten.players.sushi_go.solver import round_state as rs
from kaiten.players.sushi_go.solver.matrix_game import COLUMNS, ROWS, Game, double_oracle_step, join, new_game
from kaiten.players.sushi_go.solver.round_state import Matrix, RoundState, count_moves, nth_move, step

SLOT = 4
"""Words of a slot in the transposition table: key, check, lower and upper bound of the value."""
_KEY, _CHECK, _LOWER, _UPPER = 0, 1, 2, 3
STORED, VISITED, LIMIT = 0, 1, 2
"""Counters: positions in the table; positions visited for this query, and how many may be."""
_EXACT = 4
"""Up to this number of cards in each hand a value is always found exactly: coming back for more would take longer."""
_PUDDING_BITS, _32, _ONE = 64, U(32), U(1)
_FACTORS = U(0xA0761D6478BD642F), U(0xE7037ED1A0B428DB), U(0x8EBC6AF09C88C6E3)


class TranspositionTable(NamedTuple):
    """Bounds of the values of positions, by one win model. `bounds` is the memory of `slots` as numbers: what is read together lies together."""

    model: Matrix
    slots: Words
    bounds: Matrix
    counters: Numbers


@part
def hash_state(state: RoundState) -> tuple[Word, Word]:
    """Two independent hashes of a state, the key and the check; the key is never 0."""
    leads = U((state.lead + 1024) * _PUDDING_BITS + state.pudding_lead + 32) | (U(state.rounds_left) << _32)
    tableaus = mixed(state.tableau) ^ state.opponent_tableau
    key = mixed(mixed(mixed(state.hand) ^ state.opponent_hand) ^ mixed(tableaus) ^ leads) | _ONE
    hands = plus(times(state.hand, _FACTORS[0]), times(state.opponent_hand, _FACTORS[1]))
    return key, mixed(plus(hands, times(tableaus, _FACTORS[2])) ^ leads)


@part
def _find_slot(key: Word, check: Word, slots: Words) -> Int:
    """The slot of a position, or the free one where it would go (linear probing)."""
    mask = U(len(slots) - 1)
    slot = np.int64(key & mask)
    while slots[slot, _KEY] != NOTHING and not (slots[slot, _KEY] == key and slots[slot, _CHECK] == check):
        slot = np.int64(U(slot + 1) & mask)
    return slot


@inlined
def is_over_limit(table: TranspositionTable) -> Flag:
    """Whether a query has been given up: its result counts for nothing."""
    return bool(table.counters[VISITED] > table.counters[LIMIT])


@part
def load_bounds(key: Word, check: Word, table: TranspositionTable) -> tuple[float, float]:
    """The bounds of a position, 0 and 1 if it is not in the table."""
    slot = _find_slot(key, check, table.slots)
    if table.slots[slot, _KEY] == NOTHING:
        return 0.0, 1.0
    return table.bounds[slot, _LOWER], table.bounds[slot, _UPPER]


@part
def store_bounds(key: Word, check: Word, lower: float, upper: float, table: TranspositionTable) -> None:
    """Unless the table is nearly full, or the query was given up."""
    if table.counters[STORED] >= len(table.slots) * 3 // 4 or is_over_limit(table):
        return
    slot = _find_slot(key, check, table.slots)
    if table.slots[slot, _KEY] == NOTHING:
        table.slots[slot, _KEY], table.slots[slot, _CHECK] = key, check
        table.counters[STORED] += 1
    table.bounds[slot, _LOWER], table.bounds[slot, _UPPER] = lower, upper


@part
def _odds_of_four(model: Matrix, state: RoundState, a: Int, b: Int, c: Int, d: Int) -> float:
    """The log-odds after the last two cards of each player: a and b, c and d."""
    tableau, points_a, puddings_a = rs.add_card(state.tableau, a)
    tableau, points_b, puddings_b = rs.add_card(tableau, b)
    opponent_tableau, points_c, puddings_c = rs.add_card(state.opponent_tableau, c)
    opponent_tableau, points_d, puddings_d = rs.add_card(opponent_tableau, d)
    lead = state.lead + points_a + points_b - points_c - points_d
    puddings = state.pudding_lead + puddings_a + puddings_b - puddings_c - puddings_d
    end = RoundState(state.rounds_left, NOTHING, NOTHING, tableau, opponent_tableau, lead, puddings, 0)
    return rs.log_odds(model, end)


@part
def _solve_two_cards(model: Matrix, state: RoundState) -> Prob:
    """The value with two cards in each hand and no chopsticks: a 2x2 game in closed form. Half of all positions, and not stored.

    Each player takes one card, and then the one that the opponent has left.
    """
    mine, others, rounds_left = held(state.hand, 1), held(state.opponent_hand, 1), state.rounds_left
    kinds, other_kinds = popcount(mine), popcount(others)
    p, q, r, s = kth(mine, 0), kth(mine, kinds - 1), kth(others, 0), kth(others, other_kinds - 1)
    a = _odds_of_four(model, state, p, s, r, q)
    b = c = d = a
    if other_kinds == 2:
        b = d = _odds_of_four(model, state, p, r, s, q)
    if kinds == 2:
        c = d = _odds_of_four(model, state, q, s, r, p)
    if kinds == 2 and other_kinds == 2:
        d = _odds_of_four(model, state, q, r, s, p)
    # A saddle point can be found by log-odds, before they are turned into probabilities.
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    if low >= high:
        return rs.win_probability(low, rounds_left)
    a, b = rs.win_probability(a, rounds_left), rs.win_probability(b, rounds_left)
    c, d = rs.win_probability(c, rounds_left), rs.win_probability(d, rounds_left)
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    return low if low >= high else (a * d - b * c) / (a + d - b - c)


@part
def _list_moves(state: RoundState, game: Game, side: Int) -> Int:
    """Write down the legal moves of a side, which sees this state; returns the index of the one with the most points, now and probably later."""
    best, which, before, kinds = -1e9, 0, rs.potential(state.tableau), held(state.hand, 1)
    for k in range(game.columns if side else game.rows):
        move = kth(kinds, k) if k < popcount(kinds) else nth_move(state.hand, state.tableau, state.cards, k)
        game.moves[side, k] = move
        then, points, puddings = rs.add_move(state.tableau, move)
        gain = points + 2.0 * puddings + rs.potential(then) - before
        if gain > best:
            best, which = gain, k
    return which


@inlined
def _open_game(state: RoundState) -> tuple[Game, Int, Int]:
    """The matrix game of a position with no payoff known, and the most promising line of each side."""
    other = rs.swap_sides(state)
    rows = count_moves(state.hand, state.tableau, state.cards)
    game = new_game(rows, count_moves(other.hand, other.tableau, other.cards))
    return game, _list_moves(state, game, ROWS), _list_moves(other, game, COLUMNS)


@inlined
def _evaluate(state: RoundState, game: Game, table: TranspositionTable) -> None:
    """Solve every pair of moves of which one is in the support of its side."""
    for i in range(game.rows):
        for j in range(game.columns):
            if (game.in_support[ROWS, i] or game.in_support[COLUMNS, j]) and np.isnan(game.payoff[i, j]):
                then = step(state, game.moves[ROWS, i], game.moves[COLUMNS, j])
                game.payoff[i, j] = solve(then, 0.0, 1.0, table)


@inlined
def _solve_mixed(state: RoundState, game: Game, table: TranspositionTable) -> Prob:
    """The value in equilibrium (mixed strategies), by double oracle from a restricted game."""
    while True:
        _evaluate(state, game, table)
        value, is_whole = double_oracle_step(game)
        if is_whole:
            return value


@inlined
def _best_reply(
    state: RoundState, game: Game, side: Int, line: Int, first: Int, low: float, high: float, table: TranspositionTable
) -> tuple[float, Int]:
    """The value of a pure move of `side` against the best reply to it, and that reply; `first` is tried first.

    Values outside the bounds are not told apart: if the result crosses the bound of its own side, the move is refuted.
    """
    by_row = side == ROWS
    bound = high if by_row else low
    best: Int = np.int64(-1)
    for n in range(game.columns if by_row else game.rows):
        k = first if n == 0 else n - np.int64(n <= first)
        i, j = (line, k) if by_row else (k, line)
        then = step(state, game.moves[ROWS, i], game.moves[COLUMNS, j])
        value = solve(then, low if by_row else bound, bound if by_row else high, table)
        if (value < bound) if by_row else (value > bound):
            bound, best = value, k
            if (bound <= low) if by_row else (bound >= high):
                break
    return bound, best


@part
def solve(state: RoundState, low: float, high: float, table: TranspositionTable) -> Prob:
    """The value of a state under optimal play. Test: test_round_solver.

    Exact if it lies between `low` and `high`; else only a bound, at most `low` or at least `high`, which takes far fewer positions to find.
    """
    if state.cards == 1:
        state = rs.play_last(state)
    cards = state.cards
    if cards == 0:
        return rs.final_value(table.model, state)
    if cards == 2 and not may_take_two(2, state.tableau, 0) and not may_take_two(2, state.opponent_tableau, 0):
        return _solve_two_cards(table.model, state)
    state = rs.reduce(state)
    if cards <= _EXACT:
        low, high = 0.0, 1.0
    key, check = hash_state(state)
    lower, upper = load_bounds(key, check, table)
    low, high = max(low, lower), min(high, upper)
    if low >= high:
        return low if lower >= high else high
    table.counters[VISITED] += 1
    if is_over_limit(table):
        return 0.5
    game, line, likely = _open_game(state)
    side = np.int64(0)
    # Pure strategies: the value of each move against its best reply bounds the value of the position.
    while low < high and not game.in_support[side, line]:
        join(game, side, line)
        bound, reply = _best_reply(state, game, side, line, likely, low, high, table)
        if side == ROWS and bound > low:
            low = lower = bound
        elif side == COLUMNS and bound < high:
            high = upper = bound
        side, likely, line = 1 - side, line, reply
    if low < high:
        low = lower = upper = _solve_mixed(state, game, table)
    store_bounds(key, check, lower, upper, table)
    return low


@part
def _value_moves(game: Game, value: float, tolerance: float, out: Matrix) -> None:
    """Add the value of each move to its side against the opponent's strategy; those within the tolerance of the best join the supports."""
    for side in range(2):
        least = (1.0 - value if side else value) - tolerance
        for line in range(game.columns if side else game.rows):
            for n in range(game.sizes[1 - side]):
                other = game.support[1 - side, n]
                gained = (1.0 - game.payoff[other, line]) if side else game.payoff[line, other]
                out[side, line] += game.strategy[1 - side, n] * gained
            if out[side, line] >= least:
                game.in_support[side, line] = 1


@kernel
def solve_root(state: RoundState, table: TranspositionTable, tolerance: float) -> tuple[Prob, Game, Matrix]:
    """The value of a position, its matrix game, and a report on the moves by side: the probability of each in the optimal mixed strategy,
    its value against the opponent's, and its security level (its value against the best reply to it). That is 0 where the value is below
    the best by more than `tolerance`.
    """
    game, row, _ = _open_game(state)
    join(game, ROWS, row)
    _evaluate(state, game, table)
    join(game, COLUMNS, np.argmin(game.payoff[row, : game.columns]))
    value, report = _solve_mixed(state, game, table), np.zeros((3, 2, game.moves.shape[1]))
    _value_moves(game, value, tolerance, report[1])
    _evaluate(state, game, table)
    for side in range(2):
        for k in range(game.sizes[side]):
            report[0, side, game.support[side, k]] = game.strategy[side, k]
        for line in range(game.columns if side else game.rows):
            if game.in_support[side, line]:
                least = 1.0
                for k in range(game.rows if side else game.columns):
                    least = min(least, (1.0 - game.payoff[k, line]) if side else game.payoff[line, k])
                report[2, side, line] = least
    return value, game, report
