"""Search with the dummy: decoupled UCT over what each player knows, and the policy to the end of the round.

Both choose at once, and neither knows all: the pile is hidden, and so is the card that the other has drawn. So each game of the
search draws these cards anew, and a node is what one player knows (multiple-observer information set search): it counts the
choices of that player, whatever the cards that are hidden from them turn out to be. The parts of a choice are nodes one after the
other. These kernels are unchecked.
"""

import math

import numpy as np

from kaiten.fast.chance import mixed, next_counter
from kaiten.fast.jit import inlined, kernel, part
from kaiten.fast.packed_counts import (
    KINDS,
    NOTHING,
    Bytes,
    Int,
    Numbers,
    U,
    Word,
    Words,
    held,
    kth,
    one,
    plus,
    popcount,
)
from kaiten.fast.sushi_go.constants import NOBODY
from kaiten.fast.sushi_go.moves import put_down
from kaiten.players.sushi_go.dummy.policy import standing
from kaiten.players.sushi_go.dummy.rollout import (
    GIVEN,
    SECOND,
    any_card,
    carry_out,
    known,
    likely,
    may_take_two,
    play_on,
)
from kaiten.players.sushi_go.dummy.selfplay import SIZE
from kaiten.players.sushi_go.dummy.win_model import value
from kaiten.players.sushi_go.policy import Weights
from kaiten.players.win_model import POINT_VALUE, Model

_ENTRIES, _NODES = 24, 4
"""Choices and nodes for each game of a search: room that is enough for nearly all. One that runs out of it grows no more."""
_TURN = 6
"""Nodes that a turn can ask for, and no more."""


@part
def _knowledge(hand: Word, coming: Word, tables: Words, nigiri: Numbers, seat: Int) -> Word:
    """A key for all that a seat knows and that makes a difference."""
    key = mixed(plus(hand, U(seat) << U(63)))
    key = mixed(plus(key, coming))
    for table in range(3):
        key = mixed(plus(key, tables[0, table]))
    return mixed(plus(key, U(nigiri[0, 0] << 8 | nigiri[0, 1])))


@inlined
def _after(key: Word, chosen: Int) -> Word:
    """The key of the next part of a choice."""
    return mixed(plus(key, U(chosen + 2)))


@part
def _slot(keys: Words, key: Word) -> Int:
    """Where a node is, or would be."""
    slot = np.int64(key & U(len(keys) - 1))
    while keys[slot] != NOTHING and keys[slot] != key:
        slot = (slot + 1) & (len(keys) - 1)
    return slot


@part
def _write(
    hand: Word, wanted: Weights, total: Int, enough: Int, what: Numbers, chance: Weights, at: Int, openness: Int
) -> Int:
    """The choices of a new node and how much each is liked, from a place on; returns the place after them."""
    some, start, sum_ = held(hand, 1), at, 0.0
    for k in range(popcount(some)):
        what[at] = kth(some, k)
        chance[at] = (wanted[what[at]] / total) ** openness
        at += 1
    if enough > 0.0:
        what[at], chance[at] = NOBODY, (enough / total) ** openness
        at += 1
    for k in range(start, at):
        sum_ += chance[k]
    for k in range(start, at):
        chance[k] /= sum_
    return at


@part
def _best(tried: Weights, won: Weights, chance: Weights, at: Int, end: Int, curiosity: Int) -> Int:
    """The choice to look at next: good so far, or liked and not looked at yet."""
    best, which = -1e9, at
    for k in range(at, end):
        times = tried[k]
        worth = (won[k] / times if times > 0 else 0.5) + curiosity * chance[k] / (1.0 + times)
        if worth > best:
            best, which = worth, k
    return which


