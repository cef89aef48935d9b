"""What somebody may sensibly do, what they lean to, what is done then, and a round played so to its end.

The arrays are those of one game, by seat. These kernels are unchecked.
"""

import math

import numpy as np

from kaiten.fast.chance import mixed, next_counter
from kaiten.fast.jit import part
from kaiten.fast.packed_counts import Int, Numbers, U, Word, Words, plus
from kaiten.fast.sushi_roll.constants import (
    CHOPSTICKS,
    CHOPSTICKS_TOKENS,
    FARTHEST,
    GIVES,
    MENU_TOKENS,
    MENUS,
    MENUS_FROM,
    MOST_DICE,
    NOBODY,
    PUDDING_TOKENS,
    PUDDINGS,
    SWAPS_FROM,
)
from kaiten.fast.sushi_roll.moves import after, face_at, on_tray, slide, swapped, with_face, without
from kaiten.fast.sushi_roll.random_games import rerolled, rolled
from kaiten.players.sushi_roll.policy import (
    HAS_MOVED,
    MENU_COST,
    SWAP_COST,
    Weights,
    best_of_roll,
    cost_at,
    lean,
    one_of,
    progress,
    rank,
)

_SEATS, _FAR_ON = 8, U(40)


@part
def act(
    counter: Word,
    move: Int,
    seat: Int,
    size: Int,
    belts: Words,
    kinds: Words,
    trays: Words,
    waiting: Numbers,
    nigiri: Numbers,
    menus: Numbers,
    chopsticks: Numbers,
    puddings: Numbers,
    players: Int,
) -> Word:
    """Do what the number of a move says, with the roll of a menu; the belts slide elsewhere. Compared by test_bots_roll."""
    belt = belts[0, seat]
    if move >= MENUS_FROM:
        menus[0, seat] -= 1
        counter = next_counter(counter)
        belts[0, seat] = rerolled(belt, size, move - MENUS_FROM + 1, mixed(counter))
    elif move >= SWAPS_FROM:
        mine, away, die = swapped(move)
        other = (seat + away) % players
        given, got = face_at(belt, mine), face_at(belts[0, other], die)
        belts[0, seat] = with_face(belt, mine, got)
        belts[0, other] = with_face(belts[0, other], die, given)
        kinds[0, seat] = kinds[0, seat] - one_of(given) + one_of(got)
        kinds[0, other] = kinds[0, other] - one_of(got) + one_of(given)
        chopsticks[0, seat] -= 1
    else:
        face = face_at(belt, move)
        belts[0, seat] = without(belt, move)
        kinds[0, seat] -= one_of(face)
        trays[0, seat], waiting[0, seat], nigiri[0, seat] = on_tray(
            trays[0, seat], waiting[0, seat], nigiri[0, seat], face
        )
        if GIVES[face]:
            # Tokens, or what is left of them (SR-2).
            spare_menus, spare_chopsticks, spare_puddings = MENU_TOKENS, CHOPSTICKS_TOKENS, PUDDING_TOKENS
            for other in range(players):
                spare_menus -= menus[0, other]
                spare_chopsticks -= chopsticks[0, other]
                spare_puddings -= puddings[0, other]
            menus[0, seat] += min(MENUS[face], spare_menus)
            chopsticks[0, seat] += min(CHOPSTICKS[face], spare_chopsticks)
            puddings[0, seat] += min(PUDDINGS[face], spare_puddings)
    return counter


@part
def options(
    weights: Weights,
    wants: Weights,
    order: Numbers,
    likely: Weights,
    belts: Words,
    kinds: Words,
    seat: Int,
    size: Int,
    taken: Int,
    menus: Int,
    chopsticks: Int,
    number: Int,
    players: Int,
    moves: Numbers,
    leanings: Weights,
) -> Int:
    """What a player may sensibly do, by the numbers of moves, and how much they lean to each; returns how many.

    To take each face once; to roll all dice, or all but the most wanted; to get the most wanted die of each of the others, for
    the least wanted one. `wants` is what `lean` wrote down.
    """
    belt, among = belts[0, seat], 0
    seen: Int = 0
    best = worst = 0
    for die in range(size):
        face = face_at(belt, die)
        if wants[face] > wants[face_at(belt, best)]:
            best = die
        if wants[face] < wants[face_at(belt, worst)]:
            worst = die
        if not seen >> face & 1:
            seen |= 1 << face
            moves[among], leanings[among] = die, wants[face]
            among += 1
    left = size - 1
    if menus > 0:
        rank(wants, order)
        cost = weights[cost_at(MENU_COST, menus, number, left)]
        everything = (1 << size) - 1
        moves[among] = MENUS_FROM + everything - 1
        leanings[among] = cost + best_of_roll(wants, order, kinds[0, seat], np.int64(NOBODY), likely, np.int64(0))
        among += 1
        if size > 1:
            kept = face_at(belt, best)
            moves[among] = MENUS_FROM + (everything ^ (1 << best)) - 1
            leanings[among] = cost + best_of_roll(
                wants, order, kinds[0, seat] - one_of(kept), kept, likely, np.int64(1)
            )
            among += 1
    if chopsticks > 0:
        cost = weights[cost_at(SWAP_COST, chopsticks, number, left)]
        for away in range(1, players):
            moved = away >= players - taken
            theirs = size - 1 if moved else size
            other = seat + away if seat + away < players else seat + away - players
            if theirs > 0:
                top = 0
                for die in range(1, theirs):
                    if wants[face_at(belts[0, other], die)] > wants[face_at(belts[0, other], top)]:
                        top = die
                moves[among] = SWAPS_FROM + (worst * FARTHEST + away - 1) * MOST_DICE + top
                leanings[among] = wants[face_at(belts[0, other], top)] + cost + weights[HAS_MOVED + moved]
                among += 1
    return among


