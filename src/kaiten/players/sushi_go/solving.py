"""The rest of a round between two players, exactly: both hands are known, nothing is left to chance, and both choose at once.

Solved from the end: at each position the matrix of what comes after each pair of choices, and the best mixtures of them, by double
oracle (only choices that matter are looked at) and the simplex method. What was solved is remembered.

A table is what still matters of it, so that many ways lead to one position: half sets, dumplings, maki icons, open wasabi,
chopsticks. Sets that are whole, nigiri and puddings are differences. The value is the chance of seat 0 to win.

These kernels are unchecked.
"""

import math

import numpy as np

from kaiten.fast.chance import mixed
from kaiten.fast.compiling import inlined, kernel, part
from kaiten.fast.sushi_go.choice import pick, picks, taken
from kaiten.fast.sushi_go.numbers import (
    CHOPSTICKS,
    DIPPED_MORE,
    DUMPLING,
    DUMPLING_POINTS,
    FIRST,
    MAKI_1,
    MAKI_3,
    MAKI_MOST,
    MAKI_SECOND,
    NIGIRI_POINTS,
    OPEN_AT,
    PUDDING,
    PUDDING_MOST,
    SASHIMI,
    SASHIMI_POINTS,
    SECOND,
    TEMPURA,
    TEMPURA_POINTS,
    WASABI,
)
from kaiten.fast.words import BITS, NOTHING, Int, Numbers, U, Word, Words, held, kth, popcount
from kaiten.players.sushi_go.matrix import Matrix, better_ones
from kaiten.players.sushi_go.standing import FEWEST_OF_TWO
from kaiten.sushi_go.cards import MAKI_ICONS

PLACE = 4
"""Words of a place in the memory: a key, another one to be sure, and the value."""
_KEY, _CHECK, _VALUE = 0, 1, 2

_ICONS = np.array(MAKI_ICONS)
_32, _ONE = U(32), U(1)
_EVEN = 1 - FEWEST_OF_TWO
"""Where a model has what as many puddings as the other are worth."""
# Bits of what matters of a table.
_SASHIMI, _DUMPLING, _MAKI, _OPEN, _CHOPSTICKS = 1, 3, 7, 13, 17


@inlined
def _bits(table: Int, at: Int, width: Int) -> Int:
    return (table >> at) & ((1 << width) - 1)


def compact(tempura: int, sashimi: int, dumplings: int, icons: int, waiting: int, chopsticks: int) -> int:
    """What matters of a table: half sets, dumplings, maki icons, open wasabi, chopsticks."""
    sets = tempura | sashimi << _SASHIMI | dumplings << _DUMPLING
    return sets | icons << _MAKI | waiting << _OPEN | chopsticks << _CHOPSTICKS


@part
def added(table: Int, card: Int) -> tuple[Int, Int, Int]:
    """What matters of a table with one more card, the points that are certain by it, and puddings."""
    if card == TEMPURA:
        if table & 1:
            return table - 1, TEMPURA_POINTS[2], 0
        return table + 1, 0, 0
    if card == SASHIMI:
        if _bits(table, _SASHIMI, 2) == 2:
            return table - (2 << _SASHIMI), SASHIMI_POINTS[3], 0
        return table + (1 << _SASHIMI), 0, 0
    if card == DUMPLING:
        had = _bits(table, _DUMPLING, 4)
        return table + (1 << _DUMPLING), DUMPLING_POINTS[had + 1] - DUMPLING_POINTS[had], 0
    if MAKI_1 <= card <= MAKI_3:
        return table + (_ICONS[card] << _MAKI), 0, 0
    if card == PUDDING:
        return table, 0, 1
    if card == WASABI:
        return table + (1 << _OPEN), 0, 0
    if card == CHOPSTICKS:
        return table + (1 << _CHOPSTICKS), 0, 0
    worth = NIGIRI_POINTS[card]
    if _bits(table, _OPEN, 4):
        return table - (1 << _OPEN), worth + DIPPED_MORE * worth, 0
    return table, worth, 0


@part
def after(table: Int, move: Int) -> tuple[Int, Int, Int]:
    """The same for a move of one card or two."""
    table, points, puddings = added(table, FIRST[move])
    if SECOND[move] >= 0:
        table, more, too = added(table - (1 << _CHOPSTICKS), SECOND[move])
        points, puddings = points + more, puddings + too
    return table, points, puddings


