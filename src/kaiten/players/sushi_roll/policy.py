"""What a player leans to: how much each face is wanted, out of tables of learned weights, and from that what to do.

The want for a face is a sum of five entries, looked up by what lies open: how far the player's own set or race has come, and how
many turns are left; the same by round; the same by how many dice that can show it come next and lie elsewhere; how a race stands
at its other end, or how many menus are held; how far the next player has come, who gets the belt. A menu is worth the expected
best of the dice that it rolls, less what it costs by then; a swap what it brings, less what chopsticks cost. A softmax over all
of that is a policy.

These kernels are unchecked.
"""

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.jit import inlined, part
from kaiten.fast.packed_counts import NOTHING, Float, Int, Numbers, U, Word, Words
from kaiten.fast.sushi_roll.constants import (
    BITS,
    DUMPLING,
    FACES,
    FARTHEST,
    ICONS_1,
    ICONS_2,
    ICONS_3,
    MAKI_1,
    MAKI_2,
    MAKI_3,
    MOST_DICE,
    NOBODY,
    ROUNDS,
    SASHIMI,
    SIDES,
    TEMPURA,
    WASABI,
)
from kaiten.fast.sushi_roll.moves import count, face_at
from kaiten.sushi_roll import tables
from kaiten.sushi_roll.dice import FACES as SIDES_OF
from kaiten.sushi_roll.dice import Face, Kind

Weights = NDArray[np.float64]

STEPS, TURNS, PHASES, NEAR, FAR = 12, MOST_DICE, 3, 4, 3
"""Steps of a set or a race; turns left; early, middle and late; dice that come next, and elsewhere."""
_LEVEL = STEPS // 2

# A block of weights for each face, and what is in it from where.
BY_ROUND = STEPS * TURNS
TO_COME = BY_ROUND + STEPS * ROUNDS
OTHER_END = TO_COME + STEPS * NEAR * FAR * PHASES
FOR_NEXT = OTHER_END + STEPS * TURNS
BLOCK = FOR_NEXT + STEPS * PHASES
# After the blocks: what a menu costs, what chopsticks cost, by tokens held, round and turns left; whether the other has moved.
TOKENS = 8
MENU_COST = FACES * BLOCK
SWAP_COST = MENU_COST + TOKENS * ROUNDS * TURNS
HAS_MOVED = SWAP_COST + TOKENS * ROUNDS * TURNS
WEIGHTS = HAS_MOVED + 2

MOST_OPTIONS = MOST_DICE + 2 + FARTHEST

_KIND = np.array([list(Kind).index(face.kind) for face in Face])
_WANTED_KIND = np.array([list(Kind).index(Kind.NIGIRI if face is Face.WASABI else face.kind) for face in Face])
"""The dice that go with a face: its own kind, but nigiri with wasabi."""
_SHOWN_BY = np.array([SIDES_OF[face.kind].count(face.code) for face in Face])
"""On how many sides of its die a face is."""
_FEWER = np.array(
    [
        [[(few / max(many, 1)) ** dice for dice in range(MOST_DICE + 1)] for few in range(SIDES + 1)]
        for many in range(SIDES + 1)
    ]
)
"""Of so many sides, so few of them, so many dice: the chance that all dice that show one of the many show one of the few."""
_PHASE = np.array([2, 2, 1, 1, 1, 0, 0, 0])
_OF_THREE = np.arange(16) % (len(tables.TEMPURA_POINTS) - 1)

_BYTE, _LOW = 8, U(255)
_ALL_SIDES = U(sum(SIDES << _BYTE * kind for kind in range(len(Kind))))
_EVERY = U(0x1111111111111111)
_THREE, _TWO = U(0x111), U(0x11)
_RACES = (_THREE << U(BITS * MAKI_1)) | (_THREE << U(BITS * Face.PUDDING_1.value))
_EGG, _PUDDING_1, _MENU, _CHOPSTICKS = Face.EGG.value, Face.PUDDING_1.value, Face.MENU_2.value, Face.CHOPSTICKS_1.value


@part
def kinds_of(belt: Word, size: Int) -> Word:
    """How many dice of each kind there are on a belt, a byte each; to roll them changes nothing."""
    kinds = NOTHING
    for die in range(size):
        kinds += one_of(face_at(belt, die))
    return kinds


@inlined
def one_of(face: Int) -> Word:
    """One die of the kind that shows this face."""
    return U(1) << U(_BYTE * _KIND[face])


ONE_OF = [1 << _BYTE * int(kind) for kind in _KIND]
"""The same, outside kernels."""


@inlined
def _dice(kinds: Word, kind: Int) -> Int:
    return np.int64((kinds >> U(_BYTE * kind)) & _LOW)


@inlined
def _lead(own: Int, other: Int) -> Int:
    """How far ahead of somebody else, as a step."""
    return min(max(own - other + _LEVEL, 0), STEPS - 1)


@inlined
def icons_of(tray: Word) -> Int:
    """Maki on a tray."""
    return ICONS_1 * count(tray, MAKI_1) + ICONS_2 * count(tray, MAKI_2) + ICONS_3 * count(tray, MAKI_3)


