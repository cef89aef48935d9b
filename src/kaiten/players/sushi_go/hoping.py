"""Hope for mistakes, between two players who see both hands: what comes of a position when one makes only choices that are as good as
any, whatever the other does, and the other plays the rest of the round as ordinary players do: like regular, with some share, or else
like the policy.

To hope costs nothing, so it is what chooses among equals: who is behind takes the line on which the other goes wrong most easily.

These kernels are unchecked.
"""

from typing import NamedTuple

import numpy as np

from kaiten.fast.compiling import inlined, kernel, part
from kaiten.fast.sushi_go.numbers import ROUNDS
from kaiten.fast.words import KINDS, NOTHING, Int, Numbers, Word, Words, held, kth
from kaiten.players.sushi_go.leaning import Weights, lead, progress
from kaiten.players.sushi_go.lying import Rest, as_word, at_end, both, choice, choices, maki_of, swapped, takes_two
from kaiten.players.sushi_go.matrix import Matrix
from kaiten.players.sushi_go.planning import judged
from kaiten.players.sushi_go.room import MOST_CHOICES
from kaiten.players.sushi_go.searching import leanings
from kaiten.players.sushi_go.solving import Solved, keys, mixtures, place, solve

SURE = 1e-9
"""A choice that gives away no more of the chance to win is as safe as the best."""
UNLIKELY = 0.03
"""A reply that is so many times less likely than another is neither hoped for nor feared."""


class Expected(NamedTuple):
    """Who the other is taken to be."""

    weights: Weights
    """Of the policy."""
    share: float
    """How likely it is regular instead."""


class Hoped(NamedTuple):
    """What may be hoped for in positions that were looked at."""

    places: Words
    hopes: Matrix
    """The same memory, as numbers."""
    asked: Numbers
    """How many positions were looked at, and how many may be."""


@part
def _far(table: Int, other: Int, puddings: Int) -> Word:
    """How far a table has come, as the policy sees it."""
    return progress(as_word(table), lead(maki_of(table), maki_of(other)), lead(puddings, 0))


@part
def _replies(rest: Rest, expected: Expected, likely: Weights) -> Int:
    """How likely each of the other's choices is; returns how many there are."""
    rest = swapped(rest)
    number = leanings(
        expected.weights,
        np.zeros(KINDS),
        np.zeros(KINDS),
        rest.hand,
        as_word(rest.mine),
        _far(rest.mine, rest.theirs, rest.puddings),
        _far(rest.theirs, rest.mine, -rest.puddings),
        rest.other,
        rest.left,
        ROUNDS - 1 - rest.rounds,
        takes_two(rest.mine, rest.left),
        likely,
        np.int64(0),
    )
    if expected.share > 0.0:
        worth = np.zeros(number)
        judged(rest, worth)
        best, tied = worth.max() - SURE, 0
        for k in range(number):
            tied += worth[k] > best
        for k in range(number):
            likely[k] *= 1.0 - expected.share
            if worth[k] > best:
                likely[k] += expected.share / tied
    return number


@inlined
def _likely(rest: Rest, expected: Expected) -> Weights:
    """The same without what is unlikely; the rest are one."""
    room = np.zeros(MOST_CHOICES)
    likely = room[: _replies(rest, expected, room)]
    enough, total = UNLIKELY * likely.max(), 0.0
    for j in range(len(likely)):
        if likely[j] < enough:
            likely[j] = 0.0
        total += likely[j]
    for j in range(len(likely)):
        likely[j] /= total
    return likely


@kernel
def replies_by(rest: Rest, expected: Expected, likely: Weights, moves: Numbers) -> Int:
    """How likely each of the other's choices is, and which they are; returns how many. Unchecked."""
    number = _replies(rest, expected, likely)
    for j in range(number):
        moves[j] = choice(rest.other, rest.theirs, rest.left, j)
    return number


@inlined
def _safe(rest: Rest, value: Int, solved: Solved, often: Matrix) -> Int:
    """Write 1 for each choice that gets the value whatever the other does; returns how many do."""
    hand, other, mine, theirs, left = rest.hand, rest.other, rest.mine, rest.theirs, rest.left
    safe = 0
    for i in range(len(often)):
        often[i] = 1.0
        # With nothing to lose all are safe.
        for j in range(choices(other, theirs, left) if value > SURE else 0):
            then = both(rest, choice(hand, mine, left, i), choice(other, theirs, left, j))
            if solve(then, value - 2 * SURE, value - SURE, solved) < value - SURE:
                often[i] = 0.0
                break
        safe += often[i] > 0.0
    return safe


@inlined
def _mixture(rest: Rest, solved: Solved, often: Matrix) -> None:
    """Write how often each choice should be made."""
    found, moves = np.zeros((3, 2, MOST_CHOICES)), np.zeros((2, MOST_CHOICES), np.int64)
    mixtures(rest, solved, 0.0, found[0], found[1], found[2], moves)
    for i in range(len(often)):
        often[i] = found[0, 0, i]


@kernel
def hope(rest: Rest, expected: Expected, solved: Solved, hoped: Hoped) -> Int:
    """The chance to win, hoping: by the best of the choices that are safe, or else by a mixture of them as often as is best.

    Unchecked; test_hoping compares it.
    """
    if rest.left == 1:
        return at_end(solved.model, both(rest, kth(held(rest.hand, 1), 0), kth(held(rest.other, 1), 0)))
    key, check = keys(rest)
    at = place(key, check, hoped.places)
    if hoped.places[at, 0] != NOTHING:
        return hoped.hopes[at, 2]
    value = solve(rest, 0.0, 1.0, solved)
    if value > 1.0 - SURE:
        return value
    asked, known = hoped.asked, solved.known
    asked[0] += 1
    if asked[0] > asked[1] or known[1] > known[2]:
        return value  # given up: whoever asked looks at both
    often, likely = np.zeros(choices(rest.hand, rest.mine, rest.left)), _likely(rest, expected)
    safe = _safe(rest, value, solved, often)
    if not safe:
        _mixture(rest, solved, often)
    best = 0.0
    for i in range(len(often)):
        if often[i] == 0.0:
            continue
        mean, move = 0.0, choice(rest.hand, rest.mine, rest.left, i)
        for j in range(len(likely)):
            if likely[j] > 0.0:
                then = both(rest, move, choice(rest.other, rest.theirs, rest.left, j))
                mean += likely[j] * hope(then, expected, solved, hoped)
        best = max(best, mean) if safe else best + often[i] * mean
    if asked[0] <= asked[1]:
        at = place(key, check, hoped.places)
        hoped.places[at, 0], hoped.places[at, 1], hoped.hopes[at, 2] = key, check, best
    return best


@kernel
def hopes_by(rest: Rest, expected: Expected, solved: Solved, hoped: Hoped, moves: Numbers, out: Matrix) -> None:
    """What may be hoped for by each of these moves. Unchecked."""
    likely = _likely(rest, expected)
    for k in range(len(moves)):
        for j in range(len(likely)):
            if likely[j] > 0.0:
                then = both(rest, moves[k], choice(rest.other, rest.theirs, rest.left, j))
                out[k] += likely[j] * hope(then, expected, solved, hoped)
