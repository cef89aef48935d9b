"""Search for Sushi Go!: decoupled UCT, with games of the policy to the end of the round and the chance to win after it.

All choose at once, so a node has a choice for every seat, each seat counts its own, and the child is the one of them all together.
Only the round is played: what comes after it is in the model of the chance to win.
"""

import math
from collections.abc import Callable
from functools import cache

import numpy as np

from kaiten.fast.chance import lower, mixed, next_counter, upper
from kaiten.fast.jit import inlined, kernel, part
from kaiten.fast.packed_counts import KINDS, NOTHING, Int, Numbers, U, Word, Words, count, held, kth, one, popcount
from kaiten.fast.sushi_go.constants import CHOPSTICKS_FIELD, FIRST, NOBODY, ONE_CHOPSTICKS, OPEN_AT, SECOND, WASABI
from kaiten.fast.sushi_go.moves import laid, may_take_two, pick, picks, put_down, taken
from kaiten.players.sushi_go.mcts_memory import MOST_CHOICES
from kaiten.players.sushi_go.policy import (
    EGG,
    ONE_IS_ENOUGH,
    SQUID,
    Weights,
    after_first,
    any_wanted,
    lean,
    progresses,
)
from kaiten.players.sushi_go.win_model import Model, value
from kaiten.sushi_go.state import Options, hand_size

CURIOSITY = 0.6
"""How much a choice that the policy likes is looked at before its value is known."""
POINTS_TOO = 0.002
"""What a point more than the best of the others is worth, beside the chance to win."""
_DEEPEST = 16
_SEATS_IN_KEY = U(MOST_CHOICES)


@part
def pass_on(hands: Words, players: Int, step: Int) -> None:
    """Hands go to the left, or to the right."""
    if step < 0:
        passed = hands[0, 0]
        for seat in range(players - 1):
            hands[0, seat] = hands[0, seat + 1]
        hands[0, players - 1] = passed
    else:
        passed = hands[0, players - 1]
        for seat in range(players - 1, 0, -1):
            hands[0, seat] = hands[0, seat - 1]
        hands[0, 0] = passed


@inlined
def _order_matters(table: Word, one_: Int, other: Int) -> Int:
    """As `moves._order_matters` (SG-12), for two different cards in any order. Compared by test_bots_go."""
    waiting = np.int64(table >> OPEN_AT)
    nigiri = np.int64(EGG <= one_ <= SQUID) + np.int64(EGG <= other <= SQUID)
    wasabi = np.int64(one_ == WASABI) + np.int64(other == WASABI)
    return (waiting == 0 and wasabi == 1 and nigiri == 1) or (waiting == 1 and nigiri == 2)


@part
def leanings(
    weights: Weights,
    wanted: Weights,
    then: Weights,
    hand: Word,
    table: Word,
    mine: Word,
    theirs: Word,
    coming: Word,
    left: Int,
    number: Int,
    two: Int,
    out: Weights,
    at: Int,
) -> Int:
    """How likely the policy makes each of a seat's choices, written from a place on; returns how many there are."""
    total = lean(weights, wanted, hand, mine, theirs, coming, left, number)
    some, among = held(hand, 1), picks(hand, table, two)
    kinds = popcount(some)
    if not two:
        for k in range(kinds):
            out[at + k] = wanted[kth(some, k)] / total
        return among
    for k in range(among):
        out[at + k] = 0.0
    for k in range(kinds):
        first = kth(some, k)
        rest = hand - one(first)
        chance = wanted[first] / total
        enough = math.exp(weights[ONE_IS_ENOUGH + left])
        sum_ = enough + lean(weights, then, rest, after_first(table, mine, first), theirs, coming, left, number)
        out[at + k] += chance * enough / sum_
        for j in range(kinds, among):
            move = pick(hand, table, True, j)
            one_, other = FIRST[move], SECOND[move]
            if one_ == first and count(rest, other) > 0:
                out[at + j] += chance * then[other] / sum_
            elif other == first and one_ != first and count(rest, one_) > 0 and not _order_matters(table, first, one_):
                # One number stands for both orders.
                out[at + j] += chance * then[one_] / sum_
    return among


@part
def any_likely(likely: Weights, at: Int, among: Int, bits: Word) -> Int:
    """One of so many choices from a place on, each as likely as it says there, by 32 random bits."""
    rest = np.float64(bits) / 4294967296.0
    for k in range(among - 1):
        rest -= likely[at + k]
        if rest < 0:
            return k
    return among - 1