@inlined
def as_word(table: Int) -> Word:
    """As much of a table's word as says what may be chosen."""
    return (U(_bits(table, _OPEN, 4)) << OPEN_AT) | (U(_bits(table, _CHOPSTICKS, 3)) << U(BITS * CHOPSTICKS))


@part
def leaf(model: Matrix, mine: Int, theirs: Int, points: Int, puddings: Int, left: Int) -> Int:
    """The chance to win when the round has been played: so many points and puddings ahead, with so many rounds left."""
    icons, others = _bits(mine, _MAKI, 6), _bits(theirs, _MAKI, 6)
    if icons > others:
        points += MAKI_MOST - (MAKI_SECOND if others else 0)
    elif others > icons:
        points -= MAKI_MOST - (MAKI_SECOND if icons else 0)
    if left:
        return 1.0 / (1.0 + math.exp(-model[left, 0] * points - model[left, _EVEN + puddings]))
    if puddings:
        points += PUDDING_MOST if puddings > 0 else -PUDDING_MOST
    rank = points * 64 + puddings
    return 1.0 if rank > 0 else (0.0 if rank < 0 else 0.5)


@part
def both(
    hand: Word, other: Word, mine: Int, theirs: Int, move: Int, reply: Int
) -> tuple[Word, Word, Int, Int, Int, Int]:
    """Hands, tables and differences after a pair of choices; the hands have been passed."""
    mine, points, puddings = after(mine, move)
    theirs, lost, fewer = after(theirs, reply)
    return taken(other, reply), taken(hand, move), mine, theirs, points - lost, puddings - fewer


@part
def _place(key: Word, check: Word, places: Words) -> Int:
    """Where a position is remembered, or would be."""
    mask = U(len(places) - 1)
    at = np.int64(key & mask)
    while places[at, _KEY] != NOTHING and not (places[at, _KEY] == key and places[at, _CHECK] == check):
        at = np.int64(U(at + 1) & mask)
    return at


@part
def _one_more(
    model: Matrix,
    rounds: Int,
    hand: Word,
    other: Word,
    mine: Int,
    theirs: Int,
    points: Int,
    puddings: Int,
    i: Int,
    j: Int,
) -> Int:
    """What two hands of two cards come to, when the players take these of their kinds, and then what is left."""
    some, others = held(hand, 1), held(other, 1)
    hand, other, mine, theirs, more, too = both(hand, other, mine, theirs, kth(some, i), kth(others, j))
    points, puddings = points + more, puddings + too
    _, _, mine, theirs, more, too = both(hand, other, mine, theirs, kth(held(hand, 1), 0), kth(held(other, 1), 0))
    return leaf(model, mine, theirs, points + more, puddings + too, rounds)


@part
def _two_each(
    model: Matrix, rounds: Int, hand: Word, other: Word, mine: Int, theirs: Int, points: Int, puddings: Int
) -> Int:
    """The value with two cards in each hand and no chopsticks: half of all positions, and too small to be remembered."""
    choices, replies = popcount(held(hand, 1)), popcount(held(other, 1))
    a = _one_more(model, rounds, hand, other, mine, theirs, points, puddings, 0, 0)
    if choices == 1 and replies == 1:
        return a
    if choices == 1:
        return min(a, _one_more(model, rounds, hand, other, mine, theirs, points, puddings, 0, 1))
    c = _one_more(model, rounds, hand, other, mine, theirs, points, puddings, 1, 0)
    if replies == 1:
        return max(a, c)
    b = _one_more(model, rounds, hand, other, mine, theirs, points, puddings, 0, 1)
    d = _one_more(model, rounds, hand, other, mine, theirs, points, puddings, 1, 1)
    least, most = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    return least if least >= most else (a * d - b * c) / (a + d - b - c)


@part
def promising(hand: Word, word: Word, table: Int, two: Int, choices: Int) -> Int:
    """A choice that is likely to matter: the one with the most points, now and probably later."""
    best, which = -1e9, 0
    before = _promise(table)
    for k in range(choices):
        then, points, puddings = after(table, pick(hand, word, two, k))
        gain = points + 2.0 * puddings + _promise(then) - before
        if gain > best:
            best, which = gain, k
    return which


