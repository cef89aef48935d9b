"""Self-play that learns: whole games of one policy against itself, and which way its weights should go.

REINFORCE, with what a round has done to the chance to win as the return of every choice in it.
"""

import numpy as np

from kaiten.fast.chance import below, lower, mixed, next_counter
from kaiten.fast.jit import kernel, part
from kaiten.fast.packed_counts import NOTHING, Bytes, Int, Numbers, U, Word, Words
from kaiten.fast.sushi_roll.constants import (
    BITS,
    DICE,
    FACES,
    MENUS_FROM,
    ROUNDS,
    START_CHOPSTICKS,
    START_MENUS,
    SWAPS_FROM,
)
from kaiten.fast.sushi_roll.moves import after, face_at, red_next_round, slide, swapped
from kaiten.fast.sushi_roll.random_games import IN_THE_BAG, rolled
from kaiten.players.sushi_roll.policy import (
    HAS_MOVED,
    MENU_COST,
    MOST_OPTIONS,
    SWAP_COST,
    Weights,
    cost_at,
    kinds_of,
    places,
)
from kaiten.players.sushi_roll.rollout import act, drawn, look, options
from kaiten.players.sushi_roll.win_model import Model, value

POINTS_TOO = 0.01
"""What a point more than the best of the others is worth beside the chance to win, so that lost games teach something too."""
ROOM = 8192
"""More pulls on weights than one player can have in a round: all tokens there are would have to be spent in it."""


@part
def fill(counter: Word, bag: Bytes, belts: Words, kinds: Words, each: Int, players: Int) -> Word:
    """Draw the dice of a round from the bag, and roll them."""
    place = 0
    for seat in range(players):
        belt = NOTHING
        for die in range(each):
            counter = next_counter(counter)
            other = place + below(lower(mixed(counter)), IN_THE_BAG - place)
            kind = bag[other]
            bag[other] = bag[place]
            bag[place] = kind
            belt |= U(kind) << U(BITS * die)
            place += 1
        counter = next_counter(counter)
        belts[0, seat], kinds[0, seat] = rolled(belt, each, mixed(counter)), kinds_of(belt, each)
    return counter


@part
def pulled(
    chosen: Int,
    among: Int,
    leanings: Weights,
    moves: Numbers,
    likely: Weights,
    belts: Words,
    seat: Int,
    size: Int,
    taken: Int,
    menus: Int,
    chopsticks: Int,
    number: Int,
    players: Int,
    pulls: Weights,
    where: Numbers,
    how: Weights,
    at: Int,
) -> Int:
    """How a choice that was made would have been made likelier: `pulls` by face, and weights of their own from a place on.

    Returns the next place.
    """
    menu_cost, swap_cost, row = 0.0, 0.0, 0
    for face in range(FACES):
        pulls[face] = 0.0
    for k in range(among):
        more, move = (1.0 if k == chosen else 0.0) - leanings[k], moves[k]
        if move < SWAPS_FROM:
            pulls[face_at(belts[0, seat], move)] += more
        elif move < MENUS_FROM:
            _, away, die = swapped(move)
            pulls[face_at(belts[0, (seat + away) % players], die)] += more
            swap_cost += more
            where[at], how[at] = HAS_MOVED + (away >= players - taken), more
            at += 1
        else:
            for face in range(FACES):
                pulls[face] += more * likely[row, face]
            menu_cost += more
            row += 1
    where[at], how[at] = cost_at(MENU_COST, menus, number, size - 1), menu_cost
    where[at + 1], how[at + 1] = cost_at(SWAP_COST, chopsticks, number, size - 1), swap_cost
    return at + 2


