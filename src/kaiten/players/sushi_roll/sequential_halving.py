"""Search for Sushi Roll: every sensible choice is tried with the same dice to come, and half of them are tried on, and half of those.

After the choice everybody plays as the policy does, to the end of the round; what comes after it is in the model of the chance to
win. The same dice for all choices make small differences show early.
"""

import numpy as np

from kaiten.fast.chance import mixed, next_counter
from kaiten.fast.jit import kernel, part
from kaiten.fast.packed_counts import Int, Numbers, Word, Words
from kaiten.fast.sushi_roll.constants import FACES, FARTHEST, MENUS_FROM, MOST_DICE, NOBODY, SWAPS_FROM
from kaiten.fast.sushi_roll.moves import face_at, with_face
from kaiten.players.sushi_roll.policy import (
    HAS_MOVED,
    MENU_COST,
    MOST_OPTIONS,
    SWAP_COST,
    Weights,
    best_of_roll,
    cost_at,
    one_of,
    rank,
)
from kaiten.players.sushi_roll.rollout import act, look, play_on
from kaiten.players.sushi_roll.win_model import Model, prospects, value

MOST_CHOICES = 2 * MOST_DICE + 1 + FARTHEST * MOST_DICE
"""To take each die, to roll all, or all but one, and to swap for any die there is."""


@kernel
def find_choices(
    weights: Weights,
    belts: Words,
    kinds: Words,
    trays: Words,
    numbers: Numbers,
    seat: int,
    red: int,
    size: int,
    number: int,
    moves: Numbers,
    leanings: Weights,
) -> Int:
    """All that a search looks at, by the numbers of moves, and how much the policy leans to each; returns how many. Unchecked.

    Of dice with equal faces one stands for all. What is given in a swap is what the other wants least, or the player, if the
    other has had their turn.
    """
    players = trays.shape[1]
    taken = (seat - red + players) % players
    wants, others, order, likely = np.zeros(FACES), np.zeros(FACES), np.arange(FACES), np.zeros((2, FACES))
    waiting, menus, chopsticks, puddings = numbers[0:1], numbers[3:4], numbers[4:5], numbers[5:6]
    look(weights, wants, seat, size, kinds, trays, waiting, menus, chopsticks, puddings, number, players)
    belt, among, worst = belts[0, seat], 0, 0
    seen: Int = 0
    everything = (1 << size) - 1
    rank(wants, order)
    cost = weights[cost_at(MENU_COST, menus[0, seat], number, size - 1)]
    if menus[0, seat] > 0:
        moves[among] = MENUS_FROM + everything - 1
        leanings[among] = cost + best_of_roll(wants, order, kinds[0, seat], np.int64(NOBODY), likely, np.int64(0))
        among += 1
    for die in range(size):
        face = face_at(belt, die)
        if wants[face] < wants[face_at(belt, worst)]:
            worst = die
        if seen >> face & 1:
            continue
        seen |= 1 << face
        moves[among], leanings[among] = die, wants[face]
        among += 1
        if menus[0, seat] > 0 and size > 1:
            moves[among] = MENUS_FROM + (everything ^ (1 << die)) - 1
            leanings[among] = cost + best_of_roll(
                wants, order, kinds[0, seat] - one_of(face), face, likely, np.int64(0)
            )
            among += 1
    if chopsticks[0, seat] == 0:
        return among
    cost = weights[cost_at(SWAP_COST, chopsticks[0, seat], number, size - 1)]
    for away in range(1, players):
        other, moved = (seat + away) % players, away >= players - taken
        theirs, mine = size - 1 if moved else size, worst
        if not moved:
            look(weights, others, other, size, kinds, trays, waiting, menus, chopsticks, puddings, number, players)
            for die in range(size):
                if others[face_at(belt, die)] < others[face_at(belt, mine)]:
                    mine = die
        seen = 0
        for die in range(theirs):
            face = face_at(belts[0, other], die)
            if not seen >> face & 1:
                seen |= 1 << face
                moves[among] = SWAPS_FROM + (mine * FARTHEST + away - 1) * MOST_DICE + die
                leanings[among] = wants[face] + cost + weights[HAS_MOVED + moved]
                among += 1
    return among


