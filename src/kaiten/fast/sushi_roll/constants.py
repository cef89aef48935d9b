"""The numbers of the rules as arrays and scalars for kernels. Each comes from `kaiten.sushi_roll`; none is typed here."""

import numpy as np

from kaiten.fast.packed_counts import U
from kaiten.sushi_roll import dice, scoring, tables
from kaiten.sushi_roll.dice import BAG, BY_CODE, MAKI_ICONS, Face

NOBODY = -1
FACES = len(Face)
ROUNDS = tables.ROUNDS
BITS = 4
"""Of a field of a packed belt or tray."""
MASK = U(15)
MOST_DICE = max(tables.DICE_EACH.values())
DICE_EACH = np.array([tables.DICE_EACH.get(players, 0) for players in range(max(tables.DICE_EACH) + 1)])
"""Dice on a belt at the start of a round, by players."""

START_MENUS, START_CHOPSTICKS = tables.START_MENUS, tables.START_CHOPSTICKS
ALL_TOKENS = tables.MENU_TOKENS, tables.CHOPSTICKS_TOKENS, tables.PUDDING_TOKENS
"""Menus, chopsticks, puddings."""
MENU_ICONS = np.array(dice.MENU_ICONS, dtype=np.int64)
CHOPSTICKS_ICONS = np.array(dice.CHOPSTICKS_ICONS, dtype=np.int64)
PUDDING_ICONS = np.array(dice.PUDDING_ICONS, dtype=np.int64)
GIVES_TOKENS = (MENU_ICONS + CHOPSTICKS_ICONS + PUDDING_ICONS) > 0

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
ROLLED = np.array([[BY_CODE[code].value for code in dice.FACES[face.kind]] for face in Face], dtype=np.uint8).ravel()
"""The result of a roll: six entries for each face that the die shows before, by the number rolled."""
DICE = np.array([BY_CODE[dice.FACES[kind][0]].value for kind in BAG], dtype=np.uint8)
"""The bag; a die that was not rolled yet shows the first face of its kind."""

# A move is a number: take a die; swap die `mine` for die `theirs` of a seat 1 to 4 places to the left; re-roll the dice of a mask.
SWAPS_FROM = MOST_DICE
FARTHEST = 4
MENUS_FROM = SWAPS_FROM + MOST_DICE * FARTHEST * MOST_DICE
MOVES = MENUS_FROM + (1 << MOST_DICE) - 1
