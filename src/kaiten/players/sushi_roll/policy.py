"""The policy: a softmax over the sensible moves, with logits out of tables of learned weights (a log-linear policy).

The logit of a face is the sum of five weights, indexed by features that lie open: the progress of the seat's own set or race, and
the turns left; the same progress and the round; the same and the dice of the right kind that come next and lie elsewhere; the
other end of a race, or the menus held; the progress of the next seat, which gets the belt. The logit of a menu is the expected
best face logit of its roll, less a cost; that of a swap is the logit of the face it brings, less a cost.

These kernels are unchecked.
"""

from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.jit import inlined, part
from kaiten.fast.packed_counts import Float, Int, Numbers, U, Word
from kaiten.fast.sushi_roll.constants import (
    BITS,
    DUMPLING,
    FACES,
    FARTHEST,
    MAKI_1,
    MENUS_FROM,
    MOST_DICE,
    NOBODY,
    ROUNDS,
    SASHIMI,
    SIDES,
    SWAPS_FROM,
    TEMPURA,
    WASABI,
)
from kaiten.fast.sushi_roll.scoring import maki_icons
from kaiten.fast.sushi_roll.state import Records, State, acting_seat, count, face_at, records, seat_after
from kaiten.kit.seats import MOST_PLAYERS
from kaiten.sushi_roll import tables
from kaiten.sushi_roll.dice import FACES as SIDES_OF
from kaiten.sushi_roll.dice import Face, Kind

Weights = NDArray[np.float64]

STEPS, TURNS, PHASES, NEAR, FAR = 12, MOST_DICE, 3, 4, 3
"""Steps of a set or a race; turns left; early, middle and late; dice that come next, and elsewhere."""
_LEVEL = STEPS // 2

# Each face has a block of weights; offsets in it.
BY_ROUND = STEPS * TURNS
TO_COME = BY_ROUND + STEPS * ROUNDS
OTHER_END = TO_COME + STEPS * NEAR * FAR * PHASES
FOR_NEXT = OTHER_END + STEPS * TURNS
BLOCK = FOR_NEXT + STEPS * PHASES
# Offsets after the blocks: the costs of menus and chopsticks, by tokens held, round and turns left; whether the other has moved.
TOKENS = 8
MENU_COST = FACES * BLOCK
SWAP_COST = MENU_COST + TOKENS * ROUNDS * TURNS
HAS_MOVED = SWAP_COST + TOKENS * ROUNDS * TURNS
WEIGHTS = HAS_MOVED + 2

MOST_OPTIONS = MOST_DICE + 2 + FARTHEST
MOST_CANDIDATES = 2 * MOST_DICE + 1 + FARTHEST * MOST_DICE
"""Of a search: to take each die, to roll all or all but one, and to swap for any die there is."""

_KIND = np.array([list(Kind).index(face.kind) for face in Face])
_KIND_WITH = np.array([list(Kind).index(Kind.NIGIRI if face is Face.WASABI else face.kind) for face in Face])
"""The kind of dice that goes with a face: its own, but nigiri with wasabi."""
_SHOWN_BY = np.array([SIDES_OF[face.kind].count(face.code) for face in Face])
"""The number of sides of a die that show a face."""
_ALL_AMONG = np.array(
    [
        [[(few / max(many, 1)) ** dice for dice in range(MOST_DICE + 1)] for few in range(SIDES + 1)]
        for many in range(SIDES + 1)
    ]
)
"""By sides `many` and `few` of them: the probability that so many dice, each showing one of the many, all show one of the few."""
_PHASE = np.array([2, 2, 1, 1, 1, 0, 0, 0])
_IN_SET = np.arange(16) % (len(tables.TEMPURA_POINTS) - 1)

_BYTE, _LOW = 8, U(255)
_ALL_SIDES = U(sum(SIDES << _BYTE * kind for kind in range(len(Kind))))
_EVERY = U(0x1111111111111111)
_THREE, _TWO = U(0x111), U(0x11)
_RACES = (_THREE << U(BITS * MAKI_1)) | (_THREE << U(BITS * Face.PUDDING_1.value))
_EGG, _PUDDING_1, _MENU, _CHOPSTICKS = Face.EGG.value, Face.PUDDING_1.value, Face.MENU_2.value, Face.CHOPSTICKS_1.value


class Scratch(Protocol):
    """Scratch arrays of the policy."""

    face_logits: Weights
    other_logits: Weights
    """Face logits of an opponent."""
    order: Numbers
    """All faces, by their logits once they are sorted."""
    best_face: Weights
    """For two menus: the probability of each face to be the best of the roll."""
    moves: Numbers
    logits: Weights
    """Of the moves; probabilities after a softmax."""
    win: Weights
    """Win probabilities by seat."""