@part
def play_on(
    counter: Word,
    weights: Weights,
    wanted: Weights,
    hands: Words,
    tables: Words,
    nigiri: Numbers,
    icons: Numbers,
    far: Words,
    made: Numbers,
    left: Int,
    number: Int,
    step: Int,
    size: Int,
    players: Int,
) -> Word:
    """The rest of a round, by the policy for everybody; returns the counter for the next."""
    while left > 0:
        progresses(tables, icons, far, players)
        for seat in range(players):
            hand, table = hands[0, seat], tables[0, seat]
            made[seat, 1] = NOBODY
            if left == 1:
                made[seat, 0] = kth(held(hand, 1), 0)
                continue
            theirs = far[(seat + step + players) % players]
            coming = hands[0, (seat - step + players) % players] if size - left >= players - 1 else NOTHING
            total = lean(weights, wanted, hand, far[seat], theirs, coming, left, number)
            counter = next_counter(counter)
            bits = mixed(counter)
            first = any_wanted(wanted, hand, total, lower(bits))
            made[seat, 0] = first
            if (table & CHOPSTICKS_FIELD) != NOTHING:
                rest = hand - one(first)
                far_then = after_first(table, far[seat], first)
                total = lean(weights, wanted, rest, far_then, theirs, coming, left, number)
                enough = math.exp(weights[ONE_IS_ENOUGH + left])
                if (total + enough) * (np.float64(upper(bits)) / 4294967296.0) >= enough:
                    counter = next_counter(counter)
                    made[seat, 1] = any_wanted(wanted, rest, total, lower(mixed(counter)))
        for seat in range(players):
            first, second = made[seat, 0], made[seat, 1]
            hand = hands[0, seat] - one(first)
            tables[0, seat], nigiri[0, seat] = put_down(tables[0, seat], nigiri[0, seat], first)
            if second != NOBODY:
                hand += ONE_CHOPSTICKS - one(second)
                tables[0, seat], nigiri[0, seat] = put_down(tables[0, seat] - ONE_CHOPSTICKS, nigiri[0, seat], second)
            hands[0, seat] = hand
        pass_on(hands, players, step)
        left -= 1
    return counter