@part
def look(
    weights: Weights,
    wants: Weights,
    seat: Int,
    size: Int,
    kinds: Words,
    trays: Words,
    waiting: Numbers,
    menus: Numbers,
    chopsticks: Numbers,
    puddings: Numbers,
    number: Int,
    players: Int,
) -> tuple[Word, Word, Word, Word, Word]:
    """Write down how much each face is wanted by a player; returns what `leaning.places` asks for."""
    mine, ends = progress(seat, trays, waiting, menus, chopsticks, puddings, players)
    theirs, _ = progress(after(seat, players), trays, waiting, menus, chopsticks, puddings, players)
    near = kinds[0, seat - 1] if seat > 0 else kinds[0, players - 1]
    far = kinds[0, 0]
    for other in range(1, players):
        far += kinds[0, other]
    far -= near
    lean(weights, wants, mine, ends, theirs, near, far, size - 1, number)
    return mine, ends, theirs, near, far


@part
def drawn(leanings: Weights, among: Int, bits: Word) -> Int:
    """One of some choices, each as likely as it is leant to, by 32 random bits. `leanings` are turned into chances."""
    top = leanings[0]
    for k in range(1, among):
        top = max(top, leanings[k])
    total = 0.0
    for k in range(among):
        leanings[k] = math.exp(leanings[k] - top)
        total += leanings[k]
    for k in range(among):
        leanings[k] /= total
    rest = np.float64(bits) / 4294967296.0
    for k in range(among - 1):
        rest -= leanings[k]
        if rest < 0:
            return k
    return among - 1


@part
def play_on(
    counter: Word,
    weights: Weights,
    wants: Weights,
    order: Numbers,
    likely: Weights,
    moves: Numbers,
    leanings: Weights,
    belts: Words,
    kinds: Words,
    trays: Words,
    waiting: Numbers,
    nigiri: Numbers,
    menus: Numbers,
    chopsticks: Numbers,
    puddings: Numbers,
    red: Int,
    taken: Int,
    size: Int,
    number: Int,
    players: Int,
) -> None:
    """Play a round to its end, everybody as the policy does; whoever acts has `size` dice, and so many had their turn before.

    Every turn and every slide has chance of its own, however much the turns before have used.
    """
    start = counter
    while size > 0:
        seat = (red + taken) % players
        while taken < players:
            counter = plus(start, U(size * _SEATS + taken) << _FAR_ON)
            while True:
                look(weights, wants, seat, size, kinds, trays, waiting, menus, chopsticks, puddings, number, players)
                among = options(
                    weights,
                    wants,
                    order,
                    likely,
                    belts,
                    kinds,
                    seat,
                    size,
                    taken,
                    menus[0, seat],
                    chopsticks[0, seat],
                    number,
                    players,
                    moves,
                    leanings,
                )
                best = 0
                for k in range(1, among):
                    if leanings[k] > leanings[best]:
                        best = k
                move = moves[best]
                counter = act(
                    counter,
                    move,
                    seat,
                    size,
                    belts,
                    kinds,
                    trays,
                    waiting,
                    nigiri,
                    menus,
                    chopsticks,
                    puddings,
                    players,
                )
                if move < SWAPS_FROM:
                    break
            taken += 1
            seat = after(seat, players)
        size -= 1
        taken = 0
        if size > 0:
            slide(belts, 0, players)
            slide(kinds, 0, players)
            red = after(red, players)
            counter = plus(start, U(size * _SEATS + players) << _FAR_ON)
            for each in range(players):
                counter = next_counter(counter)
                belts[0, each] = rolled(belts[0, each], size, mixed(counter))
