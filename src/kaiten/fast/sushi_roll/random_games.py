"""Whole games from a seed, in which everybody does one of the things they may do, each as likely."""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.chance import below, lower, mixed, next_counter, seeded, upper
from kaiten.fast.jit import inlined, kernel
from kaiten.fast.packed_counts import NOTHING, Int, U, Word
from kaiten.fast.sushi_roll.constants import (
    BITS,
    CHOPSTICKS,
    CHOPSTICKS_TOKENS,
    DICE,
    GIVES,
    MASK,
    MENU_TOKENS,
    MENUS,
    MENUS_FROM,
    PUDDING_TOKENS,
    PUDDINGS,
    ROLLED,
    ROUNDS,
    SIDES,
    START_CHOPSTICKS,
    START_MENUS,
    SWAPS_FROM,
)
from kaiten.fast.sushi_roll.moves import (
    after,
    choice,
    choices,
    dice_of_others,
    end_game,
    end_round,
    face_at,
    on_tray,
    red_next_round,
    swapped,
    with_face,
    without,
)
from kaiten.kit.seats import check_players
from kaiten.sushi_roll.tables import DICE_EACH

Scores = NDArray[np.int16]
IN_THE_BAG = len(DICE)
_SIX, _32, _DIE = U(SIDES), U(32), U(BITS)


@inlined
def rolled(belt: Word, dice: Int, word: Word) -> Word:
    """A belt of so many dice, up to eight, all rolled again with 64 random bits: half of them are good for four dice.

    Here and below an index is a word: NumPy lets a number count from the end, and to look whether it does takes time.
    """
    bits, after = lower(word), upper(word)
    new, at = NOTHING, NOTHING
    for die in range(dice):
        if die == 4:
            bits = after
        bits *= _SIX
        new |= U(ROLLED[((belt >> at) & MASK) * _SIX + (bits >> _32)]) << at
        bits = lower(bits)
        at += _DIE
    return new


@inlined
def rerolled(belt: Word, dice: Int, mask: Int, word: Word) -> Word:
    """The same, but only the dice of a mask."""
    bits, after = lower(word), upper(word)
    at = NOTHING
    for die in range(dice):
        if die == 4:
            bits = after
        if mask >> die & 1:
            bits *= _SIX
            face = U(ROLLED[((belt >> at) & MASK) * _SIX + (bits >> _32)])
            belt = (belt & ~(MASK << at)) | (face << at)
            bits = lower(bits)
        at += _DIE
    return belt


@cache
def random_games(players: int) -> Callable[[Word, Scores], None]:
    """A kernel that plays as many games as `scores` has rows, from a counter. Unchecked: `scores` is C-contiguous int16.

    Compared by test_sushi_roll.
    """
    each = DICE_EACH[players]

    @kernel
    def play(counter: Word, scores: Scores) -> None:
        bag = DICE.copy()
        belts, trays = np.zeros((1, players), np.uint64), np.zeros((1, players), np.uint64)
        waiting = np.zeros((1, players), np.int64)
        nigiri, points = np.zeros((1, players), np.int64), np.zeros((1, players), np.int64)
        menus, chopsticks = np.zeros((1, players), np.int64), np.zeros((1, players), np.int64)
        puddings, icons = np.zeros((1, players), np.int64), np.zeros(players, np.int64)
        for game in range(len(scores)):
            for seat in range(players):
                menus[0, seat], chopsticks[0, seat] = START_MENUS, START_CHOPSTICKS
                puddings[0, seat] = points[0, seat] = 0
            # What nobody holds (SR-2).
            spare_menus: Int = MENU_TOKENS - players * START_MENUS
            spare_chopsticks: Int = CHOPSTICKS_TOKENS - players * START_CHOPSTICKS
            spare_puddings: Int = PUDDING_TOKENS
            counter = next_counter(counter)
            red = below(lower(mixed(counter)), players)
            for _round in range(ROUNDS):
                drawn = 0
                bits = NOTHING
                for seat in range(players):
                    belt = NOTHING
                    for die in range(each):
                        if drawn & 1:
                            bits = upper(bits)
                        else:
                            counter = next_counter(counter)
                            bits = mixed(counter)
                        place = drawn + below(lower(bits), IN_THE_BAG - drawn)
                        kind = bag[place]
                        bag[place] = bag[drawn]
                        bag[drawn] = kind
                        belt |= U(kind) << U(BITS * die)
                        drawn += 1
                    belts[0, seat] = belt
                for left in range(each, 0, -1):
                    for seat in range(players):
                        counter = next_counter(counter)
                        belts[0, seat] = rolled(belts[0, seat], left, mixed(counter))
                    seat = int(red)
                    for taken in range(players):
                        belt, theirs = belts[0, seat], dice_of_others(left, taken, players)
                        while True:
                            counter = next_counter(counter)
                            bits = mixed(counter)
                            among = choices(left, theirs, menus[0, seat], chopsticks[0, seat])
                            move = choice(left, theirs, taken, players, chopsticks[0, seat], below(lower(bits), among))
                            if move < SWAPS_FROM:
                                break
                            if move < MENUS_FROM:
                                mine, away, theirs_at = swapped(move)
                                other = seat + away if seat + away < players else seat + away - players
                                given = face_at(belt, mine)
                                belt = with_face(belt, mine, face_at(belts[0, other], theirs_at))
                                belts[0, other] = with_face(belts[0, other], theirs_at, given)
                                chopsticks[0, seat] -= 1
                                spare_chopsticks += 1
                            else:
                                menus[0, seat] -= 1
                                spare_menus += 1
                                counter = next_counter(counter)
                                belt = rerolled(belt, left, move - MENUS_FROM + 1, mixed(counter))
                        face = face_at(belt, move)
                        belts[0, seat] = without(belt, move)
                        trays[0, seat], waiting[0, seat], nigiri[0, seat] = on_tray(
                            trays[0, seat], waiting[0, seat], nigiri[0, seat], face
                        )
                        if GIVES[face]:
                            gained: Int = min(MENUS[face], spare_menus)
                            menus[0, seat], spare_menus = menus[0, seat] + gained, spare_menus - gained
                            gained = min(CHOPSTICKS[face], spare_chopsticks)
                            chopsticks[0, seat], spare_chopsticks = (
                                chopsticks[0, seat] + gained,
                                spare_chopsticks - gained,
                            )
                            gained = min(PUDDINGS[face], spare_puddings)
                            puddings[0, seat], spare_puddings = puddings[0, seat] + gained, spare_puddings - gained
                        seat = int(after(seat, players))
                    if left > 1:
                        last = belts[0, players - 1]
                        for place in range(players - 1, 0, -1):
                            belts[0, place] = belts[0, place - 1]
                        belts[0, 0] = last
                        red = after(red, players)
                end_round(trays, waiting, nigiri, points, icons, 0, players)
                red = red_next_round(red, players)
            end_game(menus, chopsticks, puddings, points, 0, players)
            for seat in range(players):
                scores[game, seat] = points[0, seat]

    return play


def play_random(players: int, games: int, seed: int = 0) -> Scores:
    """The scores of so many random games. What is drawn follows from the seed, and is in no record."""
    check_players(players)
    scores = np.zeros((games, players), np.int16)
    random_games(players)(seeded(seed), scores)
    return scores