@kernel
def play(counter: Word, weights: Weights, model: Model, each: int, gradient: Weights, log: Weights) -> Word:
    """Play so many games, with so many dice each, and add up the gradient; returns the counter for the next. Unchecked.

    `log` gets, by game, round and seat, points, puddings, menus and chopsticks after the first two rounds, and what everybody had
    of the win.
    """
    players = log.shape[2]
    bag = DICE.copy()
    belts, kinds = np.zeros((1, players), np.uint64), np.zeros((1, players), np.uint64)
    trays, waiting = np.zeros((1, players), np.uint64), np.zeros((1, players), np.int64)
    nigiri, scores = np.zeros((1, players), np.int64), np.zeros((1, players), np.int64)
    menus, chopsticks = np.zeros((1, players), np.int64), np.zeros((1, players), np.int64)
    puddings, icons = np.zeros((1, players), np.int64), np.zeros(players, np.int64)
    wants, order, likely = np.zeros(FACES), np.arange(FACES), np.zeros((2, FACES))
    moves, leanings, pulls = np.zeros(MOST_OPTIONS, np.int64), np.zeros(MOST_OPTIONS), np.zeros(FACES)
    where, how = np.zeros(players * ROOM, np.int64), np.zeros(players * ROOM)
    ends = np.zeros(players, np.int64)
    before, after_, earlier = np.zeros(players), np.zeros(players), np.zeros(players, np.int64)
    for game in range(len(log)):
        for seat in range(players):
            menus[0, seat], chopsticks[0, seat] = START_MENUS, START_CHOPSTICKS
            puddings[0, seat] = scores[0, seat] = 0
            before[seat] = 1.0 / players
        counter = next_counter(counter)
        red = below(lower(mixed(counter)), players)
        for number in range(ROUNDS):
            counter = fill(counter, bag, belts, kinds, each, players)
            for seat in range(players):
                ends[seat] = seat * ROOM
            for size in range(each, 0, -1):
                seat = int(red)
                for taken in range(players):
                    while True:
                        mine, far_end, theirs, near, far = look(
                            weights,
                            wants,
                            seat,
                            size,
                            kinds,
                            trays,
                            waiting,
                            menus,
                            chopsticks,
                            puddings,
                            number,
                            players,
                        )
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
                        counter = next_counter(counter)
                        chosen = drawn(leanings, among, lower(mixed(counter)))
                        at = pulled(
                            chosen,
                            among,
                            leanings,
                            moves,
                            likely,
                            belts,
                            seat,
                            size,
                            taken,
                            menus[0, seat],
                            chopsticks[0, seat],
                            number,
                            players,
                            pulls,
                            where,
                            how,
                            ends[seat],
                        )
                        for face in range(FACES):
                            pull = pulls[face]
                            if pull != 0.0:
                                a, b, c, d, e = places(face, mine, far_end, theirs, near, far, size - 1, number)
                                where[at], where[at + 1], where[at + 2] = a, b, c
                                where[at + 3], where[at + 4] = d, e
                                for k in range(5):
                                    how[at + k] = pull
                                at += 5
                        ends[seat] = at
                        move = moves[chosen]
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
                    seat = int(after(seat, players))
                if size > 1:
                    slide(belts, 0, players)
                    slide(kinds, 0, players)
                    red = after(red, players)
                    for other in range(players):
                        counter = next_counter(counter)
                        belts[0, other] = rolled(belts[0, other], size - 1, mixed(counter))
            red = red_next_round(red, players)
            for seat in range(players):
                earlier[seat] = scores[0, seat]
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
                after_,
            )
            for seat in range(players):
                if number < ROUNDS - 1:
                    log[game, number, seat, 0] = scores[0, seat]
                    log[game, number, seat, 1] = puddings[0, seat]
                    log[game, number, seat, 2] = menus[0, seat]
                    log[game, number, seat, 3] = chopsticks[0, seat]
                else:
                    log[game, number, seat, 0] = after_[seat]
                best: Int = -1_000
                for other in range(players):
                    if other != seat:
                        best = max(best, scores[0, other] - earlier[other])
                gained = after_[seat] - before[seat]
                gained += POINTS_TOO * (scores[0, seat] - earlier[seat] - best)
                for place in range(seat * ROOM, ends[seat]):
                    gradient[where[place]] += gained * how[place]
                before[seat] = after_[seat]
    return counter
