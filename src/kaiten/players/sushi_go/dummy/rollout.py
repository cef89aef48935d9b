"""A round with the dummy, played as the policy leans: one seat's choice, a turn, and all the turns that are left.

Seats are 0 and 1, the dummy's table is the third. What was chosen is written by seat and part: the own card, the second one, the
dummy's; NOBODY for none. These kernels are unchecked.
"""

import numpy as np

from kaiten.fast.chance import below, lower, mixed, next_counter
from kaiten.fast.jit import inlined, part
from kaiten.fast.packed_counts import NOTHING, Bytes, Int, Numbers, Word, Words, held, kth, one, popcount
from kaiten.fast.sushi_go.constants import CHOPSTICKS_FIELD, NOBODY, ONE_CHOPSTICKS
from kaiten.fast.sushi_go.moves import put_down
from kaiten.players.sushi_go.dummy.policy import ALONE, GIVING, IN_CONTROL, lean, learn, standing
from kaiten.players.sushi_go.policy import NO_SECOND, Weights

OWN, SECOND, GIVEN = 0, 1, 2
"""The parts of a choice."""


@part
def any_wanted(wanted: Weights, hand: Word, total: Int, bits: Word) -> Int:
    """A card of a hand, each as likely as it is wanted, by 32 random bits."""
    some = held(hand, 1)
    rest = total * (np.float64(bits) / 4294967296.0)
    last = popcount(some) - 1
    for k in range(last):
        kind = kth(some, k)
        rest -= wanted[kind]
        if rest < 0:
            return kind
    return kth(some, last)


@inlined
def may_take_two(table: Word, left: Int) -> Int:
    """As `moves.may_use_chopsticks`: in control there is a card more, and a card more is needed (SG-9, SG-21)."""
    return left > 1 and (table & CHOPSTICKS_FIELD) != NOTHING


@inlined
def known(hands: Words, seat: Int, control: Int, drawn: Int, left: Int, size: Int) -> Word:
    """What a seat knows of the other's hand: nothing in the first turn, later all but the card drawn for the dummy."""
    if left == size:
        return NOTHING
    hand = hands[0, 1 - seat]
    return hand if seat == control else hand - one(drawn)


@part
def likely(
    factors: Weights,
    wanted: Weights,
    part_: Int,
    controls: Int,
    hand: Word,
    mine: Word,
    theirs: Word,
    races: Int,
    coming: Word,
    left: Int,
    number: Int,
) -> tuple[Int, Int]:
    """How much each card is wanted for one part of a choice, written by kind; the sum, and how much of it wants no second card.

    All is as after the parts before: the hand, how far both have come, how the races stand.
    """
    if part_ == GIVEN:
        return lean(factors, GIVING, wanted, hand, theirs, mine, races, coming, left, number), 0.0
    set_ = IN_CONTROL if controls else ALONE
    total = lean(factors, set_, wanted, hand, mine, theirs, races, coming, left, number)
    if part_ == OWN:
        return total, 0.0
    enough = factors[set_ + NO_SECOND + left]
    return total + enough, enough


@part
def taught(
    places: Numbers,
    pulls: Weights,
    wanted: Weights,
    total: Int,
    enough: Int,
    chosen: Int,
    part_: Int,
    controls: Int,
    hand: Word,
    mine: Word,
    theirs: Word,
    races: Int,
    coming: Word,
    left: Int,
    number: Int,
) -> None:
    """Note which weights have to go which way for a part of a choice to become more likely."""
    if part_ == GIVEN:
        learn(places, pulls, GIVING, wanted, total, chosen, hand, theirs, mine, races, coming, left, number)
        return
    set_ = IN_CONTROL if controls else ALONE
    learn(places, pulls, set_, wanted, total, chosen, hand, mine, theirs, races, coming, left, number)
    if part_ == SECOND:
        places[0] += 1
        places[places[0]] = set_ + NO_SECOND + left
        pulls[places[0]] = (1.0 if chosen == NOBODY else 0.0) - enough / total


