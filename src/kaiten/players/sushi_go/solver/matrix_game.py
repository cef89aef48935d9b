"""Zero-sum matrix games: the simplex method, and one step of double oracle.

Side 0 chooses a row and maximises the payoff, side 1 chooses a column and minimises it. By von Neumann's minimax theorem both have optimal
mixed strategies of one value, which Dantzig's reduction finds by linear programming. Double oracle (McMahan, Gordon and Blum 2003) solves
a restricted game of few rows and columns, and adds each side's best response until none improves.
"""

from typing import NamedTuple

import numpy as np

from kaiten.fast.jit import inlined, part
from kaiten.fast.packed_counts import Int, Numbers
from kaiten.players.sushi_go.solver.round_state import Matrix

ROWS, COLUMNS = np.int64(0), np.int64(1)
"""The sides. Not literals: Numba would compile a `part` once for each."""
_TOLERANCE = 1e-10
"""A best response that improves by less does not count."""


class Game(NamedTuple):
    """A matrix game of which payoffs become known one by one, and the restricted game within it."""

    rows: Int
    columns: Int
    payoff: Matrix
    """By row and column; NaN where it is not known yet."""
    strategy: Matrix
    """By side: the probability of each line of its support."""
    support: Numbers
    """By side: the lines (rows or columns) of the restricted game."""
    in_support: Numbers
    """By side and line: whether it is one of them."""
    moves: Numbers
    """By side and line: the move that it stands for."""


@inlined
def new_game(rows: Int, columns: Int) -> Game:
    """A game of which nothing is known. In two allocations: seven would take as long as the rest."""
    lines = max(rows, columns)
    numbers, indices = np.empty((rows + 2, lines)), np.zeros((3, 2, lines), np.int64)
    for i in range(rows):
        for j in range(columns):
            numbers[i, j] = np.nan
    return Game(rows, columns, numbers[:rows], numbers[rows:], indices[0], indices[1], indices[2])


@inlined
def join(game: Game, side: Int, size: Int, line: Int) -> Int:
    """Add a line to the support of a side, which has `size` lines; returns how many it has then."""
    game.support[side, size], game.in_support[side, line] = line, 1
    return size + 1


@inlined
def _pure(game: Game, height: Int, width: Int) -> float:
    """The value where one side of the restricted game has a single line: the other takes its best response."""
    payoff, support, strategy = game.payoff, game.support, game.strategy
    row = column = 0
    for i in range(height):
        strategy[ROWS, i] = 0.0
        if payoff[support[ROWS, i], support[COLUMNS, 0]] > payoff[support[ROWS, row], support[COLUMNS, 0]]:
            row = i
    for j in range(width):
        strategy[COLUMNS, j] = 0.0
        if payoff[support[ROWS, 0], support[COLUMNS, j]] < payoff[support[ROWS, 0], support[COLUMNS, column]]:
            column = j
    strategy[ROWS, row] = strategy[COLUMNS, column] = 1.0
    return float(payoff[support[ROWS, row], support[COLUMNS, column]])


@inlined
def _pivot_row(tableau: Matrix, basis: Numbers, column: Int) -> Int:
    """The row whose variable leaves the basis by the ratio test, ties by Bland's rule; -1 if none bounds the column."""
    leaving, least, last = -1, np.inf, tableau.shape[1] - 1
    for i in range(len(basis)):
        if tableau[i, column] > 1e-11:
            ratio = tableau[i, last] / tableau[i, column]
            if ratio < least - 1e-13 or (ratio < least + 1e-13 and basis[i] < basis[leaving]):
                leaving, least = i, min(least, ratio)
    return leaving


@inlined
def _pivot(tableau: Matrix, row: Int, column: Int) -> None:
    """Gauss-Jordan elimination of a column with this row."""
    pivot = tableau[row, column]
    for j in range(tableau.shape[1]):
        tableau[row, j] /= pivot
    for i in range(tableau.shape[0]):
        factor = tableau[i, column]
        if i != row and factor != 0.0:
            for j in range(tableau.shape[1]):
                tableau[i, j] -= factor * tableau[row, j]


@part
def simplex(game: Game, height: Int, width: Int) -> float:
    """The value of the restricted game, and optimal strategies of both sides: the primal simplex method with Bland's rule.

    The linear program is the columns': maximise the sum of weights with which no row gets more than one, all payoffs shifted to be 1 or more.
    The strategy of the rows is the solution of its dual.
    """
    if height == 1 or width == 1:
        return _pure(game, height, width)
    payoff, support, strategy = game.payoff, game.support, game.strategy
    low = payoff[support[ROWS, 0], support[COLUMNS, 0]]
    for i in range(height):
        for j in range(width):
            low = min(low, payoff[support[ROWS, i], support[COLUMNS, j]])
    shift, last = 1.0 - low, width + height
    tableau, basis = np.zeros((height + 1, last + 1)), np.zeros(height, np.int64)
    for i in range(height):
        for j in range(width):
            tableau[i, j] = payoff[support[ROWS, i], support[COLUMNS, j]] + shift
        tableau[i, width + i] = tableau[i, last] = 1.0
        basis[i] = width + i
    for j in range(width):
        tableau[height, j] = -1.0
    while True:
        # Bland's rule (1977): always the first column that improves. The steepest one can cycle.
        column = 0
        while column < last and tableau[height, column] > -1e-11:
            column += 1
        row = _pivot_row(tableau, basis, column) if column < last else -1
        if row < 0:
            break
        _pivot(tableau, row, column)
        basis[row] = column
    total = tableau[height, last]
    for j in range(width):
        strategy[COLUMNS, j] = 0.0
    for i in range(height):
        if basis[i] < width:
            strategy[COLUMNS, basis[i]] = tableau[i, last] / total
        strategy[ROWS, i] = tableau[height, width + i] / total
    return float(1.0 / total - shift)


@part
def _best_response(game: Game, side: Int, size: Int, value: float) -> Int:
    """The line outside a side's support that improves most on the value against the other side's strategy of `size` lines; -1 if none."""
    sign = 1.0 - 2.0 * side
    best, response = sign * value + _TOLERANCE, -1
    for line in range(game.columns if side else game.rows):
        if game.in_support[side, line]:
            continue
        total = 0.0
        for n in range(size):
            other = game.support[1 - side, n]
            total += game.strategy[1 - side, n] * (game.payoff[other, line] if side else game.payoff[line, other])
        if sign * total > best:
            best, response = sign * total, line
    return response


@part
def double_oracle_step(game: Game, height: Int, width: Int) -> tuple[float, Int, Int]:
    """The value of the restricted game of this height and width, and its size with the best response of each side added.

    If the size stays, that is the value of the whole game. The payoffs of all lines against both supports have to be known.
    """
    value = simplex(game, height, width)
    row, column = _best_response(game, ROWS, width, value), _best_response(game, COLUMNS, height, value)
    if row >= 0:
        height = join(game, ROWS, height, row)
    if column >= 0:
        width = join(game, COLUMNS, width, column)
    return value, height, width
