"""Matrix games: both choose at once, the rows want more and the columns less. The simplex method, and what it leaves out.

These kernels are unchecked.
"""

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


@inlined
def blank(choices: Int, replies: Int) -> tuple[Matrix, Matrix, Matrix, Matrix, Numbers, Numbers, Numbers, Numbers]:
    """Room for a game of which nothing is known yet: its matrix, the part that matters, both mixtures; which choices matter, by number,
    and whether each one does.

    Two pieces of memory for all of it: to ask for eight would take as long as the rest.
    """
    cells = choices * replies
    room, which = np.empty(2 * cells + choices + replies), np.zeros(2 * (choices + replies), np.int64)
    for cell in range(cells):
        room[cell] = np.nan
    return (
        room[:cells].reshape(choices, replies),
        room[cells : 2 * cells].reshape(choices, replies),
        room[2 * cells : 2 * cells + choices],
        room[2 * cells + choices :],
        which[:choices],
        which[choices : choices + replies],
        which[choices + replies : 2 * choices + replies],
        which[2 * choices + replies :],
    )


@part
def better_ones(
    matrix: Matrix,
    small: Matrix,
    rows: Numbers,
    columns: Numbers,
    is_row: Numbers,
    is_column: Numbers,
    mix: Matrix,
    answer: Matrix,
    height: Int,
    width: Int,
    choices: Int,
    replies: Int,
) -> tuple[Int, Int, Int]:
    """The value of the choices that matter so far, and for both sides the best that is not among them, or -1."""
    for i in range(height):
        for j in range(width):
            small[i, j] = matrix[rows[i], columns[j]]
    result = simplex(small, height, width, mix, answer)
    better, row = result + _SURE, -1
    for i in range(choices):
        if not is_row[i]:
            value = 0.0
            for j in range(width):
                value += answer[j] * matrix[i, columns[j]]
            if value > better:
                better, row = value, i
    worse, column = result - _SURE, -1
    for j in range(replies):
        if not is_column[j]:
            value = 0.0
            for i in range(height):
                value += mix[i] * matrix[rows[i], j]
            if value < worse:
                worse, column = value, j
    return result, row, column