Scratches: TypeAlias = Records
"""An array of `Scratch`, of length one."""


class Features(NamedTuple):
    """Words with a field for each face (the first three) or each kind of dice (the others)."""

    own: Word
    """Progress of the seat's own sets, and its lead in races."""
    ends: Word
    """Lead over the second, or over the last, in races; menus held elsewhere."""
    next: Word
    """Progress of the next seat."""
    near: Word
    """Dice that come to the seat next."""
    far: Word
    """All other dice."""


def new_scratch() -> Scratches:
    made: Scratches = records(
        1,
        [
            *[(name, np.float64, (FACES,)) for name in ("face_logits", "other_logits")],
            ("order", np.int64, (FACES,)),
            ("best_face", np.float64, (2, FACES)),
            ("moves", np.int64, (MOST_CANDIDATES,)),
            ("logits", np.float64, (MOST_CANDIDATES,)),
            ("win", np.float64, (MOST_PLAYERS,)),
        ],
    )
    made.order = np.arange(FACES)
    return made


DIE_OF_KIND = [1 << _BYTE * int(kind) for kind in _KIND]
"""By face: one die of its kind, as a word of kinds."""


@inlined
def one_of(face: Int) -> Word:
    """The same in kernels."""
    return U(1) << U(_BYTE * _KIND[face])


@inlined
def _dice(kinds: Word, kind: Int) -> Int:
    return np.int64((kinds >> U(_BYTE * kind)) & _LOW)


@inlined
def _lead(own: Int, other: Int) -> Int:
    """The lead in a race, as a step."""
    return min(max(own - other + _LEVEL, 0), STEPS - 1)


@inlined
def _field(step: Int, face: Int) -> Word:
    return U(step) << U(BITS * face)


@part
def _progress(game: State, seat: Int) -> tuple[Word, Word]:
    """The features `own` and `ends` of a seat."""
    tray, dips, paid = game.trays[seat], min(game.waiting[seat], 3), game.menus[seat]
    most: Int = 0
    second: Int = 0
    top, fewest = 0, 100
    for other in range(len(game.trays)):
        if other != seat:
            icons = maki_icons(game.trays[other])
            if icons > most:
                most, second = icons, most
            elif icons > second:
                second = icons
            top, fewest = max(top, game.puddings[other]), min(fewest, game.puddings[other])
    icons, held = maki_icons(tray), game.puddings[seat]
    sets = _field(_IN_SET[count(tray, TEMPURA)], TEMPURA) | _field(_IN_SET[count(tray, SASHIMI)], SASHIMI)
    sets |= _field(_IN_SET[count(tray, DUMPLING)], DUMPLING)
    races = (U(_lead(icons, most)) * _THREE) << U(BITS * MAKI_1)
    races |= (U(_lead(held, top)) * _THREE) << U(BITS * _PUDDING_1)
    dipped = ((U(dips) * _THREE) << U(BITS * _EGG)) | _field(dips, WASABI)
    tokens = _field(min(paid, STEPS - 1), _MENU)
    tokens |= (U(min(game.chopsticks[seat], STEPS - 1)) * _TWO) << U(BITS * _CHOPSTICKS)
    ends = (U(_lead(icons, second)) * _THREE) << U(BITS * MAKI_1)
    ends |= (U(_lead(held, fewest)) * _THREE) << U(BITS * _PUDDING_1)
    ends |= (U(min(paid, STEPS - 1)) * _EVERY) & ~(_RACES * U(15))
    return sets | races | dipped | tokens, ends


@part
def features_of(game: State, seat: Int) -> Features:
    """The features of a seat."""
    players = len(game.trays)
    own, ends = _progress(game, seat)
    then, _ = _progress(game, seat_after(seat, 1, players))
    near, far = game.kinds[seat_after(seat, players - 1, players)], game.kinds[0]
    for other in range(1, players):
        far += game.kinds[other]
    return Features(own, ends, then, near, far - near)


