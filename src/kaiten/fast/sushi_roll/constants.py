"""The numbers of the rules, laid out for kernels: each comes from `kaiten.sushi_roll`, and none is typed here.

A belt is a word with four bits for the face of each die, the first one lowest; a tray is a word with four bits for how many
there are of each face.
"""

import numpy as np

from kaiten.fast.packed_counts import U
from kaiten.sushi_roll import scoring, tables
from kaiten.sushi_roll.dice import (
    BAG,
    BY_CODE,
    CHOPSTICKS_ICONS,
    MAKI_ICONS,
    MENU_ICONS,
    PUDDING_ICONS,
    Face,
)
from kaiten.sushi_roll.dice import (
    FACES as FACES_OF,
)

NOBODY = -1
FACES = len(Face)
ROUNDS = tables.ROUNDS
BITS = 4
MASK = U(15)
MOST_DICE = max(tables.DICE_EACH.values())

START_MENUS, START_CHOPSTICKS = tables.START_MENUS, tables.START_CHOPSTICKS
MENU_TOKENS, CHOPSTICKS_TOKENS, PUDDING_TOKENS = tables.MENU_TOKENS, tables.CHOPSTICKS_TOKENS, tables.PUDDING_TOKENS
MENUS = np.array(MENU_ICONS, dtype=np.int64)
CHOPSTICKS = np.array(CHOPSTICKS_ICONS, dtype=np.int64)
PUDDINGS = np.array(PUDDING_ICONS, dtype=np.int64)
GIVES = np.array(
    [any(icons) for icons in zip(MENU_ICONS, CHOPSTICKS_ICONS, PUDDING_ICONS, strict=True)], dtype=np.bool_
)
"""Faces that give tokens."""

WASABI = Face.WASABI.value
TEMPURA, SASHIMI, DUMPLING = Face.TEMPURA.value, Face.SASHIMI.value, Face.DUMPLING.value
MAKI_1, MAKI_2, MAKI_3 = Face.MAKI_1.value, Face.MAKI_2.value, Face.MAKI_3.value
ICONS_1, ICONS_2, ICONS_3 = (MAKI_ICONS[face] for face in (Face.MAKI_1, Face.MAKI_2, Face.MAKI_3))
NIGIRI_POINTS = np.array([tables.NIGIRI_POINTS.get(face.code, 0) for face in Face], dtype=np.int64)
DIPPED_MORE = tables.WASABI_FACTOR - 1

_COUNTS = range(16)
TEMPURA_POINTS = np.array([scoring.set_points(n, tables.TEMPURA_POINTS) for n in _COUNTS], dtype=np.int64)
SASHIMI_POINTS = np.array([scoring.set_points(n, tables.SASHIMI_POINTS) for n in _COUNTS], dtype=np.int64)
DUMPLING_POINTS = np.array([scoring.set_points(n, tables.DUMPLING_POINTS) for n in _COUNTS], dtype=np.int64)
MAKI_MOST, MAKI_SECOND = tables.MAKI_MOST, tables.MAKI_SECOND
PUDDING_MOST, PUDDING_FEWEST, PUDDING_LOSS_FROM = tables.PUDDING_MOST, tables.PUDDING_FEWEST, tables.PUDDING_LOSS_FROM
TOKENS_A_POINT = tables.TOKENS_A_POINT
EXTRA_SLIDE_PLAYERS = tables.EXTRA_SLIDE_PLAYERS

SIDES = 6
ROLLED = np.array([[BY_CODE[code].value for code in FACES_OF[face.kind]] for face in Face], dtype=np.uint8).ravel()
"""What a die that shows a face shows next: six entries for each face, by what is rolled."""
DICE = np.array([BY_CODE[FACES_OF[kind][0]].value for kind in BAG], dtype=np.uint8)
"""The bag; a die that was not rolled yet is told by the first of its faces."""

# A move is a number: take a die; swap mine with die `theirs` of the seat so many places on; roll again the dice of a mask.
SWAPS_FROM = MOST_DICE
FARTHEST = 4
MENUS_FROM = SWAPS_FROM + MOST_DICE * FARTHEST * MOST_DICE
MOVES = MENUS_FROM + (1 << MOST_DICE) - 1
