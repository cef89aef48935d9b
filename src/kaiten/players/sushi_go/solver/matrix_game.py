"""The equilibrium of zero-sum matrix games: optimal mixed strategies by the simplex method, and one step of double oracle.

Side 0 chooses a row and maximises the payoff, side 1 chooses a column and minimises it. By von Neumann's minimax theorem both have optimal
mixed strategies of one value, which Dantzig's reduction finds by linear programming. Double oracle (McMahan, Gordon and Blum 2003) solves
a restricted game of few rows and columns, and adds each side's best response until none improves.
"""

from typing import NamedTuple

import numpy as np

from kaiten.fast.jit import inlined, part
from kaiten.fast.packed_counts import Flag, Int, Numbers, Prob
from kaiten.players.sushi_go.solver.round_state import Matrix

ROWS, COLUMNS = np.int64(0), np.int64(1)
"""The sides. Not literals: Numba would compile a `part` once for each."""
_TOLERANCE = 1e-10
"""A best response that improves by less does not count."""


class Game(NamedTuple):
    """A matrix game of which payoffs become known one by one (NaN before), and the restricted game within it.

    By side: the probability of each line (row or column) of its support, these lines, whether a line is one of them, the move that a line
    stands for, and the size of the support.
    """

    rows: Int
    columns: Int
    payoff: Matrix
    strategy: Matrix
    support: Numbers
    in_support: Numbers
    moves: Numbers
    sizes: Numbers


@inlined
def new_game(rows: Int, columns: Int) -> Game:
    """A game of which nothing is known. In two allocations: eight would take as long as the rest."""
    lines = max(rows, columns)
    numbers, indices = np.full((rows + 2, lines), np.nan), np.zeros((4, 2, lines), np.int64)
    return Game(rows, columns, numbers[:rows], numbers[rows:], indices[0], indices[1], indices[2], indices[3, :, 0])


@inlined
def join(game: Game, side: Int, line: Int) -> None:
    """Add a line to the support of a side."""
    game.support[side, game.sizes[side]], game.in_support[side, line] = line, 1
    game.sizes[side] += 1


@inlined
def _pure(game: Game, height: Int, width: Int) -> Prob:
    """The value where one side of the restricted game has a single line: the other takes its best response."""
    payoff, rows, columns = game.payoff, game.support[ROWS], game.support[COLUMNS]
    row = column = 0
    for i in range(1, height):
        if payoff[rows[i], columns[0]] > payoff[rows[row], columns[0]]:
            row = i
    for j in range(1, width):
        if payoff[rows[0], columns[j]] < payoff[rows[0], columns[column]]:
            column = j
    game.strategy[ROWS, row] = game.strategy[COLUMNS, column] = 1.0
    return float(payoff[rows[row], columns[column]])


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
def simplex(game: Game) -> Prob:
    """The value of the restricted game, and optimal strategies of both sides: the primal simplex method with Bland's rule.

    The linear program is the columns': maximise the sum of weights with which no row gets more than one, all payoffs shifted to be 1 or more.
    The strategy of the rows is the solution of its dual.
    """
    height, width, strategy = game.sizes[ROWS], game.sizes[COLUMNS], game.strategy
    strategy[:] = 0.0
    if height == 1 or width == 1:
        return _pure(game, height, width)
    last, low = width + height, np.inf
    tableau, basis = np.zeros((height + 1, last + 1)), np.zeros(height, np.int64)
    for i in range(height):
        for j in range(width):
            tableau[i, j] = game.payoff[game.support[ROWS, i], game.support[COLUMNS, j]]
            low = min(low, tableau[i, j])
        tableau[i, width + i] = tableau[i, last] = 1.0
        basis[i] = width + i
    shift = 1.0 - low
    for j in range(width):
        for i in range(height):
            tableau[i, j] += shift
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
    for i in range(height):
        if basis[i] < width:
            strategy[COLUMNS, basis[i]] = tableau[i, last] / total
        strategy[ROWS, i] = tableau[height, width + i] / total
    return float(1.0 / total - shift)


@part
def _best_response(game: Game, side: Int, value: float) -> Int:
    """The line outside a side's support that improves most on the value against the other side's strategy; -1 if none."""
    sign = 1.0 - 2.0 * side
    best, response = sign * value + _TOLERANCE, -1
    for line in range(game.columns if side else game.rows):
        if game.in_support[side, line]:
            continue
        total = 0.0
        for n in range(game.sizes[1 - side]):
            other = game.support[1 - side, n]
            total += game.strategy[1 - side, n] * (game.payoff[other, line] if side else game.payoff[line, other])
        if sign * total > best:
            best, response = sign * total, line
    return response


@part
def double_oracle_step(game: Game) -> tuple[Prob, Flag]:
    """The value of the restricted game, to which the best response of each side is then added; and whether there was none.

    If so, that is the value of the whole game. The payoffs of all lines against both supports have to be known.
    """
    value = simplex(game)
    row, column = _best_response(game, ROWS, value), _best_response(game, COLUMNS, value)
    if row >= 0:
        join(game, ROWS, row)
    if column >= 0:
        join(game, COLUMNS, column)
    return value, row < 0 and column < 0