@inlined
def weight_indices(face: Int, features: Features, left: Int, number: Int) -> tuple[Int, Int, Int, Int, Int]:
    """The indices of a face's five weights, with so many turns left after this one, in the round `number` from 0."""
    block, phase, step = face * BLOCK, _PHASE[left], count(features.own, face)
    kind = _KIND_WITH[face]
    coming = min(_dice(features.near, kind), NEAR - 1) * FAR + min(_dice(features.far, kind) // 2, FAR - 1)
    return (
        block + TURNS * step + left,
        block + BY_ROUND + ROUNDS * step + number,
        block + TO_COME + (step * NEAR * FAR + coming) * PHASES + phase,
        block + OTHER_END + TURNS * count(features.ends, face) + left,
        block + FOR_NEXT + PHASES * count(features.next, face) + phase,
    )


@part
def write_face_logits(weights: Weights, game: State, seat: Int, out: Weights) -> Features:
    """Write a seat's logit of each face; returns the features."""
    features = features_of(game, seat)
    for face in range(FACES):
        a, b, c, d, e = weight_indices(face, features, game.left - 1, game.scored)
        out[face] = weights[a] + weights[b] + weights[c] + weights[d] + weights[e]
    return features


@part
def sort_faces(scratch: Scratch) -> None:
    """Sort the faces by their logits, the largest first."""
    order, logits = scratch.order, scratch.face_logits
    for place in range(1, FACES):
        face, at = order[place], place
        while at > 0 and logits[order[at - 1]] < logits[face]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = face


@part
def expected_best(scratch: Scratch, kinds: Word, kept: Int, row: Int) -> Float:
    """The expected largest face logit of some dice once they are rolled, beside a face that is kept (or NOBODY).

    The faces have to be sorted. A row of `best_face` gets the probability of each face to be the best.
    """
    logits, best_face = scratch.face_logits, scratch.best_face
    for face in range(FACES):
        best_face[row, face] = 0.0
    sides, still, expected = _ALL_SIDES, 1.0, 0.0
    for place in range(FACES):
        face = scratch.order[place]
        kind = _KIND[face]
        dice = _dice(kinds, kind)
        if face == kept or still == 0.0:
            break
        if dice > 0:
            before = _dice(sides, kind)
            none = still * _ALL_AMONG[before, before - _SHOWN_BY[face], dice]
            sides -= U(_SHOWN_BY[face]) << U(_BYTE * kind)
            best_face[row, face] = still - none
            expected += (still - none) * logits[face]
            still = none
    if kept != NOBODY:
        best_face[row, kept] = still
        expected += still * logits[kept]
    return expected


@inlined
def cost_index(first: Int, tokens: Int, game: State) -> Int:
    """The index of the weight for paying a menu or chopsticks: `first` is MENU_COST or SWAP_COST."""
    held: Int = min(tokens, TOKENS - 1)
    return first + (held * ROUNDS + game.scored) * TURNS + game.left - 1


@part
def menu_logit(weights: Weights, game: State, scratch: Scratch, kept: Int, row: Int) -> Float:
    """The logit of rolling all dice of the acting seat, or all but one with the face `kept`. The faces have to be sorted."""
    seat = acting_seat(game)
    kinds = game.kinds[seat] if kept == NOBODY else game.kinds[seat] - one_of(kept)
    cost: Float = weights[cost_index(MENU_COST, game.menus[seat], game)]
    return cost + expected_best(scratch, kinds, kept, row)


@part
def write_options(weights: Weights, game: State, scratch: Scratch) -> Int:
    """Write the sensible moves of the acting seat and their logits; returns how many there are. Face logits have to be written.

    Take each face once; roll all dice, or all but the best; swap the worst die for the best of each opponent.
    """
    seat, players, logits = acting_seat(game), len(game.belts), scratch.face_logits
    belt, number, best, worst = game.belts[seat], 0, 0, 0
    seen: Int = 0
    for die in range(game.left):
        face = face_at(belt, die)
        best = die if logits[face] > logits[face_at(belt, best)] else best
        worst = die if logits[face] < logits[face_at(belt, worst)] else worst
        if not seen >> face & 1:
            seen |= 1 << face
            scratch.moves[number], scratch.logits[number] = die, logits[face]
            number += 1
    if game.menus[seat] > 0:
        sort_faces(scratch)
        everything = (1 << game.left) - 1
        scratch.moves[number] = MENUS_FROM + everything - 1
        scratch.logits[number] = menu_logit(weights, game, scratch, NOBODY, 0)
        number += 1
        if game.left > 1:
            scratch.moves[number] = MENUS_FROM + (everything ^ (1 << best)) - 1
            scratch.logits[number] = menu_logit(weights, game, scratch, face_at(belt, best), 1)
            number += 1
    farthest = players if game.chopsticks[seat] > 0 else 1
    for away in range(1, farthest):
        moved = away >= players - game.taken
        theirs, top = game.belts[seat_after(seat, away, players)], 0
        for die in range(1, game.left - moved):
            top = die if logits[face_at(theirs, die)] > logits[face_at(theirs, top)] else top
        if game.left > moved:
            cost = weights[cost_index(SWAP_COST, game.chopsticks[seat], game)]
            scratch.moves[number] = SWAPS_FROM + (worst * FARTHEST + away - 1) * MOST_DICE + top
            scratch.logits[number] = logits[face_at(theirs, top)] + cost + weights[HAS_MOVED + moved]
            number += 1
    return number
