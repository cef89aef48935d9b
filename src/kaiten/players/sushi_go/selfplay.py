"""Self-play that learns: whole games of one policy against itself, and which way its weights should go.

REINFORCE, with what a round has done to the chance to win as the return of every choice in it.
"""

import math

import numpy as np

from kaiten.fast.chance import below, lower, mixed, next_counter
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import KINDS, NOTHING, Int, Word, count, held, kth, one, popcount
from kaiten.fast.sushi_go.constants import CHOPSTICKS_FIELD, DECK, NOBODY, ONE_CHOPSTICKS, PUDDING, ROUNDS
from kaiten.fast.sushi_go.moves import put_down
from kaiten.players.sushi_go.mcts import pass_on
from kaiten.players.sushi_go.policy import ONE_IS_ENOUGH, WEIGHTS, Weights, after_first, places, progresses
from kaiten.players.sushi_go.win_model import Model, value

CARDS = len(DECK)
POINTS_TOO = 0.01
"""What a point more than the best of the others is worth beside the chance to win, so that lost games teach something too."""


@kernel
def play(
    counter: Word, weights: Weights, model: Model, size: int, both: int, loss: int, gradient: Weights, log: Weights
) -> Word:
    """Play as many games as there is room for in the log, with so many cards in a hand, and add up the gradient; returns the counter
    for the next. Unchecked.

    `log` gets, by game, round and seat, the points and puddings after the first two rounds, and what everybody had of the win.
    """
    players = log.shape[2]
    deck = DECK.copy()
    hands, tables = np.zeros((1, players), np.uint64), np.zeros((1, players), np.uint64)
    nigiri, scores = np.zeros((1, players), np.int64), np.zeros((1, players), np.int64)
    icons, earlier = np.zeros(players, np.int64), np.zeros(players, np.int64)
    far, wanted = np.zeros(players, np.uint64), np.zeros(KINDS + 1)
    pull = np.zeros(players * WEIGHTS)
    before, after = np.zeros(players), np.zeros(players)
    firsts, seconds = np.zeros(players, np.int64), np.zeros(players, np.int64)
    for game in range(len(log)):
        for seat in range(players):
            tables[0, seat], scores[0, seat], before[seat] = NOTHING, 0, 1.0 / players
        dealt = 0
        for number in range(ROUNDS):
            for seat in range(players):
                hand = NOTHING
                for _ in range(size):
                    counter = next_counter(counter)
                    place = dealt + below(lower(mixed(counter)), CARDS - dealt)
                    card = deck[place]
                    deck[place] = deck[dealt]
                    deck[dealt] = card
                    hand += one(np.int64(card))
                    dealt += 1
                hands[0, seat] = hand
            for weight in range(players * WEIGHTS):
                pull[weight] = 0.0
            step = -1 if both and number == 1 else 1
            for left in range(size, 0, -1):
                progresses(tables, icons, far, players)
                for seat in range(players):
                    seconds[seat] = NOBODY
                    hand, table, mine = hands[0, seat], tables[0, seat], far[seat]
                    theirs = far[(seat + step + players) % players]
                    # The hand that comes next was here before, once as many turns have gone by as there are others.
                    known = size - left >= players - 1
                    coming = hands[0, (seat - step + players) % players] if known else NOTHING
                    at = seat * WEIGHTS
                    for second in range(2):
                        some = held(hand, 1)
                        kinds = popcount(some)
                        total = 0.0
                        for k in range(kinds):
                            a, b, c, d, e = places(kth(some, k), hand, mine, theirs, coming, left, number)
                            want = math.exp(weights[a] + weights[b] + weights[c] + weights[d] + weights[e])
                            wanted[k] = want
                            total += want
                        if second:
                            want = math.exp(weights[ONE_IS_ENOUGH + left])
                            wanted[kinds] = want
                            total += want
                        counter = next_counter(counter)
                        rest = total * (np.float64(lower(mixed(counter))) / 4294967296.0)
                        chosen, last = 0, kinds - 1 + second
                        while chosen < last:
                            rest -= wanted[chosen]
                            if rest < 0:
                                break
                            chosen += 1
                        for k in range(kinds):
                            more = (1.0 if k == chosen else 0.0) - wanted[k] / total
                            a, b, c, d, e = places(kth(some, k), hand, mine, theirs, coming, left, number)
                            pull[at + a] += more
                            pull[at + b] += more
                            pull[at + c] += more
                            pull[at + d] += more
                            pull[at + e] += more
                        if second:
                            pull[at + ONE_IS_ENOUGH + left] += (chosen == kinds) - wanted[kinds] / total
                            if chosen < kinds:
                                seconds[seat] = kth(some, chosen)
                            break
                        kind = kth(some, chosen)
                        firsts[seat] = kind
                        if left == 1 or (table & CHOPSTICKS_FIELD) == NOTHING:
                            break
                        hand -= one(kind)
                        mine = after_first(table, mine, kind)
                for seat in range(players):
                    kind, other = firsts[seat], seconds[seat]
                    hand = hands[0, seat] - one(kind)
                    tables[0, seat], nigiri[0, seat] = put_down(tables[0, seat], nigiri[0, seat], kind)
                    if other != NOBODY:
                        hand += ONE_CHOPSTICKS - one(other)
                        tables[0, seat], nigiri[0, seat] = put_down(
                            tables[0, seat] - ONE_CHOPSTICKS, nigiri[0, seat], other
                        )
                    hands[0, seat] = hand
                pass_on(hands, players, step)
            for seat in range(players):
                earlier[seat] = scores[0, seat]
            value(model, tables, nigiri, scores, icons, number, loss, players, after)
            for seat in range(players):
                if number < ROUNDS - 1:
                    log[game, number, seat, 0] = scores[0, seat]
                    log[game, number, seat, 1] = count(tables[0, seat], PUDDING)
                else:
                    log[game, number, seat, 0] = after[seat]
                best: Int = -1_000
                for other in range(players):
                    if other != seat:
                        best = max(best, scores[0, other] - earlier[other])
                gained = after[seat] - before[seat]
                gained += POINTS_TOO * (scores[0, seat] - earlier[seat] - best)
                for weight in range(WEIGHTS):
                    gradient[weight] += gained * pull[seat * WEIGHTS + weight]
                before[seat] = after[seat]
    return counter
