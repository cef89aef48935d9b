"""Hope for mistakes, between two players who see both hands: what comes of a position when one makes only choices that are as good as
any, whatever the other does, and the other plays the rest of the round as ordinary players do: like regular, with some share, or else
like the policy.

To hope costs nothing, so it is what chooses among equals: who is behind takes the line on which the other goes wrong most easily.

These kernels are unchecked.
"""

import numpy as np

from kaiten.fast.compiling import kernel, part
from kaiten.fast.sushi_go.choice import pick, picks
from kaiten.fast.sushi_go.numbers import ROUNDS
from kaiten.fast.words import KINDS, NOTHING, Int, Numbers, Word, Words, held, kth
from kaiten.players.sushi_go.leaning import Weights, lead, progress
from kaiten.players.sushi_go.lying import as_word, both, has_chopsticks, leaf, maki_of
from kaiten.players.sushi_go.matrix import Matrix
from kaiten.players.sushi_go.planning import judged
from kaiten.players.sushi_go.room import MOST_CHOICES
from kaiten.players.sushi_go.searching import leanings
from kaiten.players.sushi_go.solving import keys, mixtures, place, solve

SURE = 1e-9
"""A choice that gives away no more of the chance to win is as safe as the best."""
UNLIKELY = 0.03
"""A reply that is so many times less likely than another is neither hoped for nor feared."""


@part
def _far(table: Int, other: Int, puddings: Int) -> Word:
    """How far a table has come, as the policy sees it."""
    return progress(as_word(table), lead(maki_of(table), maki_of(other)), lead(puddings, 0))


@part
def _plan(
    hand: Word, other: Word, mine: Int, theirs: Int, puddings: Int, left: Int, rounds: Int, share: Int, out: Weights
) -> None:
    """Make each choice of whoever holds `hand` less likely by a share, and give that share to what regular would choose."""
    worth = np.zeros(len(out))
    judged(hand, other, mine, theirs, puddings, left, rounds, worth)
    best = worth.max() - SURE
    tied = (worth > best).sum()
    for k in range(len(out)):
        out[k] = (1.0 - share) * out[k] + (share / tied if worth[k] > best else 0.0)


@part
def _replies(
    weights: Weights,
    hand: Word,
    other: Word,
    mine: Int,
    theirs: Int,
    puddings: Int,
    left: Int,
    rounds: Int,
    share: Int,
    likely: Weights,
) -> Int:
    """How likely each of the other's choices is, who may be regular with a share, or else the policy; returns how many there are."""
    replies = leanings(
        weights,
        np.zeros(KINDS),
        np.zeros(KINDS),
        other,
        as_word(theirs),
        _far(theirs, mine, -puddings),
        _far(mine, theirs, puddings),
        hand,
        left,
        ROUNDS - 1 - rounds,
        has_chopsticks(theirs),
        likely,
        0,
    )
    if share > 0.0:
        _plan(other, hand, theirs, mine, -puddings, left, rounds, share, likely[:replies])
    return replies


@part
def _leave_out(likely: Weights) -> None:
    """What is unlikely does not count; the rest are one."""
    enough, total = UNLIKELY * likely.max(), 0.0
    for j in range(len(likely)):
        if likely[j] < enough:
            likely[j] = 0.0
        total += likely[j]
    likely /= total


@kernel
def replies_by(
    weights: Weights,
    share: float,
    rounds: int,
    hand: Int,
    other: Int,
    mine: int,
    theirs: int,
    _points: int,
    puddings: int,
    left: int,
    likely: Weights,
    moves: Numbers,
) -> Int:
    """How likely each of the other's choices is, and which they are; returns how many. Unchecked."""
    replies = _replies(weights, hand, other, mine, theirs, puddings, left, rounds, share, likely)
    for j in range(replies):
        moves[j] = pick(other, as_word(theirs), has_chopsticks(theirs), j)
    return replies


@part
def _safe(
    model: Matrix,
    rounds: Int,
    hand: Word,
    other: Word,
    mine: Int,
    theirs: Int,
    points: Int,
    puddings: Int,
    left: Int,
    value: Int,
    places: Words,
    values: Matrix,
    known: Numbers,
    often: Matrix,
) -> Int:
    """Write 1 for each choice that gets the value whatever the other does; returns how many do."""
    word, others = as_word(mine), as_word(theirs)
    two, they = has_chopsticks(mine), has_chopsticks(theirs)
    safe = 0
    for i in range(len(often)):
        often[i] = 1.0
        # With nothing to lose all are safe.
        for j in range(picks(other, others, they) if value > SURE else 0):
            hand_, other_, mine_, theirs_, more, too = both(
                hand, other, mine, theirs, pick(hand, word, two, i), pick(other, others, they, j)
            )
            least = solve(
                model,
                rounds,
                hand_,
                other_,
                mine_,
                theirs_,
                points + more,
                puddings + too,
                left - 1,
                value - 2 * SURE,
                value - SURE,
                places,
                values,
                known,
            )
            if least < value - SURE:
                often[i] = 0.0
                break
        safe += often[i] > 0.0
    return safe