@kernel
def search(
    counter: Word,
    factors: Weights,
    model: Model,
    loss: int,
    seat_asking: int,
    control: int,
    drawn: int,
    number: int,
    left: int,
    deals: Words,
    piles: Bytes,
    all_tables: Words,
    all_nigiri: Numbers,
    all_scores: Numbers,
    simulations: int,
    curiosity: float,
    openness: float,
    out: Numbers,
) -> Word:
    """Search from what a seat knows, and write down its own card, the second and the dummy's; returns the counter for the next.

    `deals` has a row for each guess of the hands and `piles` what is left then, in any order. `drawn` is the card that the seat has
    drawn; where the other has, it is NOBODY, and that card is in the pile. For `curiosity` and `openness` see `bots`.
    """
    hands, tables = np.zeros((1, 2), np.uint64), np.zeros((1, 3), np.uint64)
    nigiri, scores = np.zeros((1, 3), np.int64), np.zeros((1, 3), np.int64)
    icons, made = np.zeros(3, np.int64), np.zeros((2, 3), np.int64)
    wanted, chances = np.zeros(KINDS), np.zeros(2)
    room, most = simulations * _ENTRIES + 1_000, simulations * _NODES + 64
    tried, won, chance = np.zeros(room), np.zeros(room), np.zeros(room)
    what = np.zeros(room, np.int64)
    slots = 64
    while slots < 2 * most:
        slots *= 2
    keys, starts, ends = np.zeros(slots, np.uint64), np.zeros(slots, np.int64), np.zeros(slots, np.int64)
    seen = np.zeros(slots)
    path = np.zeros((_TURN * SIZE, 3), np.int64)
    used = nodes = 0
    root = NOTHING
    for simulation in range(simulations):
        pile = piles[simulation % len(deals)]
        for seat in range(2):
            hands[0, seat] = deals[simulation % len(deals), seat]
        for seat in range(3):
            tables[0, seat], nigiri[0, seat], scores[0, seat] = all_tables[seat], all_nigiri[seat], all_scores[seat]
        controls, card, turns, at, depth = control, drawn, left, 0, 0
        if drawn == NOBODY:
            counter = next_counter(counter)
            card = any_card(counter, pile, 0)
            hands[0, control] += one(card)
            at = 1
        new = False
        while turns > 0:
            if new or used + _TURN * (KINDS + 1) > room or nodes + _TURN > most:
                counter = play_on(
                    counter,
                    factors,
                    wanted,
                    hands,
                    tables,
                    nigiri,
                    pile,
                    at,
                    made,
                    controls,
                    card,
                    turns,
                    number,
                    SIZE,
                )
                break
            for seat in range(2):
                hand, table = hands[0, seat], tables[0, seat]
                coming = known(hands, seat, controls, card, turns, SIZE)
                two = may_take_two(table, turns)
                key = _knowledge(hand, coming, tables, nigiri, seat)
                if turns == left and seat == seat_asking:
                    root = key
                for part_ in range(3):
                    made[seat, part_] = NOBODY
                    if (part_ == SECOND and not two) or (part_ == GIVEN and seat != controls):
                        continue
                    slot = _slot(keys, key)
                    if keys[slot] == NOTHING:
                        new = True
                        mine, races = standing(table, tables[0, 1 - seat], tables[0, 2])
                        theirs, _ = standing(tables[0, 1 - seat], table, tables[0, 2])
                        total, enough = likely(
                            factors,
                            wanted,
                            part_,
                            seat == controls,
                            hand,
                            mine,
                            theirs,
                            races,
                            coming,
                            turns,
                            number,
                        )
                        keys[slot], starts[slot] = key, used
                        used = _write(hand, wanted, total, enough, what, chance, used, openness)
                        ends[slot] = used
                        nodes += 1
                    which = _best(tried, won, chance, starts[slot], ends[slot], curiosity * math.sqrt(seen[slot] + 1.0))
                    path[depth, 0], path[depth, 1], path[depth, 2] = slot, which, seat
                    depth += 1
                    kind = what[which]
                    made[seat, part_] = kind
                    key = _after(key, kind)
                    if kind != NOBODY:
                        hand -= one(kind)
                        if part_ != GIVEN:
                            table, _ = put_down(table, 0, kind)
            carry_out(hands, tables, nigiri, made)
            turns -= 1
            if turns > 0:
                controls = 1 - controls
                counter = next_counter(counter)
                card = any_card(counter, pile, at)
                at += 1
                hands[0, controls] += one(card)
        value(model, tables, nigiri, scores, icons, number, loss, (control + left) % 2, chances)
        margin = POINT_VALUE * (scores[0, 0] - scores[0, 1])
        chances[0] += margin
        chances[1] -= margin
        for k in range(depth):
            seen[path[k, 0]] += 1.0
            tried[path[k, 1]] += 1.0
            won[path[k, 1]] += chances[path[k, 2]]
    two = may_take_two(all_tables[seat_asking], left)
    for part_ in range(3):
        out[part_] = NOBODY
        if (part_ == SECOND and not two) or (part_ == GIVEN and seat_asking != control):
            continue
        slot = _slot(keys, root)
        which = starts[slot]
        for k in range(starts[slot], ends[slot]):
            if tried[k] > tried[which] or (tried[k] == tried[which] and won[k] > won[which]):
                which = k
        out[part_] = what[which]
        root = _after(root, what[which])
    return counter
