"""The rest of a round between two players, exactly: both hands are known, nothing is left to chance, and both choose at once.

Solved from the end: at each position the matrix of what comes after each pair of choices, and the best mixtures of them, by double
oracle (only choices that matter are looked at) and the simplex method. What was solved is remembered.

Of a position only what still matters is told apart (`lying`), so that many ways lead to one. The value is the chance of seat 0 to win.

These kernels are unchecked.
"""

import numpy as np

from kaiten.fast.chance import mixed
from kaiten.fast.compiling import kernel, part
from kaiten.fast.sushi_go.choice import pick, picks
from kaiten.fast.words import NOTHING, Int, Numbers, U, Word, Words, held, kth, popcount
from kaiten.players.sushi_go.lying import (
    added,
    after,
    as_word,
    both,
    chance,
    has_chopsticks,
    leaf,
    promise,
    reduced,
    stake,
)
from kaiten.players.sushi_go.matrix import Matrix, better_ones, blank

PLACE = 4
"""Words of a place in the memory: a key, another one to be sure, and the least and the most that the value can be."""
_KEY, _CHECK, _LEAST, _MOST = 0, 1, 2, 3

_32, _ONE = U(32), U(1)
_SMALL = 4
"""Cards in each hand, up to which a value is always found exactly: to come back for more would take longer."""


@part
def keys(hand: Word, other: Word, mine: Int, theirs: Int, points: Int, puddings: Int, rounds: Int) -> tuple[Word, Word]:
    """What a position is remembered by; the first is never nothing."""
    tables = (U(mine) << _32) | U(theirs)
    ahead = U((points + 1024) * 64 + puddings + 32) | (U(rounds) << _32)
    key = mixed(mixed(mixed(hand) ^ other) ^ mixed(tables) ^ ahead) | _ONE
    return key, mixed(mixed(mixed(other) + hand) + mixed(ahead) ^ tables)


@part
def place(key: Word, check: Word, places: Words) -> Int:
    """Where a position is remembered, or would be."""
    mask = U(len(places) - 1)
    at = np.int64(key & mask)
    while places[at, _KEY] != NOTHING and not (places[at, _KEY] == key and places[at, _CHECK] == check):
        at = np.int64(U(at + 1) & mask)
    return at


@part
def _two_more(
    model: Matrix, rounds: Int, mine: Int, theirs: Int, points: Int, puddings: Int, a: Int, b: Int, c: Int, d: Int
) -> Int:
    """The stake, when two more cards go to each table: a and b to one, c and d to the other."""
    mine, points_a, puddings_a = added(mine, a)
    mine, points_b, puddings_b = added(mine, b)
    theirs, points_c, puddings_c = added(theirs, c)
    theirs, points_d, puddings_d = added(theirs, d)
    points += points_a + points_b - points_c - points_d
    return stake(model, mine, theirs, points, puddings + puddings_a + puddings_b - puddings_c - puddings_d, rounds)


@part
def _two_each(
    model: Matrix, rounds: Int, hand: Word, other: Word, mine: Int, theirs: Int, points: Int, puddings: Int
) -> Int:
    """The value with two cards in each hand and no chopsticks: half of all positions, and too small to be remembered.

    Everybody takes one card, and then the one that the other has left.
    """
    some, others = held(hand, 1), held(other, 1)
    choices, replies = popcount(some), popcount(others)
    p, q, r, s = kth(some, 0), kth(some, choices - 1), kth(others, 0), kth(others, replies - 1)
    a = _two_more(model, rounds, mine, theirs, points, puddings, p, s, r, q)
    b = c = d = a
    if replies == 2:
        b = _two_more(model, rounds, mine, theirs, points, puddings, p, r, s, q)
        d = b
    if choices == 2:
        c = _two_more(model, rounds, mine, theirs, points, puddings, q, s, r, p)
        d = c
    if choices == 2 and replies == 2:
        d = _two_more(model, rounds, mine, theirs, points, puddings, q, r, s, p)
    # More at stake is never a smaller chance, so what is safe can be told before it is turned into one.
    least, most = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    if least >= most:
        return chance(least, rounds)
    a, b, c, d = chance(a, rounds), chance(b, rounds), chance(c, rounds), chance(d, rounds)
    least, most = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    return least if least >= most else (a * d - b * c) / (a + d - b - c)


@part
def promising(hand: Word, word: Word, table: Int, two: Int, choices: Int) -> Int:
    """A choice that is likely to matter: the one with the most points, now and probably later."""
    best, which = -1e9, 0
    before = promise(table)
    for k in range(choices):
        then, points, puddings = after(table, pick(hand, word, two, k))
        gain = points + 2.0 * puddings + promise(then) - before
        if gain > best:
            best, which = gain, k
    return which


