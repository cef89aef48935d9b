"""The rest of a round between two players, exactly: both hands are known, nothing is left to chance, and both choose at once.

Solved from the end: at each position the matrix of what comes after each pair of choices, and the best mixtures of them, by double
oracle (only choices that matter are looked at) and the simplex method. What was solved is remembered.

Of a position only what still matters is told apart (`lying`), so that many ways lead to one. The value is the chance of seat 0 to win.

These kernels are unchecked.
"""

from typing import NamedTuple

import numpy as np

from kaiten.fast.chance import mixed
from kaiten.fast.compiling import inlined, kernel, part
from kaiten.fast.words import NOTHING, Int, Numbers, U, Word, Words, held, kth, popcount
from kaiten.players.sushi_go.lying import (
    Rest,
    added,
    after,
    at_end,
    both,
    chance,
    choices,
    list_choices,
    promise,
    reduced,
    stake,
    takes_two,
)
from kaiten.players.sushi_go.matrix import Game, Matrix, blank, solved_so_far

PLACE = 4
"""Words of a place in the memory: a key, another one to be sure, and the least and the most that the value can be."""
_KEY, _CHECK, _LEAST, _MOST = 0, 1, 2, 3

_32, _ONE = U(32), U(1)
_SMALL = 4
"""Cards in each hand, up to which a value is always found exactly: to come back for more would take longer."""


class Solved(NamedTuple):
    """What was solved so far, with one model of the chance to win after a round."""

    model: Matrix
    places: Words
    """By place: a position that is remembered."""
    values: Matrix
    """The same memory as numbers: what is looked up together has to lie together."""
    known: Numbers
    """How many positions there are, how many were looked at for this question, and how many may be."""


@part
def keys(rest: Rest) -> tuple[Word, Word]:
    """What a position is remembered by; the first is never nothing."""
    tables = (U(rest.mine) << _32) | U(rest.theirs)
    ahead = U((rest.points + 1024) * 64 + rest.puddings + 32) | (U(rest.rounds) << _32)
    key = mixed(mixed(mixed(rest.hand) ^ rest.other) ^ mixed(tables) ^ ahead) | _ONE
    return key, mixed(mixed(mixed(rest.other) + rest.hand) + mixed(ahead) ^ tables)


@part
def place(key: Word, check: Word, places: Words) -> Int:
    """Where a position is remembered, or would be."""
    mask = U(len(places) - 1)
    at = np.int64(key & mask)
    while places[at, _KEY] != NOTHING and not (places[at, _KEY] == key and places[at, _CHECK] == check):
        at = np.int64(U(at + 1) & mask)
    return at


@part
def _two_more(model: Matrix, rest: Rest, a: Int, b: Int, c: Int, d: Int) -> Int:
    """The stake, when two more cards go to each table: a and b to one, c and d to the other."""
    mine, points_a, puddings_a = added(rest.mine, a)
    mine, points_b, puddings_b = added(mine, b)
    theirs, points_c, puddings_c = added(rest.theirs, c)
    theirs, points_d, puddings_d = added(theirs, d)
    points = rest.points + points_a + points_b - points_c - points_d
    puddings = rest.puddings + puddings_a + puddings_b - puddings_c - puddings_d
    return stake(model, mine, theirs, points, puddings, rest.rounds)


@part
def _two_each(model: Matrix, rest: Rest) -> Int:
    """The value with two cards in each hand and no chopsticks: half of all positions, and too small to be remembered.

    Everybody takes one card, and then the one that the other has left.
    """
    some, others, rounds = held(rest.hand, 1), held(rest.other, 1), rest.rounds
    kinds, other_kinds = popcount(some), popcount(others)
    p, q, r, s = kth(some, 0), kth(some, kinds - 1), kth(others, 0), kth(others, other_kinds - 1)
    a = _two_more(model, rest, p, s, r, q)
    b = c = d = a
    if other_kinds == 2:
        b = _two_more(model, rest, p, r, s, q)
        d = b
    if kinds == 2:
        c = _two_more(model, rest, q, s, r, p)
        d = c
    if kinds == 2 and other_kinds == 2:
        d = _two_more(model, rest, q, r, s, p)
    # More at stake is never a smaller chance, so what is safe can be told before it is turned into one.
    least, most = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    if least >= most:
        return chance(least, rounds)
    a, b, c, d = chance(a, rounds), chance(b, rounds), chance(c, rounds), chance(d, rounds)
    least, most = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    return least if least >= most else (a * d - b * c) / (a + d - b - c)


@part
def _promising(table: Int, moves: Numbers) -> Int:
    """A choice that is likely to matter: the one with the most points, now and probably later."""
    best, which = -1e9, 0
    before = promise(table)
    for k in range(len(moves)):
        then, points, puddings = after(table, moves[k])
        gain = points + 2.0 * puddings + promise(then) - before
        if gain > best:
            best, which = gain, k
    return which


@inlined
def _unknown(rest: Rest) -> Game:
    """The choices that both have, and nothing known of what comes of them."""
    game = blank(choices(rest.hand, rest.mine, rest.left), choices(rest.other, rest.theirs, rest.left))
    list_choices(rest.hand, rest.mine, rest.left, game.moves)
    list_choices(rest.other, rest.theirs, rest.left, game.replies)
    return game


