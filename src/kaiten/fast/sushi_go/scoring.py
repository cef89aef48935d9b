"""Scores of packed tableaus, equal to those of `sushi_go.scoring`. Arrays are by game and seat. Compared by test_sushi_go."""

import numpy as np

from kaiten.fast.jit import inlined, scalar
from kaiten.fast.packed_counts import MOST, Int, Numbers, Word, Words, count
from kaiten.fast.sushi_go import constants as go

_FEWER = int(MOST)


@scalar
def set_points(tableau: Word) -> Int:
    """Points of tempura, sashimi and dumplings, as `scoring.score_alone` (SG-15)."""
    points = go.TEMPURA_POINTS[count(tableau, go.TEMPURA)] + go.SASHIMI_POINTS[count(tableau, go.SASHIMI)]
    return np.int64(points + go.DUMPLING_POINTS[count(tableau, go.DUMPLING)])


@scalar
def maki_icons(tableau: Word) -> Int:
    """The number of maki icons, as `scoring.maki_icons`."""
    icons = go.ICONS_1 * count(tableau, go.MAKI_1) + go.ICONS_2 * count(tableau, go.MAKI_2)
    return icons + go.ICONS_3 * count(tableau, go.MAKI_3)


@inlined
def add_maki(tableaus: Words, scores: Numbers, icons: Numbers, game: Int, number: Int) -> None:
    """Add the points of maki, as `scoring.maki_points` (SG-14). `icons` is scratch, one for each of `number` tableaus."""
    most: Int = 0
    second: Int = 0
    firsts = seconds = 0
    for seat in range(number):
        icons[seat] = own = maki_icons(tableaus[game, seat])
        if own > most:
            most, second, firsts, seconds = own, most, 1, firsts
        elif own == most:
            firsts += 1
        elif own > second:
            second, seconds = own, 1
        elif own == second:
            seconds += 1
    if most == 0:
        return
    for seat in range(number):
        if icons[seat] == most:
            scores[game, seat] += go.MAKI_MOST // firsts
        elif firsts == 1 and second > 0 and icons[seat] == second:
            scores[game, seat] += go.MAKI_SECOND // seconds


@inlined
def end_round(tableaus: Words, nigiri: Numbers, scores: Numbers, icons: Numbers, game: Int, number: Int) -> None:
    """Add the points of a round and clear the tableaus but for the puddings, as `scoring.score_round` (SG-14 to SG-16)."""
    add_maki(tableaus, scores, icons, game, number)
    for seat in range(number):
        scores[game, seat] += set_points(tableaus[game, seat]) + nigiri[game, seat]
        tableaus[game, seat] &= go.PUDDING_FIELD
        nigiri[game, seat] = 0


@inlined
def add_puddings(tableaus: Words, scores: Numbers, game: Int, number: Int, loss: Int) -> None:
    """Add the points of the puddings, as `scoring.pudding_points` (SG-17, SG-20)."""
    most: Int = 0
    fewest: Int = _FEWER
    for seat in range(number):
        most = max(most, count(tableaus[game, seat], go.PUDDING))
        fewest = min(fewest, count(tableaus[game, seat], go.PUDDING))
    if most == fewest:
        return
    leaders = trailers = 0
    for seat in range(number):
        leaders += count(tableaus[game, seat], go.PUDDING) == most
        trailers += count(tableaus[game, seat], go.PUDDING) == fewest
    for seat in range(number):
        if count(tableaus[game, seat], go.PUDDING) == most:
            scores[game, seat] += go.PUDDING_MOST // leaders
        if loss and count(tableaus[game, seat], go.PUDDING) == fewest:
            scores[game, seat] -= go.PUDDING_FEWEST // trailers