@inlined
def _field(step: Int, face: Int) -> Word:
    return U(step) << U(BITS * face)


@part
def progress(
    seat: Int, trays: Words, waiting: Numbers, menus: Numbers, chopsticks: Numbers, puddings: Numbers, players: Int
) -> tuple[Word, Word]:
    """How far a player has come with each face, as two words of steps: ahead of the best, and at the other end."""
    tray, dips, paid = trays[0, seat], min(waiting[0, seat], 3), menus[0, seat]
    most: Int = 0
    second: Int = 0
    top, fewest = 0, 100
    for other in range(players):
        if other != seat:
            icons = icons_of(trays[0, other])
            if icons > most:
                most, second = icons, most
            elif icons > second:
                second = icons
            top = max(top, puddings[0, other])
            fewest = min(fewest, puddings[0, other])
    icons, held = icons_of(tray), puddings[0, seat]
    sets = _field(_OF_THREE[count(tray, TEMPURA)], TEMPURA) | _field(_OF_THREE[count(tray, SASHIMI)], SASHIMI)
    sets |= _field(_OF_THREE[count(tray, DUMPLING)], DUMPLING)
    races = (U(_lead(icons, most)) * _THREE) << U(BITS * MAKI_1)
    races |= (U(_lead(held, top)) * _THREE) << U(BITS * _PUDDING_1)
    dipped = ((U(dips) * _THREE) << U(BITS * _EGG)) | _field(dips, WASABI)
    tokens = _field(min(paid, STEPS - 1), _MENU)
    tokens |= (U(min(chopsticks[0, seat], STEPS - 1)) * _TWO) << U(BITS * _CHOPSTICKS)
    ends = ((U(_lead(icons, second)) * _THREE) << U(BITS * MAKI_1)) | (
        (U(_lead(held, fewest)) * _THREE) << U(BITS * _PUDDING_1)
    )
    ends |= (U(min(paid, STEPS - 1)) * _EVERY) & ~(_RACES * U(15))
    return sets | races | dipped | tokens, ends


@inlined
def places(
    face: Int, mine: Word, ends: Word, theirs: Word, near: Word, far: Word, left: Int, number: Int
) -> tuple[Int, Int, Int, Int, Int]:
    """Where the five weights of a face are.

    `mine` and `ends` are how far the player has come, `theirs` how far the next one has; `near` and `far` are the kinds of dice
    that come next and of all others but those; `left` the turns after this one, and `number` the round from 0.
    """
    block, phase, step = face * BLOCK, _PHASE[left], count(mine, face)
    kind = _WANTED_KIND[face]
    coming = min(_dice(near, kind), NEAR - 1) * FAR + min(_dice(far, kind) // 2, FAR - 1)
    return (
        block + TURNS * step + left,
        block + BY_ROUND + ROUNDS * step + number,
        block + TO_COME + (step * NEAR * FAR + coming) * PHASES + phase,
        block + OTHER_END + TURNS * count(ends, face) + left,
        block + FOR_NEXT + PHASES * count(theirs, face) + phase,
    )


@part
def lean(
    weights: Weights,
    wants: Weights,
    mine: Word,
    ends: Word,
    theirs: Word,
    near: Word,
    far: Word,
    left: Int,
    number: Int,
) -> None:
    """Write down how much each face is wanted."""
    for face in range(FACES):
        a, b, c, d, e = places(face, mine, ends, theirs, near, far, left, number)
        wants[face] = weights[a] + weights[b] + weights[c] + weights[d] + weights[e]


@part
def rank(wants: Weights, order: Numbers) -> None:
    """Put the faces in order, the most wanted first. `order` has all of them, in any order."""
    for place in range(1, FACES):
        face = order[place]
        want, at = wants[face], place
        while at > 0 and wants[order[at - 1]] < want:
            order[at] = order[at - 1]
            at -= 1
        order[at] = face


@part
def best_of_roll(wants: Weights, order: Numbers, kinds: Word, kept: Int, likely: Weights, row: Int) -> Float:
    """What the most wanted of some dice will be wanted, on the average, once they are rolled beside a face that is kept.

    `likely` gets, in a row, for each face the chance that it is the one. Numbers written in a call of it are given a type: else it
    would be compiled for each of them.
    """
    for face in range(FACES):
        likely[row, face] = 0.0
    sides = _ALL_SIDES
    still: Float = 1.0
    expected = 0.0
    for place in range(FACES):
        face = order[place]
        if face == kept:
            break
        kind = _KIND[face]
        dice = _dice(kinds, kind)
        if dice == 0:
            continue
        before = _dice(sides, kind)
        none = still * _FEWER[before, before - _SHOWN_BY[face], dice]
        sides -= U(_SHOWN_BY[face]) << U(_BYTE * kind)
        likely[row, face] = still - none
        expected += (still - none) * wants[face]
        still = none
        if still == 0.0:
            break
    if kept != NOBODY:
        likely[row, kept] = still
        expected += still * wants[kept]
    return expected


@inlined
def cost_at(first: Int, tokens: Int, number: Int, left: Int) -> Int:
    """Where the cost of a menu or of chopsticks is."""
    return first + (min(tokens, TOKENS - 1) * ROUNDS + number) * TURNS + left