@cache
def searcher(players: int) -> Callable[..., Word]:
    """The kernel that searches from a position in which all hands are known, or dealt, in one way or in several. Unchecked.

    Each of these deals has a tree of its own, and they take turns. What `me` chooses at the root is one choice in all of them, since
    it has to be made without knowing which it is: it is counted over them all.

    `visits` and `values` get, by choice, how often it was tried there and the sum of what came of it. Everybody but `me` plays as the
    policy does, as often as the policy is trusted to be how they play (0 to 1), and else what is best for them. Beyond the tree the
    round is played on by the `rough` weights. What stands between these and `visits` is a `room.Room`.
    """
    size = hand_size(Options(), players)

    @kernel
    def search(
        counter: Word,
        weights: Weights,
        model: Model,
        both: int,
        loss: int,
        all_hands: Words,
        all_tables: Words,
        all_nigiri: Numbers,
        all_scores: Numbers,
        number: int,
        cards: int,
        simulations: int,
        me: int,
        trust: float,
        rough: Weights,
        tried: Weights,
        won: Weights,
        likely: Weights,
        starts: Numbers,
        numbers: Numbers,
        seen: Weights,
        keys: Words,
        children: Numbers,
        visits: Weights,
        values: Weights,
    ) -> Word:
        step = -1 if both and number == 1 else 1
        hands, tables = np.zeros((1, players), np.uint64), np.zeros((1, players), np.uint64)
        nigiri, scores = np.zeros((1, players), np.int64), np.zeros((1, players), np.int64)
        icons, far = np.zeros(players, np.int64), np.zeros(players, np.uint64)
        made, chances = np.zeros((players, 2), np.int64), np.zeros(players)
        wanted, then = np.zeros(KINDS), np.zeros(KINDS)
        deals, most, slots = len(all_hands), len(tried), len(keys)
        keys[:] = NOTHING
        path, chosen = np.zeros(_DEEPEST, np.int64), np.zeros((_DEEPEST, players), np.int64)
        roots = np.full(deals, NOBODY)
        my_tried, my_won = np.zeros(MOST_CHOICES), np.zeros(MOST_CHOICES)
        used = nodes = np.int64(0)  # not the number itself: Numba would compile what takes it twice
        for simulation in range(simulations):
            deal = simulation % deals
            for seat in range(players):
                hands[0, seat], tables[0, seat] = all_hands[deal, seat], all_tables[seat]
                nigiri[0, seat], scores[0, seat] = all_nigiri[seat], all_scores[seat]
            if roots[deal] == NOBODY:
                roots[deal] = nodes
            left, node, depth = cards, roots[deal], 0
            while True:
                if node == nodes:
                    if left <= 1 or used + players * MOST_CHOICES > most:
                        break
                    progresses(tables, icons, far, players)
                    for seat in range(players):
                        theirs = far[(seat + step + players) % players]
                        known = size - left >= players - 1
                        coming = hands[0, (seat - step + players) % players] if known else NOTHING
                        hand, table = hands[0, seat], tables[0, seat]
                        two = may_take_two(left, table, 0)
                        starts[node, seat] = used
                        numbers[node, seat] = leanings(
                            weights,
                            wanted,
                            then,
                            hand,
                            table,
                            far[seat],
                            theirs,
                            coming,
                            left,
                            number,
                            two,
                            likely,
                            used,
                        )
                        for k in range(used, used + numbers[node, seat]):
                            tried[k] = won[k] = 0.0
                        used += numbers[node, seat]
                    seen[node] = 0.0
                    nodes += 1
                    if depth > 0:
                        break
                # Everybody chooses for themselves.
                curiosity = CURIOSITY * math.sqrt(seen[node] + 1.0)
                key = U(node + 1)
                for seat in range(players):
                    at, best, which = starts[node, seat], -1e9, 0
                    if trust > 0.0 and seat != me:
                        counter = next_counter(counter)
                        bits = mixed(counter)
                        if np.float64(lower(bits)) < trust * 4294967296.0:
                            chosen[depth, seat] = any_likely(likely, at, numbers[node, seat], upper(bits))
                            key = key * _SEATS_IN_KEY + U(chosen[depth, seat])
                            continue
                    mine = depth == 0 and seat == me
                    eager = CURIOSITY * math.sqrt(simulation + 1.0) if mine else curiosity
                    for k in range(numbers[node, seat]):
                        times = my_tried[k] if mine else tried[at + k]
                        total = my_won[k] if mine else won[at + k]
                        worth = total / times if times > 0 else 1.0 / players
                        worth += eager * likely[at + k] / (1.0 + times)
                        if worth > best:
                            best, which = worth, k
                    chosen[depth, seat] = which
                    key = key * _SEATS_IN_KEY + U(which)
                path[depth] = node
                for seat in range(players):
                    two = may_take_two(left, tables[0, seat], 0)
                    move = pick(hands[0, seat], tables[0, seat], two, chosen[depth, seat])
                    hands[0, seat] = taken(hands[0, seat], move)
                    tables[0, seat], nigiri[0, seat] = laid(tables[0, seat], nigiri[0, seat], move)
                depth += 1
                pass_on(hands, players, step)
                left -= 1
                slot = np.int64(mixed(key) & U(slots - 1))
                while keys[slot] != NOTHING and keys[slot] != key:
                    slot = (slot + 1) & (slots - 1)
                if keys[slot] == key:
                    node = children[slot]
                else:
                    node = nodes
                    if left > 1 and used + players * MOST_CHOICES <= most:
                        keys[slot], children[slot] = key, nodes
            counter = play_on(
                counter, rough, wanted, hands, tables, nigiri, icons, far, made, left, number, step, size, players
            )
            value(model, tables, nigiri, scores, icons, number, loss, players, chances)
            for seat in range(players):
                best_other: Int = -1_000
                for other in range(players):
                    if other != seat:
                        best_other = max(best_other, scores[0, other])
                chances[seat] += POINTS_TOO * (scores[0, seat] - best_other)
            for level in range(depth):
                node = path[level]
                seen[node] += 1.0
                for seat in range(players):
                    at = starts[node, seat] + chosen[level, seat]
                    tried[at] += 1.0
                    won[at] += chances[seat]
            my_tried[chosen[0, me]] += 1.0
            my_won[chosen[0, me]] += chances[me]
        for k in range(numbers[0, me]):
            visits[k] += my_tried[k]
            values[k] += my_won[k]
        return counter

    return search
