"""Whole games from a seed, in which everybody does one of the things they may do, each as likely."""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.chance import below, lower, mixed, next_counter, upper
from kaiten.fast.compiling import inlined, kernel
from kaiten.fast.sushi_roll.course import (
    choice,
    choices,
    end_game,
    end_round,
    face_at,
    red_next_round,
    slide,
    swap,
    take,
    with_face,
)
from kaiten.fast.sushi_roll.numbers import (
    BITS,
    DICE,
    MENUS_FROM,
    ROLLED,
    ROUNDS,
    SIDES,
    START_CHOPSTICKS,
    START_MENUS,
    SWAPS_FROM,
)
from kaiten.fast.words import NOTHING, Int, U, Word
from kaiten.kit.seats import check_players
from kaiten.sushi_roll.tables import DICE_EACH

Scores = NDArray[np.int16]
IN_THE_BAG = len(DICE)
_SIX, _32 = U(SIDES), U(32)


@inlined
def next_side(bits: Word) -> tuple[Int, Word]:
    """What a die rolls, and what is left of 32 random bits: they are good for four dice."""
    bits *= _SIX
    return np.int64(bits >> _32), lower(bits)


@inlined
def rolled(belt: Word, dice: Int, word: Word) -> Word:
    """A belt of so many dice, up to eight, all rolled again with 64 random bits."""
    bits, after = lower(word), upper(word)
    new = NOTHING
    for die in range(dice):
        if die == 4:
            bits = after
        side, bits = next_side(bits)
        new |= U(ROLLED[face_at(belt, die) * SIDES + side]) << U(BITS * die)
    return new


@inlined
def rerolled(belt: Word, dice: Int, mask: Int, word: Word) -> Word:
    """The same, but only the dice of a mask."""
    bits, after = lower(word), upper(word)
    for die in range(dice):
        if die == 4:
            bits = after
        if mask >> die & 1:
            side, bits = next_side(bits)
            belt = with_face(belt, die, np.int64(ROLLED[face_at(belt, die) * SIDES + side]))
    return belt


@cache
def random_games(players: int) -> Callable[[Word, Scores], None]:
    """A kernel that plays as many games as `scores` has rows, from a seed. Unchecked: `scores` is C-contiguous int16."""
    each = DICE_EACH[players]

    @kernel
    def play(seed: Word, scores: Scores) -> None:
        bag = DICE.copy()
        belts, trays = np.zeros((1, players), np.uint64), np.zeros((1, players), np.uint64)
        sizes, waiting = np.zeros((1, players), np.int64), np.zeros((1, players), np.int64)
        nigiri, points = np.zeros((1, players), np.int64), np.zeros((1, players), np.int64)
        menus, chopsticks = np.zeros((1, players), np.int64), np.zeros((1, players), np.int64)
        puddings, icons = np.zeros((1, players), np.int64), np.zeros(players, np.int64)
        counter = mixed(seed)
        for game in range(len(scores)):
            for seat in range(players):
                menus[0, seat], chopsticks[0, seat] = START_MENUS, START_CHOPSTICKS
                puddings[0, seat] = points[0, seat] = 0
            counter = next_counter(counter)
            red = below(lower(mixed(counter)), players)
            for _ in range(ROUNDS):
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
                        sizes[0, seat] = left
                    for turn in range(players):
                        seat = (red + turn) % players
                        while True:
                            counter = next_counter(counter)
                            bits = mixed(counter)
                            among = choices(sizes, menus, chopsticks, 0, seat, players)
                            move = choice(sizes, chopsticks, 0, seat, players, below(lower(bits), among))
                            if move < SWAPS_FROM:
                                break
                            if move < MENUS_FROM:
                                swap(belts, chopsticks, 0, seat, players, move)
                            else:
                                menus[0, seat] -= 1
                                counter = next_counter(counter)
                                mask = move - MENUS_FROM + 1
                                belts[0, seat] = rerolled(belts[0, seat], left, mask, mixed(counter))
                        take(belts, sizes, trays, waiting, nigiri, menus, chopsticks, puddings, 0, seat, players, move)
                    if left > 1:
                        slide(belts, 0, players)
                        red = (red + 1) % players
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
    random_games(players)(U(seed), scores)
    return scores
