"""Matrix games: both choose at once, the rows want more and the columns less. The simplex method, and what it leaves out.

These kernels are unchecked.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.compiling import inlined, part
from kaiten.fast.words import Int, Numbers

Matrix = NDArray[np.float64]

_SURE = 1e-10
"""Chances that differ by less are the same."""


@part
def _alone(matrix: Matrix, rows: Int, columns: Int, mix: Matrix, answer: Matrix) -> Int:
    """The same, where one side has only one choice: the other takes what is best against it."""
    row = column = 0
    for i in range(rows):
        mix[i] = 0.0
        if matrix[i, 0] > matrix[row, 0]:
            row = i
    for j in range(columns):
        answer[j] = 0.0
        if matrix[0, j] < matrix[0, column]:
            column = j
    mix[row] = answer[column] = 1.0
    return matrix[row, column]


@part
def simplex(matrix: Matrix, rows: Int, columns: Int, mix: Matrix, answer: Matrix) -> Int:
    """The value of a matrix game in which the rows want more: best mixtures for both, out of the upper left part.

    The columns' problem as it stands in the textbooks: the largest sum of weights with which no row gets more than one.
    """
    if rows == 1 or columns == 1:
        return _alone(matrix, rows, columns, mix, answer)
    low = matrix[0, 0]
    for i in range(rows):
        for j in range(columns):
            low = min(low, matrix[i, j])
    shift = 1.0 - low
    width = columns + rows + 1
    table, basis = np.zeros((rows + 1, width)), np.zeros(rows, np.int64)
    for i in range(rows):
        for j in range(columns):
            table[i, j] = matrix[i, j] + shift
        table[i, columns + i] = table[i, width - 1] = 1.0
        basis[i] = columns + i
    for j in range(columns):
        table[rows, j] = -1.0
    while True:
        # Bland's rule: the first that may, in and out. Whoever takes the best one can go round in circles.
        enters = 0
        while enters < width - 1 and table[rows, enters] > -1e-11:
            enters += 1
        if enters == width - 1:
            break
        leaves, least = -1, np.inf
        for i in range(rows):
            if table[i, enters] > 1e-11:
                ratio = table[i, width - 1] / table[i, enters]
                if ratio < least - 1e-13 or (ratio < least + 1e-13 and basis[i] < basis[leaves]):
                    leaves, least = i, min(least, ratio)
        if leaves < 0:
            break
        pivot = table[leaves, enters]
        for j in range(width):
            table[leaves, j] /= pivot
        for i in range(rows + 1):
            factor = table[i, enters]
            if i != leaves and factor != 0.0:
                for j in range(width):
                    table[i, j] -= factor * table[leaves, j]
        basis[leaves] = enters
    total = table[rows, width - 1]
    for j in range(columns):
        answer[j] = 0.0
    for i in range(rows):
        if basis[i] < columns:
            answer[basis[i]] = table[i, width - 1] / total
        mix[i] = table[rows, columns + i] / total
    return 1.0 / total - shift


class Game(NamedTuple):
    """A matrix game of which more and more is known."""

    matrix: Matrix
    small: Matrix
    """The part that matters so far."""
    mix: Matrix
    """How often each row that matters should be chosen."""
    answer: Matrix
    """The same for columns."""
    rows: Numbers
    """Which of them matter."""
    columns: Numbers
    is_row: Numbers
    """By row: whether it matters."""
    is_column: Numbers
    moves: Numbers
    """What a row stands for."""
    replies: Numbers
    """What a column stands for."""


@inlined
def blank(rows: Int, columns: Int) -> Game:
    """A game of which nothing is known yet.

    Two pieces of memory for all of it: to ask for ten would take as long as the rest.
    """
    cells, lines = rows * columns, rows + columns
    room, which = np.empty(2 * cells + lines), np.zeros(3 * lines, np.int64)
    for cell in range(cells):
        room[cell] = np.nan
    return Game(
        room[:cells].reshape(rows, columns),
        room[cells : 2 * cells].reshape(rows, columns),
        room[2 * cells : 2 * cells + rows],
        room[2 * cells + rows :],
        which[:rows],
        which[rows:lines],
        which[lines : lines + rows],
        which[lines + rows : 2 * lines],
        which[2 * lines : 2 * lines + rows],
        which[2 * lines + rows :],
    )


@part
def solved_so_far(game: Game, height: Int, width: Int) -> tuple[Int, Int, Int]:
    """The value of so many rows and columns that matter so far, and how many do when the best of the others has joined on both sides.

    As many as before: that is the value of the whole game.
    """
    matrix, small, mix, answer, rows, columns, is_row, is_column, _, _ = game
    for i in range(height):
        for j in range(width):
            small[i, j] = matrix[rows[i], columns[j]]
    result = simplex(small, height, width, mix, answer)
    better, row = result + _SURE, -1
    for i in range(len(is_row)):
        if not is_row[i]:
            value = 0.0
            for j in range(width):
                value += answer[j] * matrix[i, columns[j]]
            if value > better:
                better, row = value, i
    worse, column = result - _SURE, -1
    for j in range(len(is_column)):
        if not is_column[j]:
            value = 0.0
            for i in range(height):
                value += mix[i] * matrix[rows[i], j]
            if value < worse:
                worse, column = value, j
    if row >= 0:
        rows[height], is_row[row] = row, True
        height += 1
    if column >= 0:
        columns[width], is_column[column] = column, True
        width += 1
    return result, height, width
