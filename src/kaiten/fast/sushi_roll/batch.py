"""Many games at once, each wherever it is: arrays by game and seat, and the kernels that move them on.

One acts at a time, so a step is one thing that one player does in each game. Then dice may be in the air, or the bag may be
owed; `roll` and `fill` settle that, by chance of their own, or with what is given to them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Numbers, Words
from kaiten.fast.sushi_roll.constants import (
    CHOPSTICKS,
    CHOPSTICKS_TOKENS,
    GIVES,
    MENU_TOKENS,
    MENUS,
    MENUS_FROM,
    NOBODY,
    PUDDING_TOKENS,
    PUDDINGS,
    ROUNDS,
    START_CHOPSTICKS,
    START_MENUS,
    SWAPS_FROM,
)
from kaiten.fast.sushi_roll.moves import (
    choice,
    choices,
    dice_of_others,
    end_game,
    end_round,
    face_at,
    on_tray,
    red_next_round,
    slide,
    swapped,
    with_face,
    without,
)
from kaiten.kit.seats import check_players
from kaiten.sushi_roll.tables import DICE_EACH


@dataclass(frozen=True)
class Batch:
    """Games as arrays: the row is the game. Change them by the functions below alone."""

    players: int
    belts: Words
    """Four bits a die, the first one lowest; a die in the air shows what it showed."""
    sizes: Numbers
    trays: Words
    """Four bits for how many there are of each face."""
    waiting: Numbers
    """Wasabi without nigiri."""
    nigiri: Numbers
    """What the nigiri of this round are worth."""
    scores: Numbers
    """Points of the rounds that have been scored, and all of them when the game is over."""
    menus: Numbers
    chopsticks: Numbers
    puddings: Numbers
    red: Numbers
    """Who has the red belt."""
    rounds: Numbers
    taken: Numbers
    """How many have had their turn since the last slide."""
    scored: Numbers
    """Rounds that have been scored."""
    rolling: Numbers
    """Dice in the air, as a mask for each belt."""
    bagged: Numbers
    """1 where the dice of a new round have to come from the bag."""
    past: Words
    """The trays of the scored rounds: game, round, seat."""
    past_nigiri: Numbers
    past_waiting: Numbers

    def __len__(self) -> int:
        return len(self.red)

    def __getitem__(self, games: Numbers) -> "Batch":
        """These games, each as often as it is named, in arrays of their own."""
        return Batch(self.players, *[array[games] for array in self.arrays])  # type: ignore[arg-type]

    @property
    def arrays(self) -> "list[NDArray[np.generic]]":
        return [getattr(self, name) for name in Batch.__dataclass_fields__ if name != "players"]

    def act(self, moves: Numbers) -> None:
        """One thing that whoever acts does, by the number of the move, in each game. Unchecked.

        Games that are over, or wait for chance, stay as they are.
        """
        actor(self.players)(moves, *self.arrays)

    @property
    def acting(self) -> Numbers:
        """Whose turn it is; NOBODY while dice are in the air or in the bag, and when the game is over."""
        waits = (self.scored == ROUNDS) | (self.bagged == 1) | (self.rolling != 0).any(axis=1)
        return np.where(waits, NOBODY, (self.red + self.taken) % self.players)


def blank(players: int, games: int) -> Batch:
    """So many games before their first round: the bag is owed, and the red belt is at seat 0."""
    check_players(players)

    def numbers(value: int = 0) -> Numbers:
        return np.full((games, players), value, np.int64)

    return Batch(
        players=players,
        belts=np.zeros((games, players), np.uint64),
        sizes=numbers(),
        trays=np.zeros((games, players), np.uint64),
        waiting=numbers(),
        nigiri=numbers(),
        scores=numbers(),
        menus=numbers(START_MENUS),
        chopsticks=numbers(START_CHOPSTICKS),
        puddings=numbers(),
        red=np.zeros(games, np.int64),
        rounds=np.ones(games, np.int64),
        taken=np.zeros(games, np.int64),
        scored=np.zeros(games, np.int64),
        rolling=numbers(),
        bagged=np.ones(games, np.int64),
        past=np.zeros((games, ROUNDS, players), np.uint64),
        past_nigiri=np.zeros((games, ROUNDS, players), np.int64),
        past_waiting=np.zeros((games, ROUNDS, players), np.int64),
    )


@cache
def actor(players: int) -> Callable[..., None]:
    """The kernel that does one thing in each game, as `play.choose`. Unchecked; test_lock_step compares it."""

    @kernel
    def act(
        moves: Numbers,
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
        scored: Numbers,
        rolling: Numbers,
        bagged: Numbers,
        past: Words,
        past_nigiri: Numbers,
        past_waiting: Numbers,
    ) -> None:
        icons = np.zeros(players, np.int64)
        for game in range(len(red)):
            waits = bagged[game] == 1 or scored[game] == ROUNDS
            for seat in range(players):
                waits = waits or rolling[game, seat] != 0
            if waits:
                continue
            move, seat = moves[game], (red[game] + taken[game]) % players
            if move >= MENUS_FROM:
                menus[game, seat] -= 1
                rolling[game, seat] = move - MENUS_FROM + 1
                continue
            belt = belts[game, seat]
            if move >= SWAPS_FROM:
                mine, away, die = swapped(move)
                other = (seat + away) % players
                belts[game, seat] = with_face(belt, mine, face_at(belts[game, other], die))
                belts[game, other] = with_face(belts[game, other], die, face_at(belt, mine))
                chopsticks[game, seat] -= 1
                continue
            face = face_at(belt, move)
            belts[game, seat] = without(belt, move)
            sizes[game, seat] -= 1
            trays[game, seat], waiting[game, seat], nigiri[game, seat] = on_tray(
                trays[game, seat], waiting[game, seat], nigiri[game, seat], face
            )
            if GIVES[face]:
                # Tokens, or what is left of them (SR-2).
                spare_menus, spare_chopsticks, spare_puddings = MENU_TOKENS, CHOPSTICKS_TOKENS, PUDDING_TOKENS
                for other in range(players):
                    spare_menus -= menus[game, other]
                    spare_chopsticks -= chopsticks[game, other]
                    spare_puddings -= puddings[game, other]
                menus[game, seat] += min(MENUS[face], spare_menus)
                chopsticks[game, seat] += min(CHOPSTICKS[face], spare_chopsticks)
                puddings[game, seat] += min(PUDDINGS[face], spare_puddings)
            taken[game] += 1
            if taken[game] < players:
                continue
            taken[game] = 0
            if sizes[game, 0] > 0:
                slide(belts, game, players)
                red[game] = (red[game] + 1) % players
                for other in range(players):
                    rolling[game, other] = (1 << sizes[game, other]) - 1
                continue
            for other in range(players):
                past[game, rounds[game] - 1, other] = trays[game, other]
                past_nigiri[game, rounds[game] - 1, other] = nigiri[game, other]
                past_waiting[game, rounds[game] - 1, other] = waiting[game, other]
            end_round(trays, waiting, nigiri, scores, icons, game, players)
            red[game] = red_next_round(red[game], players)
            scored[game] += 1
            if scored[game] == ROUNDS:
                end_game(menus, chopsticks, puddings, scores, game, players)
            else:
                rounds[game] += 1
                bagged[game] = 1

    return act


@kernel
def _show(belts: Words, sizes: Numbers, rolling: Numbers, shown: Words) -> None:
    """Dice in the air come to lie, as `play.settle`. Unchecked; test_lock_step compares it."""
    for game in range(len(belts)):
        for seat in range(belts.shape[1]):
            for die in range(sizes[game, seat]):
                if rolling[game, seat] >> die & 1:
                    belts[game, seat] = with_face(belts[game, seat], die, face_at(shown[game, seat], die))
            rolling[game, seat] = 0


def roll(batch: Batch, shown: Words) -> None:
    """The dice in the air come to lie as in these belts."""
    _show(batch.belts, batch.sizes, batch.rolling, shown)


def fill(batch: Batch, drawn: Words) -> None:
    """Where the bag is owed, the dice of a round: a face of each die's kind, as belts. Then all of them are in the air."""
    owed = batch.bagged == 1
    each = DICE_EACH[batch.players]
    batch.belts[owed] = drawn[owed]
    batch.sizes[owed] = each
    batch.rolling[owed] = (1 << each) - 1
    batch.bagged[owed] = 0