@kernel
def solve(rest: Rest, low: float, high: float, solved: Solved) -> Int:
    """The chance of whoever holds `hand` to win, when both play as well as can be. Unchecked; test_solving compares it.

    Exactly where it lies between `low` and `high`; else only that it does not: at most `low` or at least `high`, whichever it is
    nearer to, which takes far fewer positions to find.
    """
    if rest.left == 1:
        rest = both(rest, kth(held(rest.hand, 1), 0), kth(held(rest.other, 1), 0))
    left = rest.left
    if left == 0:
        return at_end(solved.model, rest)
    if left == 2 and not takes_two(rest.mine, left) and not takes_two(rest.theirs, left):
        return _two_each(solved.model, rest)
    rest = reduced(rest)
    if left <= _SMALL:
        low, high = 0.0, 1.0
    places, values, known = solved.places, solved.values, solved.known
    key, check = keys(rest)
    at = place(key, check, places)
    least, most = 0.0, 1.0
    if places[at, _KEY] != NOTHING:
        least, most = values[at, _LEAST], values[at, _MOST]
    low, high = max(low, least), min(high, most)
    if low >= high:
        return low if least >= high else high
    known[1] += 1
    if known[1] > known[2]:
        return 0.5  # given up: whoever asked looks at `known`, and nothing more is kept
    game = _unknown(rest)
    matrix, rows, columns, is_row, is_column = game.matrix, game.rows, game.columns, game.is_row, game.is_column
    moves, replies, height, width = game.moves, game.replies, 0, 0
    # One choice by itself: the least that it gets, then the most that anything gets against that reply, and so on. Where the two
    # meet, nobody has to mix.
    by_row, line, likely = True, _promising(rest.mine, moves), _promising(rest.theirs, replies)
    while low < high:
        if by_row:
            if is_row[line]:
                break
            rows[height], is_row[line] = line, True
            height += 1
        else:
            if is_column[line]:
                break
            columns[width], is_column[line] = line, True
            width += 1
        bound, which = (high, -1) if by_row else (low, -1)
        cut = False
        for n in range(len(replies) if by_row else len(moves)):
            k = n
            if n == 0:
                k = likely
            elif n <= likely:
                k = n - 1
            i, j = (line, k) if by_row else (k, line)
            then = both(rest, moves[i], replies[j])
            value = solve(then, low if by_row else bound, bound if by_row else high, solved)
            if (value < bound) if by_row else (value > bound):
                bound, which = value, k
                if (bound <= low) if by_row else (bound >= high):
                    cut = True
                    break
        if not cut:
            if by_row:
                low = least = bound
            else:
                high = most = bound
        by_row, likely, line = not by_row, line, which
    if low < high:
        # Somebody has to mix.
        while True:
            # All choices against the replies that matter so far, and the other way round.
            for i in range(len(moves)):
                for j in range(len(replies)):
                    if (is_row[i] or is_column[j]) and np.isnan(matrix[i, j]):
                        matrix[i, j] = solve(both(rest, moves[i], replies[j]), 0.0, 1.0, solved)
            before = height + width
            low, height, width = solved_so_far(game, height, width)
            if height + width == before:
                break
        least = most = high = low
    if known[0] < len(places) * 3 // 4 and known[1] <= known[2]:
        at = place(key, check, places)
        if places[at, _KEY] == NOTHING:
            places[at, _KEY], places[at, _CHECK] = key, check
            known[0] += 1
        values[at, _LEAST], values[at, _MOST] = least, most
    return low


@kernel
def mixtures(
    rest: Rest, solved: Solved, spare: float, often: Matrix, worth: Matrix, least: Matrix, out: Numbers
) -> tuple[Int, Int, Int]:
    """The value of a position, how many choices each has, and for both: how often each should be made, what it is worth against
    the best mixture, and the least it gets against any choice; as far as it is not worth less than the best by more than `spare`.

    Unchecked.
    """
    game = _unknown(rest)
    matrix, rows, columns, is_row, is_column = game.matrix, game.rows, game.columns, game.is_row, game.is_column
    moves, replies = game.moves, game.replies
    # Not the numbers themselves: Numba would compile what takes them twice.
    height: Int = np.int64(1)
    width: Int = np.int64(0)
    rows[0] = _promising(rest.mine, moves)
    is_row[rows[0]] = True
    value, whole = 0.0, False
    while True:
        for i in range(len(moves)):
            for j in range(len(replies)):
                if (is_row[i] or is_column[j]) and np.isnan(matrix[i, j]):
                    matrix[i, j] = solve(both(rest, moves[i], replies[j]), 0.0, 1.0, solved)
        if whole:
            break
        if width == 0:
            columns[0] = np.argmin(matrix[rows[0]])
            is_column[columns[0]], width = True, 1
            continue
        before = height + width
        value, height, width = solved_so_far(game, height, width)
        if height + width == before:
            # What else may be asked for: all that a choice can get which is nearly as good.
            whole = True
            for i in range(len(moves)):
                for j in range(width):
                    worth[0, i] += game.answer[j] * matrix[i, columns[j]]
                is_row[i] = is_row[i] or worth[0, i] >= value - spare
            for j in range(len(replies)):
                for i in range(height):
                    worth[1, j] += game.mix[i] * (1.0 - matrix[rows[i], j])
                is_column[j] = is_column[j] or worth[1, j] >= 1.0 - value - spare
    for i in range(height):
        often[0, rows[i]] = game.mix[i]
    for j in range(width):
        often[1, columns[j]] = game.answer[j]
    for i in range(len(moves)):
        out[0, i], least[0, i] = moves[i], 1.0 if is_row[i] else 0.0
        for j in range(len(replies)):
            if is_row[i]:
                least[0, i] = min(least[0, i], matrix[i, j])
    for j in range(len(replies)):
        out[1, j], least[1, j] = replies[j], 1.0 if is_column[j] else 0.0
        for i in range(len(moves)):
            if is_column[j]:
                least[1, j] = min(least[1, j], 1.0 - matrix[i, j])
    return value, len(moves), len(replies)