@inlined
def _promise(table: Int) -> Int:
    """About what is to be had for what lies on a table and has no points yet."""
    sets = 2.0 * (table & 1) + 2.5 * _bits(table, _SASHIMI, 2)
    return sets + _bits(table, _MAKI, 6) + 2.5 * _bits(table, _OPEN, 4) + _bits(table, _CHOPSTICKS, 3)


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
    places: Words,
    values: Matrix,
    known: Numbers,
) -> Int:
    """The chance of whoever holds `hand` to win, when both play as well as can be. Unchecked; test_solving compares it.

    So many points and puddings ahead, `left` cards in each hand, and so many rounds left after this one. `places` remembers
    positions, and `values` is the same memory as numbers, since what is looked up together has to lie together; `known` says how
    many there are, how many were looked at this time, and how many may be.
    """
    if left == 1:
        _, _, mine, theirs, more, too = both(hand, other, mine, theirs, kth(held(hand, 1), 0), kth(held(other, 1), 0))
        return leaf(model, mine, theirs, points + more, puddings + too, rounds)
    two, they = _bits(mine, _CHOPSTICKS, 3) > 0, _bits(theirs, _CHOPSTICKS, 3) > 0
    if left == 2 and not two and not they:
        return _two_each(model, rounds, hand, other, mine, theirs, points, puddings)
    tables = (U(mine) << _32) | U(theirs)
    ahead = U((points + 1024) * 64 + puddings + 32) | (U(rounds) << _32)
    key = mixed(mixed(mixed(hand) ^ other) ^ mixed(tables) ^ ahead) | _ONE
    check = mixed(mixed(mixed(other) + hand) + mixed(ahead) ^ tables)
    at = _place(key, check, places)
    if places[at, _KEY] != NOTHING:
        return values[at, _VALUE]
    known[1] += 1
    if known[1] > known[2]:
        return 0.5  # given up: whoever asked looks at `known`, and nothing more is kept
    word, others = as_word(mine), as_word(theirs)
    choices, replies = picks(hand, word, two), picks(other, others, they)
    matrix, small = np.full((choices, replies), np.nan), np.zeros((choices, replies))
    rows, columns = np.zeros(choices, np.int64), np.zeros(replies, np.int64)
    is_row, is_column = np.zeros(choices, np.bool_), np.zeros(replies, np.bool_)
    mix, answer = np.zeros(choices), np.zeros(replies)
    height = width = 1
    rows[0], columns[0] = promising(hand, word, mine, two, choices), promising(other, others, theirs, they, replies)
    is_row[rows[0]] = is_column[columns[0]] = True
    result = 0.0
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
                        places,
                        values,
                        known,
                    )
        result, row, column = better_ones(
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
    if known[0] < len(places) * 3 // 4 and known[1] <= known[2]:
        at = _place(key, check, places)
        if places[at, _KEY] == NOTHING:
            places[at, _KEY], places[at, _CHECK], values[at, _VALUE] = key, check, result
            known[0] += 1
    return result


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
    two, they = left > 1 and _bits(mine, _CHOPSTICKS, 3) > 0, left > 1 and _bits(theirs, _CHOPSTICKS, 3) > 0
    choices, replies = picks(hand, word, two), picks(other, others, they)
    for i in range(choices):
        moves[0, i] = pick(hand, word, two, i)
    for j in range(replies):
        moves[1, j] = pick(other, others, they, j)
    matrix, small = np.full((choices, replies), np.nan), np.zeros((choices, replies))
    rows, columns = np.zeros(choices, np.int64), np.zeros(replies, np.int64)
    is_row, is_column = np.zeros(choices, np.bool_), np.zeros(replies, np.bool_)
    mix, answer = np.zeros(choices), np.zeros(replies)
    height = width = 1
    rows[0], columns[0] = promising(hand, word, mine, two, choices), promising(other, others, theirs, they, replies)
    is_row[rows[0]] = is_column[columns[0]] = True
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
                            places,
                            values,
                            known,
                        )
        if whole:
            break
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
