"""Log-linear policy of Sushi Roll: a softmax over the sensible moves, with logits from tables of learned weights.

The logit of a face is the sum of five weights, looked up by feature: the progress of the seat's own set or race, and the turns left;
the same progress and the round; the same and the dice of the right kind that come next and lie elsewhere; the other end of a race,
or the menus held; the progress of the next seat, which gets the belt. The logit of a menu is the expected best face logit of its
roll, less a cost; that of a swap is the logit of the face it brings, less a cost. These kernels are unchecked.
"""

from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.jit import inlined, part, scalar
from kaiten.fast.packed_counts import Float, Int, Numbers, U, Word
from kaiten.fast.sushi_roll import constants as roll
from kaiten.fast.sushi_roll.scoring import maki_icons
from kaiten.fast.sushi_roll.state import Records, State, acting_seat, count, face_at, records, seat_after
from kaiten.kit.seats import MOST_PLAYERS
from kaiten.sushi_roll import dice, tables
from kaiten.sushi_roll.dice import Face, Kind

Weights = NDArray[np.float64]

STEPS, TURNS, PHASES, NEAR, FAR = 12, roll.MOST_DICE, 3, 4, 3
"""Steps of a set or a race; turns left; early, middle and late; dice that come next, and elsewhere."""

# Each face has a block of weights; offsets in it.
BY_ROUND = STEPS * TURNS
TO_COME = BY_ROUND + STEPS * roll.ROUNDS
OTHER_END = TO_COME + STEPS * NEAR * FAR * PHASES
FOR_NEXT = OTHER_END + STEPS * TURNS
BLOCK = FOR_NEXT + STEPS * PHASES
# Offsets after the blocks: the costs of menus and chopsticks, by tokens held, round and turns left; whether the other has moved.
TOKENS = 8
MENU_COST = roll.FACES * BLOCK
SWAP_COST = MENU_COST + TOKENS * roll.ROUNDS * TURNS
HAS_MOVED = SWAP_COST + TOKENS * roll.ROUNDS * TURNS
WEIGHTS = HAS_MOVED + 2

MOST_OPTIONS = roll.MOST_DICE + 2 + roll.FARTHEST
MOST_CANDIDATES = 2 * roll.MOST_DICE + 1 + roll.FARTHEST * roll.MOST_DICE
"""Of a search: to take each die, to roll all or all but one, and to swap for any die there is."""

_BYTE, _LOW = 8, U(255)
_KIND = np.array([list(Kind).index(face.kind) for face in Face])
_KIND_WITH = np.array([list(Kind).index(Kind.NIGIRI if face is Face.WASABI else face.kind) for face in Face])
"""The kind of dice that goes with a face: its own, but nigiri with wasabi."""
DIE_OF_KIND = np.array([1 << _BYTE * int(kind) for kind in _KIND], np.uint64)
"""By face: one die of its kind, as a word of kinds."""
_ALL_SIDES = U(sum(roll.SIDES << _BYTE * kind for kind in range(len(Kind))))
_SHOWN_BY = np.array([dice.FACES[face.kind].count(face.code) for face in Face])
"""The number of sides of a die that show a face."""
_SIDES = range(roll.SIDES + 1)
_ALL_AMONG = np.array(
    [[[(few / max(many, 1)) ** number for number in range(roll.MOST_DICE + 1)] for few in _SIDES] for many in _SIDES]
)
"""By sides `many`, `few` of them, and number of dice: the probability that dice which show some of the many show only the few."""
_PHASE = np.array([2, 2, 1, 1, 1, 0, 0, 0])
_IN_SET = np.arange(16) % (len(tables.TEMPURA_POINTS) - 1)


def _ones(codes: str) -> Word:
    """A one in the field of each of these faces."""
    return U(sum([1 << roll.BITS * dice.BY_CODE[code] for code in codes.split()]))


_MAKI, _PUDDINGS, _MENUS, _CHOPSTICKS = _ones("M1 M2 M3"), _ones("P1 P2 P3"), _ones("U2"), _ones("C1 C2")
_DIPS, _NO_RACES = _ones("N1 N2 N3 W"), _ones("T S D N1 N2 N3 W U2 C1 C2")


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
    """By face: progress of the seat's own sets and its lead in races (`own`); its lead over the second, or over the last, in races, and
    else menus held (`ends`); `own` of the next seat (`next`). By kind: the dice that come to the seat next (`near`), and all others."""

    own: Word
    ends: Word
    next: Word
    near: Word
    far: Word


