"""The course of a game in words and numbers: choices, what they do, scores. Arrays are by game and seat.

What is done often takes and gives back numbers, not arrays: an array that is handed on is counted, and that takes longer than
the work. These kernels are unchecked: what they are given has to be a game, and a move that is legal in it.
"""

import numpy as np

from kaiten.fast.jit import inlined
from kaiten.fast.packed_counts import NOTHING, Int, Numbers, U, Word, Words
from kaiten.fast.sushi_roll.constants import (
    BITS,
    DIPPED_MORE,
    DUMPLING,
    DUMPLING_POINTS,
    EXTRA_SLIDE_PLAYERS,
    FARTHEST,
    ICONS_1,
    ICONS_2,
    ICONS_3,
    MAKI_1,
    MAKI_2,
    MAKI_3,
    MAKI_MOST,
    MAKI_SECOND,
    MASK,
    MENUS_FROM,
    MOST_DICE,
    NIGIRI_POINTS,
    PUDDING_FEWEST,
    PUDDING_LOSS_FROM,
    PUDDING_MOST,
    SASHIMI,
    SASHIMI_POINTS,
    SWAPS_FROM,
    TEMPURA,
    TEMPURA_POINTS,
    TOKENS_A_POINT,
    WASABI,
)

_ONE = U(1)
_DIE = U(BITS)


@inlined
def face_at(belt: Word, die: Int) -> Int:
    """What a die of a belt shows."""
    return np.int64((belt >> U(BITS * die)) & MASK)


@inlined
def with_face(belt: Word, die: Int, face: Int) -> Word:
    """A belt with this face on a die."""
    at = U(BITS * die)
    return (belt & ~(MASK << at)) | (U(face) << at)


@inlined
def without(belt: Word, die: Int) -> Word:
    """A belt with the gap closed where a die was."""
    at = U(BITS * die)
    below = (_ONE << at) - _ONE
    return (belt & below) | ((belt >> _DIE) & ~below)


@inlined
def after(seat: Int, players: Int) -> Int:
    """The next seat to the left."""
    return seat + 1 if seat + 1 < players else 0


@inlined
def dice_of_others(own: Int, taken: Int, players: Int) -> Int:
    """Dice that could be swapped for: those who had their turn have one less than whoever acts.

    Compared by test_lock_step.
    """
    return (players - 1) * own - taken


@inlined
def choices(own: Int, theirs: Int, menus: Int, chopsticks: Int) -> Int:
    """How many choices whoever acts has, by what there is to pay with, as `len(moves.choices(...))`.

    Compared by test_lock_step.
    """
    number = own
    if chopsticks > 0:
        number += own * theirs
    if menus > 0:
        number += (1 << own) - 1
    return number


@inlined
def choice(own: Int, theirs: Int, taken: Int, players: Int, chopsticks: Int, k: Int) -> Int:
    """The k-th of the choices, as the number of a move. Compared by test_lock_step."""
    if k < own:
        return k
    k -= own
    if chopsticks > 0:
        if k < own * theirs:
            mine = k // theirs
            die = k - mine * theirs
            # First those who have not had their turn, then those with one die less.
            full = (players - 1 - taken) * own
            if die < full:
                away = die // own
                die -= away * own
            else:
                more = (die - full) // (own - 1)
                away = players - 1 - taken + more
                die -= full + more * (own - 1)
            return SWAPS_FROM + (mine * FARTHEST + away) * MOST_DICE + die
        k -= own * theirs
    return MENUS_FROM + k


@inlined
def swapped(move: Int) -> tuple[Int, Int, Int]:
    """Of a swap: which of one's dice, how many seats away, which of theirs. Compared by test_lock_step."""
    move -= SWAPS_FROM
    where = move // MOST_DICE
    mine = where // FARTHEST
    return mine, where - mine * FARTHEST + 1, move - where * MOST_DICE


@inlined
def on_tray(tray: Word, waiting: Int, nigiri: Int, face: Int) -> tuple[Word, Int, Int]:
    """A tray with one more die, its open wasabi, and what its nigiri are worth then, as `Dip.score` (SR-7).

    The points of nigiri are the one running sum there is. tests/fast/test_lock_step.py answers for it.
    """
    worth = NIGIRI_POINTS[face]
    dips = np.int64(worth != 0) & np.int64(waiting > 0)
    tray += _ONE << U(BITS * face)
    return tray, waiting + np.int64(face == WASABI) - dips, nigiri + worth + DIPPED_MORE * worth * dips


@inlined
def slide(belts: Words, game: Int, players: Int) -> None:
    """Belts go on to the left (SR-8). Compared by test_lock_step."""
    last = belts[game, players - 1]
    for seat in range(players - 1, 0, -1):
        belts[game, seat] = belts[game, seat - 1]
    belts[game, 0] = last


@inlined
def red_next_round(red: Int, players: Int) -> Int:
    """Who starts the next round, as `play._next_turn` (SR-9). Compared by test_lock_step."""
    return after(red, players) if players == EXTRA_SLIDE_PLAYERS else red


@inlined
def count(tray: Word, face: Int) -> Int:
    return np.int64((tray >> U(BITS * face)) & MASK)


@inlined
def end_round(
    trays: Words, waiting: Numbers, nigiri: Numbers, scores: Numbers, icons: Numbers, game: Int, players: Int
) -> None:
    """Score the trays and clear them, as `scoring.score_round` (SR-10 to SR-12). `icons` is room for a number each.

    Compared by test_sushi_roll.
    """
    most: Int = 0
    second: Int = 0
    for seat in range(players):
        tray = trays[game, seat]
        number = ICONS_1 * count(tray, MAKI_1) + ICONS_2 * count(tray, MAKI_2) + ICONS_3 * count(tray, MAKI_3)
        icons[seat] = number
        if number > most:
            most, second = number, most
        elif second < number < most:
            second = number
    for seat in range(players):
        tray = trays[game, seat]
        points = TEMPURA_POINTS[count(tray, TEMPURA)] + SASHIMI_POINTS[count(tray, SASHIMI)]
        points += DUMPLING_POINTS[count(tray, DUMPLING)] + nigiri[game, seat]
        if icons[seat] > 0:
            if icons[seat] == most:
                points += MAKI_MOST
            elif icons[seat] == second:
                points += MAKI_SECOND
        scores[game, seat] += points
        trays[game, seat] = NOTHING
        waiting[game, seat] = nigiri[game, seat] = 0


@inlined
def end_game(menus: Numbers, chopsticks: Numbers, puddings: Numbers, scores: Numbers, game: Int, players: Int) -> None:
    """Add puddings and unused tokens, as `scoring.pudding_points` and `scoring.token_points` (SR-13).

    Compared by test_sushi_roll.
    """
    most = fewest = puddings[game, 0]
    for seat in range(1, players):
        most = max(most, puddings[game, seat])
        fewest = min(fewest, puddings[game, seat])
    for seat in range(players):
        if puddings[game, seat] == most:
            scores[game, seat] += PUDDING_MOST
        if players >= PUDDING_LOSS_FROM and puddings[game, seat] == fewest:
            scores[game, seat] -= PUDDING_FEWEST
        scores[game, seat] += (menus[game, seat] + chopsticks[game, seat]) // TOKENS_A_POINT