@part
def keep_best(moves: Numbers, worth: Weights, among: Int, kept: Int) -> Int:
    """Put the best so many first, in order; returns how many there are."""
    kept = min(kept, among)
    for place in range(kept):
        best = place
        for k in range(place + 1, among):
            if worth[k] > worth[best]:
                best = k
        moves[place], moves[best] = moves[best], moves[place]
        worth[place], worth[best] = worth[best], worth[place]
    return kept


@kernel
def search(
    counter: Word,
    weights: Weights,
    model: Model,
    all_belts: Words,
    all_kinds: Words,
    all_trays: Words,
    all_numbers: Numbers,
    seat: int,
    red: int,
    size: int,
    number: int,
    simulations: int,
    moves: Numbers,
    values: Weights,
) -> None:
    """Try choices, by the numbers of their moves, and put the best one first. Unchecked.

    `values` begin with what is thought of each choice before, and get what it was worth in all tries.
    """
    players = all_trays.shape[1]
    belts, kinds, trays = all_belts.copy(), all_kinds.copy(), all_trays.copy()
    waiting, nigiri, scores = all_numbers[0:1].copy(), all_numbers[1:2].copy(), all_numbers[2:3].copy()
    menus, chopsticks, puddings = all_numbers[3:4].copy(), all_numbers[4:5].copy(), all_numbers[5:6].copy()
    icons, chances = np.zeros(players, np.int64), np.zeros(players)
    wants, order, likely = np.zeros(FACES), np.arange(FACES), np.zeros((2, FACES))
    then, leanings = np.zeros(MOST_OPTIONS, np.int64), np.zeros(MOST_OPTIONS)
    taken, among = (seat - red + players) % players, len(moves)
    halvings = 1
    while 1 << halvings < among:
        halvings += 1
    tried = 0
    while among > 1 and tried < simulations:
        times = max(1, simulations // (halvings * among))
        for _ in range(times):
            counter = next_counter(counter)
            for k in range(among):
                for each in range(players):
                    belts[0, each], kinds[0, each] = all_belts[0, each], all_kinds[0, each]
                    trays[0, each], waiting[0, each] = all_trays[0, each], all_numbers[0, each]
                    nigiri[0, each], scores[0, each] = all_numbers[1, each], all_numbers[2, each]
                    menus[0, each], chopsticks[0, each] = all_numbers[3, each], all_numbers[4, each]
                    puddings[0, each] = all_numbers[5, each]
                move, dice = moves[k], mixed(counter)
                if move < SWAPS_FROM:
                    # Dice that fall where they would have fallen after another choice: what is taken leaves the end of the belt.
                    last = face_at(belts[0, seat], size - 1)
                    belts[0, seat] = with_face(
                        with_face(belts[0, seat], size - 1, face_at(belts[0, seat], move)), move, last
                    )
                    move = size - 1
                act(
                    dice,
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
                play_on(
                    dice,
                    weights,
                    wants,
                    order,
                    likely,
                    then,
                    leanings,
                    belts,
                    kinds,
                    trays,
                    waiting,
                    nigiri,
                    menus,
                    chopsticks,
                    puddings,
                    red,
                    taken + 1 if move < SWAPS_FROM else taken,
                    size,
                    number,
                    players,
                )
                value(
                    model,
                    trays,
                    waiting,
                    nigiri,
                    scores,
                    menus,
                    chopsticks,
                    puddings,
                    icons,
                    number,
                    players,
                    chances,
                )
                values[k] += prospects(chances, scores, seat, players)
        tried += times * among
        among = int(keep_best(moves, values, among, (among + 1) // 2))