@part
def _mixture(
    model: Matrix,
    rounds: Int,
    hand: Word,
    other: Word,
    mine: Int,
    theirs: Int,
    points: Int,
    puddings: Int,
    left: Int,
    places: Words,
    values: Matrix,
    known: Numbers,
    often: Matrix,
) -> None:
    """Write how often each choice should be made."""
    found, moves = np.zeros((3, 2, MOST_CHOICES)), np.zeros((2, MOST_CHOICES), np.int64)
    mixtures(
        model,
        rounds,
        hand,
        other,
        mine,
        theirs,
        points,
        puddings,
        left,
        places,
        values,
        known,
        0.0,
        found[0],
        found[1],
        found[2],
        moves,
    )
    often[:] = found[0, 0, : len(often)]


@kernel
def hope(
    model: Matrix,
    weights: Weights,
    share: float,
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
    kept: Words,
    hopes: Matrix,
    asked: Numbers,
) -> Int:
    """The chance to win, hoping: by the best of the choices that are safe, or else by a mixture of them as often as is best.

    `places`, `values` and `known` are as in `solve`. `kept` and `hopes` remember in the same way what may be hoped for; `asked` says how
    many positions were looked at for that, and how many may be. Unchecked; test_hoping compares it.
    """
    if left == 1:
        _, _, mine, theirs, more, too = both(hand, other, mine, theirs, kth(held(hand, 1), 0), kth(held(other, 1), 0))
        return leaf(model, mine, theirs, points + more, puddings + too, rounds)
    key, check = keys(hand, other, mine, theirs, points, puddings, rounds)
    at = place(key, check, kept)
    if kept[at, 0] != NOTHING:
        return hopes[at, 2]
    value = solve(
        model,
        rounds,
        hand,
        other,
        mine,
        theirs,
        points,
        puddings,
        left,
        0.0,
        1.0,
        places,
        values,
        known,
    )
    if value > 1.0 - SURE:
        return value
    asked[0] += 1
    if asked[0] > asked[1] or known[1] > known[2]:
        return value  # given up: whoever asked looks at both
    word, others = as_word(mine), as_word(theirs)
    two, they = has_chopsticks(mine), has_chopsticks(theirs)
    likely, often = np.zeros(MOST_CHOICES), np.zeros(picks(hand, word, two))
    replies = _replies(weights, hand, other, mine, theirs, puddings, left, rounds, share, likely)
    _leave_out(likely[:replies])
    safe = _safe(model, rounds, hand, other, mine, theirs, points, puddings, left, value, places, values, known, often)
    if not safe:
        _mixture(model, rounds, hand, other, mine, theirs, points, puddings, left, places, values, known, often)
    best = 0.0
    for i in range(len(often)):
        if often[i] == 0.0:
            continue
        mean = 0.0
        for j in range(replies):
            if likely[j] == 0.0:
                continue
            hand_, other_, mine_, theirs_, more, too = both(
                hand, other, mine, theirs, pick(hand, word, two, i), pick(other, others, they, j)
            )
            mean += likely[j] * hope(
                model,
                weights,
                share,
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
                kept,
                hopes,
                asked,
            )
        best = max(best, mean) if safe else best + often[i] * mean
    if asked[0] <= asked[1]:
        at = place(key, check, kept)
        kept[at, 0], kept[at, 1], hopes[at, 2] = key, check, best
    return best


@kernel
def hopes_by(
    model: Matrix,
    weights: Weights,
    share: float,
    rounds: int,
    hand: Int,
    other: Int,
    mine: int,
    theirs: int,
    points: int,
    puddings: int,
    left: int,
    moves: Numbers,
    places: Words,
    values: Matrix,
    known: Numbers,
    kept: Words,
    hopes: Matrix,
    asked: Numbers,
    out: Matrix,
) -> None:
    """What may be hoped for by each of these moves. Unchecked."""
    others, they, likely = as_word(theirs), has_chopsticks(theirs), np.zeros(MOST_CHOICES)
    replies = _replies(weights, hand, other, mine, theirs, puddings, left, rounds, share, likely)
    _leave_out(likely[:replies])
    for k in range(len(moves)):
        for j in range(replies):
            if likely[j] == 0.0:
                continue
            hand_, other_, mine_, theirs_, more, too = both(
                hand, other, mine, theirs, moves[k], pick(other, others, they, j)
            )
            out[k] += likely[j] * hope(
                model,
                weights,
                share,
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
                kept,
                hopes,
                asked,
            )
