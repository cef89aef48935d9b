"""Scores from words: what `sushi_go.scoring` says, without a list. Arrays are by game and seat."""

from kaiten.fast.jit import inlined
from kaiten.fast.packed_counts import MOST, Int, Numbers, Word, Words, count
from kaiten.fast.sushi_go.constants import (
    DUMPLING,
    DUMPLING_POINTS,
    ICONS_1,
    ICONS_2,
    ICONS_3,
    MAKI_1,
    MAKI_2,
    MAKI_3,
    MAKI_MOST,
    MAKI_SECOND,
    PUDDING,
    PUDDING_FEWEST,
    PUDDING_FIELD,
    PUDDING_MOST,
    SASHIMI,
    SASHIMI_POINTS,
    TEMPURA,
    TEMPURA_POINTS,
)

_FEWER = int(MOST)


@inlined
def set_points(table: Word) -> Int:
    """A table by itself but for its nigiri, as `scoring.score_alone` (SG-15). Compared by test_sushi_go."""
    points = TEMPURA_POINTS[count(table, TEMPURA)] + SASHIMI_POINTS[count(table, SASHIMI)]
    return points + DUMPLING_POINTS[count(table, DUMPLING)]


@inlined
def maki_icons(table: Word) -> Int:
    """As `scoring.maki_icons`. Compared by test_sushi_go."""
    return ICONS_1 * count(table, MAKI_1) + ICONS_2 * count(table, MAKI_2) + ICONS_3 * count(table, MAKI_3)


@inlined
def add_maki(tables: Words, scores: Numbers, icons: Numbers, game: Int, laid: Int) -> None:
    """Add the points of maki, as `scoring.maki_points` (SG-14). `icons` is room for as many numbers as there are tables.

    Compared by test_sushi_go.
    """
    most = second = 0
    firsts = seconds = 0
    for seat in range(laid):
        number = maki_icons(tables[game, seat])
        icons[seat] = number
        if number > most:
            most, second, firsts, seconds = number, most, 1, firsts
        elif number == most:
            firsts += 1
        elif number > second:
            second, seconds = number, 1
        elif number == second:
            seconds += 1
    if most == 0:
        return
    for seat in range(laid):
        if icons[seat] == most:
            scores[game, seat] += MAKI_MOST // firsts
        elif firsts == 1 and second > 0 and icons[seat] == second:
            scores[game, seat] += MAKI_SECOND // seconds


@inlined
def end_round(tables: Words, nigiri: Numbers, scores: Numbers, icons: Numbers, game: Int, laid: Int) -> None:
    """Score the tables and clear them, but for the puddings, as `scoring.score_round` (SG-14 to SG-16).

    Compared by test_sushi_go.
    """
    add_maki(tables, scores, icons, game, laid)
    for seat in range(laid):
        scores[game, seat] += set_points(tables[game, seat]) + nigiri[game, seat]
        tables[game, seat] &= PUDDING_FIELD
        nigiri[game, seat] = 0


@inlined
def add_puddings(tables: Words, scores: Numbers, game: Int, laid: Int, loss: Int) -> None:
    """Add what puddings bring and cost, as `scoring.pudding_points` (SG-17, SG-20). Compared by test_sushi_go."""
    most, fewest = 0, _FEWER
    for seat in range(laid):
        most = max(most, count(tables[game, seat], PUDDING))
        fewest = min(fewest, count(tables[game, seat], PUDDING))
    if most == fewest:
        return
    leaders = trailers = 0
    for seat in range(laid):
        leaders += count(tables[game, seat], PUDDING) == most
        trailers += count(tables[game, seat], PUDDING) == fewest
    for seat in range(laid):
        if count(tables[game, seat], PUDDING) == most:
            scores[game, seat] += PUDDING_MOST // leaders
        if loss and count(tables[game, seat], PUDDING) == fewest:
            scores[game, seat] -= PUDDING_FEWEST // trailers