@cache
def _counter(players: int) -> Callable[..., None]:
    """The kernel that counts choices, as `len(legal(...))`. Unchecked; test_lock_step compares it."""

    @kernel
    def count_choices(
        sizes: Numbers, taken: Numbers, menus: Numbers, chopsticks: Numbers, acting: Numbers, out: Numbers
    ) -> None:
        for game in range(len(acting)):
            seat = acting[game]
            out[game] = 0
            if seat != NOBODY:
                theirs = dice_of_others(sizes[game, seat], taken[game], players)
                out[game] = choices(sizes[game, seat], theirs, menus[game, seat], chopsticks[game, seat])

    return count_choices


@cache
def _chooser(players: int) -> Callable[..., None]:
    """The kernel that finds the k-th choice, as one of `legal(...)`. Unchecked; test_lock_step compares it."""

    @kernel
    def find_choices(
        sizes: Numbers, taken: Numbers, chopsticks: Numbers, acting: Numbers, ks: Numbers, out: Numbers
    ) -> None:
        for game in range(len(acting)):
            seat = acting[game]
            out[game] = NOBODY
            if seat != NOBODY:
                own = sizes[game, seat]
                theirs = dice_of_others(own, taken[game], players)
                out[game] = choice(own, theirs, taken[game], players, chopsticks[game, seat], ks[game])

    return find_choices


def choice_counts(batch: Batch) -> Numbers:
    """How many choices whoever acts has; none where nobody does."""
    out = np.zeros(len(batch), np.int64)
    _counter(batch.players)(batch.sizes, batch.taken, batch.menus, batch.chopsticks, batch.acting, out)
    return out


def kth_choices(batch: Batch, ks: Numbers) -> Numbers:
    """The k-th choice of whoever acts, as the number of a move. `ks` has to be below the counts."""
    out = np.zeros(len(batch), np.int64)
    _chooser(batch.players)(batch.sizes, batch.taken, batch.chopsticks, batch.acting, ks, out)
    return out