@part
def decide(
    counter: Word,
    factors: Weights,
    wanted: Weights,
    places: Numbers,
    pulls: Weights,
    teach: Int,
    seat: Int,
    controls: Int,
    hand: Word,
    tables: Words,
    coming: Word,
    left: Int,
    number: Int,
    made: Numbers,
) -> Word:
    """A seat's choice, each part as likely as it is wanted; returns the counter for the next."""
    table, other, dummy = tables[0, seat], tables[0, 1 - seat], tables[0, 2]
    two = may_take_two(table, left)
    if left == 1 and not controls:
        counter = next_counter(counter)
        made[seat, OWN], made[seat, SECOND], made[seat, GIVEN] = kth(held(hand, 1), 0), NOBODY, NOBODY
        return counter
    mine, races = standing(table, other, dummy)
    theirs, _ = standing(other, table, dummy)
    for part_ in range(3):
        made[seat, part_] = NOBODY
        if (part_ == SECOND and not two) or (part_ == GIVEN and not controls):
            continue
        total, enough = likely(factors, wanted, part_, controls, hand, mine, theirs, races, coming, left, number)
        counter = next_counter(counter)
        bits = mixed(counter)
        chosen: Int = NOBODY
        if enough == 0.0 or np.float64(bits >> np.uint64(32)) / 4294967296.0 * total >= enough:
            chosen = any_wanted(wanted, hand, total - enough, lower(bits))
        if teach:
            taught(
                places,
                pulls,
                wanted,
                total,
                enough,
                chosen,
                part_,
                controls,
                hand,
                mine,
                theirs,
                races,
                coming,
                left,
                number,
            )
        made[seat, part_] = chosen
        if chosen != NOBODY:
            hand -= one(chosen)
            if part_ != GIVEN and (two or controls):
                table, _ = put_down(table, 0, chosen)
                mine, races = standing(table, other, dummy)
                theirs, _ = standing(other, table, dummy)
    return counter


@part
def carry_out(hands: Words, tables: Words, nigiri: Numbers, made: Numbers) -> None:
    """A turn, once both have chosen, and the hands swapped (SG-6, SG-8, SG-19). Compared by test_bots_dummy."""
    for seat in range(2):
        own, second, given = made[seat, OWN], made[seat, SECOND], made[seat, GIVEN]
        hand = hands[0, seat] - one(own)
        tables[0, seat], nigiri[0, seat] = put_down(tables[0, seat], nigiri[0, seat], own)
        if second != NOBODY:
            hand += ONE_CHOPSTICKS - one(second)
            tables[0, seat], nigiri[0, seat] = put_down(tables[0, seat] - ONE_CHOPSTICKS, nigiri[0, seat], second)
        if given != NOBODY:
            hand -= one(given)
            tables[0, 2], nigiri[0, 2] = put_down(tables[0, 2], nigiri[0, 2], given)
        hands[0, seat] = hand
    swapped = hands[0, 0]
    hands[0, 0], hands[0, 1] = hands[0, 1], swapped


@inlined
def any_card(counter: Word, pile: Bytes, at: Int) -> Int:
    """A card out of those that lie from a place on, put to that place. A shuffled pile that is shuffled further needs no reset."""
    place = at + below(lower(mixed(counter)), len(pile) - at)
    card = pile[place]
    pile[place] = pile[at]
    pile[at] = card
    return np.int64(card)


@part
def play_on(
    counter: Word,
    factors: Weights,
    wanted: Weights,
    hands: Words,
    tables: Words,
    nigiri: Numbers,
    pile: Bytes,
    at: Int,
    made: Numbers,
    control: Int,
    drawn: Int,
    left: Int,
    number: Int,
    size: Int,
) -> Word:
    """The rest of a round, by the policy for both; the card of this turn has been drawn. Returns the counter for the next."""
    while True:
        for seat in range(2):
            coming = known(hands, seat, control, drawn, left, size)
            counter = decide(
                counter,
                factors,
                wanted,
                made[0],
                wanted,
                False,
                seat,
                seat == control,
                hands[0, seat],
                tables,
                coming,
                left,
                number,
                made,
            )
        carry_out(hands, tables, nigiri, made)
        left -= 1
        if left == 0:
            return counter
        control = 1 - control
        counter = next_counter(counter)
        drawn = any_card(counter, pile, at)
        at += 1
        hands[0, control] += one(drawn)