def new_scratch() -> Scratches:
    fields: list[Any] = [("face_logits", np.float64, roll.FACES), ("other_logits", np.float64, roll.FACES)]
    fields += [("order", np.int64, roll.FACES), ("best_face", np.float64, (2, roll.FACES))]
    fields += [("moves", np.int64, MOST_CANDIDATES), ("logits", np.float64, MOST_CANDIDATES)]
    made: Scratches = records(1, [*fields, ("win", np.float64, MOST_PLAYERS)])
    made.order = np.arange(roll.FACES)
    return made


@scalar
def _dice(kinds: Word, kind: Int) -> Int:
    return np.int64((kinds >> U(_BYTE * kind)) & _LOW)


@scalar
def _lead(own: Int, other: Int) -> Int:
    """The lead in a race, as a step."""
    return min(max(own - other + STEPS // 2, 0), STEPS - 1)


@inlined
def _progress(game: State, seat: Int) -> tuple[Word, Word]:
    """The features `own` and `ends` of a seat."""
    most: Int = 0
    second: Int = 0
    top, fewest = 0, 100
    for other in range(len(game.trays)):
        if other != seat:
            icons = maki_icons(game.trays[other])
            second, most = max(second, min(most, icons)), max(most, icons)
            top, fewest = max(top, game.puddings[other]), min(fewest, game.puddings[other])
    icons, puddings, dips = maki_icons(game.trays[seat]), game.puddings[seat], min(game.waiting[seat], 3)
    menus, chopsticks = min(game.menus[seat], STEPS - 1), min(game.chopsticks[seat], STEPS - 1)
    own = U(_lead(icons, most)) * _MAKI | U(_lead(puddings, top)) * _PUDDINGS
    own |= U(dips) * _DIPS | U(menus) * _MENUS | U(chopsticks) * _CHOPSTICKS
    for face in range(roll.TEMPURA, roll.DUMPLING + 1):
        own |= U(_IN_SET[count(game.trays[seat], face)]) << U(roll.BITS * face)
    ends = U(_lead(icons, second)) * _MAKI | U(_lead(puddings, fewest)) * _PUDDINGS | U(menus) * _NO_RACES
    return own, ends


@inlined
def weight_indices(face: Int, features: Features, left: Int, number: Int) -> tuple[Int, Int, Int, Int, Int]:
    """The indices of a face's five weights, with `left` turns after this one, in the round `number` from 0."""
    block, phase, step = face * BLOCK, _PHASE[left], count(features.own, face)
    kind = _KIND_WITH[face]
    coming = min(_dice(features.near, kind), NEAR - 1) * FAR + min(_dice(features.far, kind) // 2, FAR - 1)
    return (
        block + TURNS * step + left,
        block + BY_ROUND + roll.ROUNDS * step + number,
        block + TO_COME + (step * NEAR * FAR + coming) * PHASES + phase,
        block + OTHER_END + TURNS * count(features.ends, face) + left,
        block + FOR_NEXT + PHASES * count(features.next, face) + phase,
    )


@part
def write_face_logits(weights: Weights, game: State, seat: Int, out: Weights) -> Features:
    """Write a seat's logit of each face; returns the seat's features."""
    players = len(game.trays)
    own, ends = _progress(game, seat)
    of_next, _ = _progress(game, seat_after(seat, 1, players))
    near, far = game.kinds[seat_after(seat, players - 1, players)], game.kinds[0]
    for other in range(1, players):
        far += game.kinds[other]
    features = Features(own, ends, of_next, near, far - near)
    for face in range(roll.FACES):
        a, b, c, d, e = weight_indices(face, features, game.left - 1, game.scored)
        out[face] = weights[a] + weights[b] + weights[c] + weights[d] + weights[e]
    return features


@part
def sort_faces(scratch: Scratch) -> None:
    """Sort the faces by their logits, the largest first."""
    order, logits = scratch.order, scratch.face_logits
    for place in range(1, roll.FACES):
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
    for face in range(roll.FACES):
        best_face[row, face] = 0.0
    sides, still, expected = _ALL_SIDES, 1.0, 0.0
    for place in range(roll.FACES):
        face = scratch.order[place]
        kind = _KIND[face]
        number = _dice(kinds, kind)
        if face == kept or still == 0.0:
            break
        if number > 0:
            before = _dice(sides, kind)
            none = still * _ALL_AMONG[before, before - _SHOWN_BY[face], number]
            sides -= U(_SHOWN_BY[face]) << U(_BYTE * kind)
            best_face[row, face] = still - none
            expected += (still - none) * logits[face]
            still = none
    if kept != roll.NOBODY:
        best_face[row, kept] = still
        expected += still * logits[kept]
    return expected


@inlined
def cost_index(first: Int, tokens: Int, game: State) -> Int:
    """The index of the weight for paying a menu or chopsticks: `first` is MENU_COST or SWAP_COST."""
    return first + (min(tokens, TOKENS - 1) * roll.ROUNDS + game.scored) * TURNS + game.left - 1


@inlined
def append_move(scratch: Scratch, number: Int, move: Int, logit: Float) -> Int:
    """Write a move and its logit after `number` others; returns how many there are then."""
    scratch.moves[number], scratch.logits[number] = move, logit
    return number + 1


@part
def append_menu(weights: Weights, game: State, scratch: Scratch, number: Int, kept: Int, row: Int) -> Int:
    """Append the roll of all dice of the acting seat but the die `kept` (or NOBODY). The faces have to be sorted."""
    seat, mask = acting_seat(game), (1 << game.left) - 1
    kinds, face = game.kinds[seat], kept
    if kept != roll.NOBODY:
        face = face_at(game.belts[seat], kept)
        kinds, mask = kinds - DIE_OF_KIND[face], mask ^ (1 << kept)
    cost = weights[cost_index(MENU_COST, game.menus[seat], game)]
    return append_move(scratch, number, roll.MENUS_FROM + mask - 1, cost + expected_best(scratch, kinds, face, row))


@part
def append_swap(weights: Weights, game: State, scratch: Scratch, number: Int, mine: Int, away: Int, die: Int) -> Int:
    """Append the swap of the acting seat's die `mine` for a die of the seat `away` places to the left."""
    seat, players = acting_seat(game), len(game.belts)
    cost, has_moved = weights[cost_index(SWAP_COST, game.chopsticks[seat], game)], away >= players - game.taken
    logit = scratch.face_logits[face_at(game.belts[seat_after(seat, away, players)], die)]
    move = roll.SWAPS_FROM + (mine * roll.FARTHEST + away - 1) * roll.MOST_DICE + die
    return append_move(scratch, number, move, logit + cost + weights[HAS_MOVED + has_moved])


@part
def write_options(weights: Weights, game: State, scratch: Scratch) -> tuple[Int, Features]:
    """Write the sensible moves of the acting seat and their logits; returns how many there are, and the seat's features.

    Take each face once; roll all dice, or all but the best; swap the worst die for the best of each opponent.
    """
    seat, players, logits = acting_seat(game), len(game.belts), scratch.face_logits
    features = write_face_logits(weights, game, seat, logits)
    belt, best, worst = game.belts[seat], 0, 0
    number: Int = 0
    seen: Int = 0
    for die in range(game.left):
        face = face_at(belt, die)
        best = die if logits[face] > logits[face_at(belt, best)] else best
        worst = die if logits[face] < logits[face_at(belt, worst)] else worst
        if not seen >> face & 1:
            seen |= 1 << face
            number = append_move(scratch, number, die, logits[face])
    if game.menus[seat] > 0:
        sort_faces(scratch)
        number = append_menu(weights, game, scratch, number, roll.NOBODY, 0)
        if game.left > 1:
            number = append_menu(weights, game, scratch, number, best, 1)
    farthest = players if game.chopsticks[seat] > 0 else 1
    for away in range(1, farthest):
        theirs, top = game.belts[seat_after(seat, away, players)], 0
        size = game.left - (away >= players - game.taken)
        for die in range(1, size):
            top = die if logits[face_at(theirs, die)] > logits[face_at(theirs, top)] else top
        if size > 0:
            number = append_swap(weights, game, scratch, number, worst, away, top)
    return number, features