@kernel
def solve(
    model: Matrix,
    rounds: int,
    hand: Int,
    other: Int,
    mine: int,
    theirs: int,
    points: int,
    puddings: int,
    left: int,
    low: float,
    high: float,
    places: Words,
    values: Matrix,
    known: Numbers,
) -> Int:
    """The chance of whoever holds `hand` to win, when both play as well as can be. Unchecked; test_solving compares it.

    Exactly where it lies between `low` and `high`; else only that it does not: at most `low` or at least `high`, whichever it is
    nearer to, which takes far fewer positions to find.

    So many points and puddings ahead, `left` cards in each hand, and so many rounds left after this one. `places` remembers
    positions, and `values` is the same memory as numbers, since what is looked up together has to lie together; `known` says how
    many there are, how many were looked at this time, and how many may be.
    """
    if left == 1:
        _, _, mine, theirs, more, too = both(hand, other, mine, theirs, kth(held(hand, 1), 0), kth(held(other, 1), 0))
        return leaf(model, mine, theirs, points + more, puddings + too, rounds)
    two, they = has_chopsticks(mine), has_chopsticks(theirs)
    if left == 2 and not two and not they:
        return _two_each(model, rounds, hand, other, mine, theirs, points, puddings)
    mine, theirs, points, puddings = reduced(hand, other, mine, theirs, points, puddings, left, rounds)
    if left <= _SMALL:
        low, high = 0.0, 1.0
    key, check = keys(hand, other, mine, theirs, points, puddings, rounds)
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
    word, others = as_word(mine), as_word(theirs)
    choices, replies = picks(hand, word, two), picks(other, others, they)
    matrix, small, mix, answer, rows, columns, is_row, is_column = blank(choices, replies)
    height = width = 0
    # One choice by itself: the least that it gets, then the most that anything gets against that reply, and so on. Where the two
    # meet, nobody has to mix.
    by_row, line = True, promising(hand, word, mine, two, choices)
    likely = promising(other, others, theirs, they, replies)
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
        for n in range(replies if by_row else choices):
            k = n
            if n == 0:
                k = likely
            elif n <= likely:
                k = n - 1
            i, j = (line, k) if by_row else (k, line)
            hand_, other_, mine_, theirs_, more, too = both(
                hand, other, mine, theirs, pick(hand, word, two, i), pick(other, others, they, j)
            )
            value = solve(
                model,
                rounds,
                hand_,
                other_,
                mine_,
                theirs_,
                points + more,
                puddings + too,
                left - 1,
                low if by_row else bound,
                bound if by_row else high,
                places,
                values,
                known,
            )
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
            for i in range(choices):
                for j in range(replies):
                    if (is_row[i] or is_column[j]) and np.isnan(matrix[i, j]):
                        hand_, other_, mine_, theirs_, more, too = both(
                            hand, other, mine, theirs, pick(hand, word, two, i), pick(other, others, they, j)
                        )
                        matrix[i, j] = solve(
                            model,
                            rounds,
                            hand_,
                            other_,
                            mine_,
                            theirs_,
                            points + more,
                            puddings + too,
                            left - 1,
                            0.0,
                            1.0,
                            places,
                            values,
                            known,
                        )
            low, row, column = better_ones(
                matrix, small, rows, columns, is_row, is_column, mix, answer, height, width, choices, replies
            )
            if row < 0 and column < 0:
                break
            if row >= 0:
                rows[height], is_row[row] = row, True
                height += 1
            if column >= 0:
                columns[width], is_column[column] = column, True
                width += 1
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
    model: Matrix,
    rounds: int,
    hand: Int,
    other: Int,
    mine: int,
    theirs: int,
    points: int,
    puddings: int,
    left: int,
    places: Words,
    values: Matrix,
    known: Numbers,
    spare: float,
    often: Matrix,
    worth: Matrix,
    least: Matrix,
    moves: Numbers,
) -> tuple[Int, Int, Int]:
    """The value of a position, how many choices each has, and for both: how often each should be made, what it is worth against
    the best mixture, and the least it gets against any choice; as far as it is not worth less than the best by more than `spare`.

    Unchecked.
    """
    word, others = as_word(mine), as_word(theirs)
    two, they = left > 1 and has_chopsticks(mine), left > 1 and has_chopsticks(theirs)
    choices, replies = picks(hand, word, two), picks(other, others, they)
    for i in range(choices):
        moves[0, i] = pick(hand, word, two, i)
    for j in range(replies):
        moves[1, j] = pick(other, others, they, j)
    matrix, small, mix, answer, rows, columns, is_row, is_column = blank(choices, replies)
    height, width = 1, 0
    rows[0] = promising(hand, word, mine, two, choices)
    is_row[rows[0]] = True
    value, whole = 0.0, False
    while True:
        for i in range(choices):
            for j in range(replies):
                if (is_row[i] or is_column[j]) and np.isnan(matrix[i, j]):
                    hand_, other_, mine_, theirs_, more, too = both(hand, other, mine, theirs, moves[0, i], moves[1, j])
                    if left == 1:
                        matrix[i, j] = leaf(model, mine_, theirs_, points + more, puddings + too, rounds)
                    else:
                        matrix[i, j] = solve(
                            model,
                            rounds,
                            hand_,
                            other_,
                            mine_,
                            theirs_,
                            points + more,
                            puddings + too,
                            left - 1,
                            0.0,
                            1.0,
                            places,
                            values,
                            known,
                        )
        if whole:
            break
        if width == 0:
            columns[0] = np.argmin(matrix[rows[0]])
            is_column[columns[0]], width = True, 1
            continue
        value, row, column = better_ones(
            matrix, small, rows, columns, is_row, is_column, mix, answer, height, width, choices, replies
        )
        if row >= 0:
            rows[height], is_row[row] = row, True
            height += 1
        if column >= 0:
            columns[width], is_column[column] = column, True
            width += 1
        if row < 0 and column < 0:
            # What else may be asked for: all that a choice can get which is nearly as good.
            whole = True
            for i in range(choices):
                for j in range(width):
                    worth[0, i] += answer[j] * matrix[i, columns[j]]
                is_row[i] = is_row[i] or worth[0, i] >= value - spare
            for j in range(replies):
                for i in range(height):
                    worth[1, j] += mix[i] * (1.0 - matrix[rows[i], j])
                is_column[j] = is_column[j] or worth[1, j] >= 1.0 - value - spare
    for i in range(height):
        often[0, rows[i]] = mix[i]
    for j in range(width):
        often[1, columns[j]] = answer[j]
    for i in range(choices):
        least[0, i] = matrix[i].min() if is_row[i] else 0.0
    for j in range(replies):
        least[1, j] = 1.0 - matrix[:, j].max() if is_column[j] else 0.0
    return value, choices, replies
