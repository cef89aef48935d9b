"""Observations of a seat for learners, as rows of bytes, and masks of its legal moves.

Everything is open in Sushi Roll but the next roll. Seats are counted from the observing one: the next to the left is 1. A row has
eight bytes for the game, then thirty-two for each seat:

- the round, the cycle, how many seats had their turn in it, the acting seat plus one (0: nobody), the menus, chopsticks and
  puddings in the supply, and 0
- the face of each die on the belt plus one, 0 where there is none (8); the count of each face in the tray (16); open wasabi,
  nigiri points, points of scored rounds plus six, menus, chopsticks, puddings, dice on the belt, and whether it is the red one

A mask has a byte for each of the 519 moves, all 0 unless the seat acts.
"""

from typing import Any

import numpy as np

from kaiten.fast.errors import IllegalActionError
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Bytes, Numbers
from kaiten.fast.policies import Masks, first_illegal
from kaiten.fast.sushi_roll import codec
from kaiten.fast.sushi_roll.constants import DICE_EACH, FACES, MOST_DICE, MOVES, PUDDING_FEWEST, ROUNDS
from kaiten.fast.sushi_roll.legal import write_mask
from kaiten.fast.sushi_roll.state import States, acting_seat, count, face_at, is_idle, seat_after
from kaiten.sushi_roll import format_move

GAME, SEAT = 8, 32
"""Bytes of an observation."""


@kernel
def observe(games: States, seats: Numbers, seen: Bytes, masks: Masks) -> None:
    """Write what a seat of each game sees, and may do. Unchecked; test_observation_roll compares it."""
    for number in range(len(games)):
        game, seat = games[number], seats[number]
        players = len(game.belts)
        seen[number, 0] = min(game.scored + 1, ROUNDS)
        seen[number, 1] = DICE_EACH[players] - max(game.left, 1) + 1
        seen[number, 2] = game.taken
        seen[number, 3] = 0 if is_idle(game) else (acting_seat(game) - seat) % players + 1
        for token in range(3):
            seen[number, 4 + token] = game.supply[token]
        for away in range(players):
            other, at = seat_after(seat, away, players), GAME + away * SEAT
            size = game.left - (seat_after(other, players - game.red, players) < game.taken)
            for die in range(MOST_DICE):
                seen[number, at + die] = face_at(game.belts[other], die) + 1 if die < size else 0
            for face in range(FACES):
                seen[number, at + MOST_DICE + face] = count(game.trays[other], face)
            at += MOST_DICE + FACES
            seen[number, at] = game.waiting[other]
            seen[number, at + 1] = game.nigiri[other]
            seen[number, at + 2] = game.scores[other] + PUDDING_FEWEST
            seen[number, at + 3] = game.menus[other]
            seen[number, at + 4] = game.chopsticks[other]
            seen[number, at + 5] = game.puddings[other]
            seen[number, at + 6] = size
            seen[number, at + 7] = game.red == other
        for move in range(MOVES):
            masks[number, move] = 0
        if not is_idle(game) and acting_seat(game) == seat:
            write_mask(game, masks, number)


class Shown:
    """Memory for the observations and masks of one seat of each game, filled by `show` again and again."""

    def __init__(self, batch: States) -> None:
        self._players = batch.belts.shape[1]
        self.observations: Bytes = np.zeros((len(batch), GAME + self._players * SEAT), np.uint8)
        self.masks: Masks = np.zeros((len(batch), MOVES), np.int8)

    def show(self, batch: States, seats: Numbers) -> None:
        """Write what this seat of each game sees now, and may do."""
        self._seats = seats
        observe(batch, seats, self.observations, self.masks)

    def check(self, actions: Any) -> None:
        """Refuse actions that are not legal for the seats of the last observations."""
        game = first_illegal(self.masks, actions, "one for each game")
        if game < 0:
            return
        seat, action = int(self._seats[game]), int(actions[game])
        if not 0 <= action < MOVES:
            raise IllegalActionError(f"game {game}: {action} is no action: they are the numbers 0 to {MOVES - 1}")
        move = format_move(codec.move_of(action, seat, self._players))
        raise IllegalActionError(f"game {game}, seat {seat}: {action} ({move}) is not legal")
