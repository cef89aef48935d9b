"""The course of a game in words and numbers: choices, what they do, scores. Arrays are by game and seat.

These kernels are unchecked: what they are given has to be a game, and a move that is legal in it.
"""

import numpy as np

from kaiten.fast.compiling import inlined
from kaiten.fast.sushi_roll.numbers import (
    BITS,
    CHOPSTICKS,
    CHOPSTICKS_TOKENS,
    DIPPED_MORE,
    DUMPLING,
    DUMPLING_POINTS,
    EXTRA_SLIDE_PLAYERS,
    FARTHEST,
    GIVES,
    ICONS_1,
    ICONS_2,
    ICONS_3,
    MAKI_1,
    MAKI_2,
    MAKI_3,
    MAKI_MOST,
    MAKI_SECOND,
    MASK,
    MENU_TOKENS,
    MENUS,
    MENUS_FROM,
    MOST_DICE,
    NIGIRI_POINTS,
    PUDDING_FEWEST,
    PUDDING_LOSS_FROM,
    PUDDING_MOST,
    PUDDING_TOKENS,
    PUDDINGS,
    SASHIMI,
    SASHIMI_POINTS,
    SWAPS_FROM,
    TEMPURA,
    TEMPURA_POINTS,
    TOKENS_A_POINT,
    WASABI,
)
from kaiten.fast.words import NOTHING, Int, Numbers, U, Word, Words

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
def dice_of_others(sizes: Numbers, game: Int, seat: Int, players: Int) -> Int:
    """Dice that could be swapped for."""
    dice = 0
    for other in range(players):
        dice += sizes[game, other]
    return dice - sizes[game, seat]


@inlined
def choices(sizes: Numbers, menus: Numbers, chopsticks: Numbers, game: Int, seat: Int, players: Int) -> Int:
    """How many choices whoever acts has, as `len(moves.choices(...))`."""
    own = sizes[game, seat]
    number = own
    if chopsticks[game, seat] > 0:
        number += own * dice_of_others(sizes, game, seat, players)
    if menus[game, seat] > 0:
        number += (1 << own) - 1
    return number


@inlined
def choice(sizes: Numbers, chopsticks: Numbers, game: Int, seat: Int, players: Int, k: Int) -> Int:
    """The k-th of the choices, as the number of a move."""
    own = sizes[game, seat]
    if k < own:
        return k
    k -= own
    if chopsticks[game, seat] > 0:
        theirs = dice_of_others(sizes, game, seat, players)
        if k < own * theirs:
            mine, die = k // theirs, k % theirs
            away = 1
            while die >= sizes[game, (seat + away) % players]:
                die -= sizes[game, (seat + away) % players]
                away += 1
            return SWAPS_FROM + (mine * FARTHEST + away - 1) * MOST_DICE + die
        k -= own * theirs
    return MENUS_FROM + k


@inlined
def swap(belts: Words, chopsticks: Numbers, game: Int, seat: Int, players: Int, move: Int) -> None:
    """Pay chopsticks and exchange two dice, as `play.choose` (SR-6)."""
    move -= SWAPS_FROM
    theirs, mine = move % MOST_DICE, move // (MOST_DICE * FARTHEST)
    other = (seat + 1 + move // MOST_DICE % FARTHEST) % players
    given, got = face_at(belts[game, seat], mine), face_at(belts[game, other], theirs)
    belts[game, seat] = with_face(belts[game, seat], mine, got)
    belts[game, other] = with_face(belts[game, other], theirs, given)
    chopsticks[game, seat] -= 1


@inlined
def gain(tokens: Numbers, total: Int, icons: Int, game: Int, seat: Int, players: Int) -> None:
    """Take tokens, or what is left of them (SR-2)."""
    left = total
    for other in range(players):
        left -= tokens[game, other]
    tokens[game, seat] += min(icons, left)


@inlined
def take(
    belts: Words,
    sizes: Numbers,
    trays: Words,
    waiting: Numbers,
    nigiri: Numbers,
    menus: Numbers,
    chopsticks: Numbers,
    puddings: Numbers,
    game: Int,
    seat: Int,
    players: Int,
    die: Int,
) -> None:
    """Move a die to the tray, as `play._take` (SR-7). The points of nigiri are the one running sum there is."""
    belt = belts[game, seat]
    face = face_at(belt, die)
    belts[game, seat] = without(belt, die)
    sizes[game, seat] -= 1
    trays[game, seat] += _ONE << U(BITS * face)
    worth = NIGIRI_POINTS[face]
    dips = np.int64(worth != 0) & np.int64(waiting[game, seat] > 0)
    nigiri[game, seat] += worth + DIPPED_MORE * worth * dips
    waiting[game, seat] += np.int64(face == WASABI) - dips
    if GIVES[face]:
        gain(menus, MENU_TOKENS, MENUS[face], game, seat, players)
        gain(chopsticks, CHOPSTICKS_TOKENS, CHOPSTICKS[face], game, seat, players)
        gain(puddings, PUDDING_TOKENS, PUDDINGS[face], game, seat, players)


@inlined
def slide(belts: Words, game: Int, players: Int) -> None:
    """Belts go on to the left (SR-8)."""
    last = belts[game, players - 1]
    for seat in range(players - 1, 0, -1):
        belts[game, seat] = belts[game, seat - 1]
    belts[game, 0] = last


@inlined
def red_next_round(red: Int, players: Int) -> Int:
    """Who starts the next round, as `play._next_turn` (SR-9)."""
    return (red + 1) % players if players == EXTRA_SLIDE_PLAYERS else red


@inlined
def count(tray: Word, face: Int) -> Int:
    return np.int64((tray >> U(BITS * face)) & MASK)


@inlined
def end_round(
    trays: Words, waiting: Numbers, nigiri: Numbers, scores: Numbers, icons: Numbers, game: Int, players: Int
) -> None:
    """Score the trays and clear them, as `scoring.score_round` (SR-10 to SR-12). `icons` is room for a number each."""
    most = second = 0
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
    """Add puddings and unused tokens, as `scoring.pudding_points` and `scoring.token_points` (SR-13)."""
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
