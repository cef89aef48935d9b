"""What a seat sees, as a row of bytes for learners, and which moves it may make.

Everything is open in Sushi Roll but the next roll. Seats are told from one's own: the next to the left is 1. A row has eight
bytes for the game, then thirty-two for each seat:

- the round, the cycle, how many have had their turn in it, the seat that acts plus one (0: nobody), the menus, chopsticks and
  puddings in the supply, and 0
- the dice of the belt as they lie, each its face plus one, 0 where there is none (8); how many there are of each face in the tray
  (16); the wasabi that wait, what the nigiri are worth, points in scored rounds plus six, menus, chopsticks, puddings, dice on
  the belt, and whether it is the red one

A mask has a byte for each of the 519 moves; nobody may move but whoever acts.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.errors import IllegalActionError, check_array
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Bytes, Numbers, Words
from kaiten.fast.sushi_roll import codec
from kaiten.fast.sushi_roll.batch import Batch
from kaiten.fast.sushi_roll.constants import (
    CHOPSTICKS_TOKENS,
    FACES,
    FARTHEST,
    MENU_TOKENS,
    MENUS_FROM,
    MOST_DICE,
    MOVES,
    NOBODY,
    PUDDING_FEWEST,
    PUDDING_TOKENS,
    SWAPS_FROM,
)
from kaiten.fast.sushi_roll.moves import count, face_at
from kaiten.sushi_roll import format_move
from kaiten.sushi_roll.tables import DICE_EACH

GAME, SEAT = 8, 32
"""Bytes."""

Masks = NDArray[np.int8]


@cache
def shower(players: int) -> Callable[..., None]:
    """The kernel that writes down what these seats see, and may do. Unchecked; test_observation_roll compares it."""
    each = DICE_EACH[players]

    @kernel
    def show(
        seats: Numbers,
        acting: Numbers,
        belts: Words,
        sizes: Numbers,
        trays: Words,
        waiting: Numbers,
        nigiri: Numbers,
        scores: Numbers,
        menus: Numbers,
        chopsticks: Numbers,
        puddings: Numbers,
        red: Numbers,
        rounds: Numbers,
        taken: Numbers,
        seen: Bytes,
        masks: Masks,
    ) -> None:
        for game in range(len(seats)):
            seat = seats[game]
            largest, spare_menus, spare_chopsticks, spare_puddings = 0, MENU_TOKENS, CHOPSTICKS_TOKENS, PUDDING_TOKENS
            for other in range(players):
                largest = max(largest, sizes[game, other])
                spare_menus -= menus[game, other]
                spare_chopsticks -= chopsticks[game, other]
                spare_puddings -= puddings[game, other]
            seen[game, 0] = rounds[game]
            seen[game, 1] = each - max(largest, 1) + 1
            seen[game, 2] = taken[game]
            seen[game, 3] = 0 if acting[game] == NOBODY else (acting[game] - seat) % players + 1
            seen[game, 4], seen[game, 5], seen[game, 6] = spare_menus, spare_chopsticks, spare_puddings
            for away in range(players):
                other, at = (seat + away) % players, GAME + away * SEAT
                for die in range(MOST_DICE):
                    there = die < sizes[game, other]
                    seen[game, at + die] = face_at(belts[game, other], die) + 1 if there else 0
                for face in range(FACES):
                    seen[game, at + MOST_DICE + face] = count(trays[game, other], face)
                at += MOST_DICE + FACES
                seen[game, at] = waiting[game, other]
                seen[game, at + 1] = nigiri[game, other]
                seen[game, at + 2] = scores[game, other] + PUDDING_FEWEST
                seen[game, at + 3] = menus[game, other]
                seen[game, at + 4] = chopsticks[game, other]
                seen[game, at + 5] = puddings[game, other]
                seen[game, at + 6] = sizes[game, other]
                seen[game, at + 7] = red[game] == other
            for move in range(MOVES):
                masks[game, move] = 0
            if acting[game] != seat:
                continue
            own = sizes[game, seat]
            for mine in range(own):
                masks[game, mine] = 1
                if chopsticks[game, seat] > 0:
                    for away in range(1, players):
                        for die in range(sizes[game, (seat + away) % players]):
                            masks[game, SWAPS_FROM + (mine * FARTHEST + away - 1) * MOST_DICE + die] = 1
            if menus[game, seat] > 0:
                for dice in range((1 << own) - 1):
                    masks[game, MENUS_FROM + dice] = 1

    return show


class Shown:
    """Room for what a batch shows to one seat of each game, filled by `show` again and again."""

    def __init__(self, batch: Batch) -> None:
        self.observations: Bytes = np.zeros((len(batch), GAME + batch.players * SEAT), np.uint8)
        self.masks: Masks = np.zeros((len(batch), MOVES), np.int8)

    def show(self, batch: Batch, seats: Numbers) -> None:
        """Write down what this seat of each game sees now, and may do."""
        self._seats, self._players = seats, batch.players
        shower(batch.players)(
            seats,
            batch.acting,
            batch.belts,
            batch.sizes,
            batch.trays,
            batch.waiting,
            batch.nigiri,
            batch.scores,
            batch.menus,
            batch.chopsticks,
            batch.puddings,
            batch.red,
            batch.rounds,
            batch.taken,
            self.observations,
            self.masks,
        )

    def check(self, actions: Any) -> None:
        """See that these are legal actions of the seats that something was shown to last, by game."""
        games = len(self.masks)
        check_array("actions", actions, (games,), "one for each game")
        known = (actions >= 0) & (actions < MOVES)
        legal = known & (self.masks[np.arange(games), np.where(known, actions, 0)] == 1)
        if legal.all():
            return
        game = int(legal.argmin())
        seat, action = int(self._seats[game]), int(actions[game])
        if not known[game]:
            raise IllegalActionError(f"game {game}: {action} is no action: they are the numbers 0 to {MOVES - 1}")
        move = format_move(codec.move_of(action, seat, self._players))
        raise IllegalActionError(f"game {game}, seat {seat}: {action} ({move}) is not legal")
