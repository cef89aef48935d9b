"""The packed state of a game, and `step`: one move of the acting seat.

A state is a NumPy record and a batch of games an array of them, so that a kernel hands on a pointer. Random games, batches,
environments, search and self-play all use them. Chance is left to the caller: `step` returns what is due, `dice` and `scoring`
settle it. These kernels are unchecked: they need a reachable state and a legal move. Compared by test_lock_step.
"""

from typing import Any, Protocol, TypeAlias

import numpy as np

from kaiten.fast.jit import inlined, scalar
from kaiten.fast.packed_counts import Int, Numbers, U, Word, Words
from kaiten.fast.sushi_roll import constants as roll
from kaiten.kit.seats import check_players

NO_CHANCE, ROLL_ALL, DRAW, ROUND_OVER = 0, -1, -2, -3
"""What is due after a step: nothing, a roll of all dice, a round's dice from the bag, scores. A mask of dice: the acting seat's roll."""
_ONE, _DIE = U(1), U(roll.BITS)


class State(Protocol):
    """One game; what is said to be by seat is an array."""

    scored: Int
    """Rounds that have been scored."""
    red: Int
    """The seat with the red belt, which acts first."""
    left: Int
    """Dice on the belts of the seats that have not had their turn; the others have one less."""
    taken: Int
    """Seats that have had their turn since the last slide."""
    owed: Int
    """The chance that is due in a batch."""
    supply: Numbers
    """Menus, chopsticks and puddings that nobody has."""
    belts: Words
    """By seat, four bits for the face of each die, the first die lowest. A die that is due to be rolled shows its last face."""
    trays: Words
    """By seat, four bits for the count of each face."""
    waiting: Numbers
    """By seat: wasabi without nigiri."""
    nigiri: Numbers
    """By seat: points of the nigiri of this round."""
    scores: Numbers
    """By seat: points of the scored rounds, and all points when the game is over."""
    menus: Numbers
    chopsticks: Numbers
    puddings: Numbers
    kinds: Words
    """By seat: the dice of each kind on the belt, a byte each. Only the players' search fills it in and keeps it up to date."""
    past: Words
    """By scored round: trays, open wasabi and nigiri points, by seat."""


class Records(Protocol):
    """An array of NumPy records; the attributes are their fields."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: Any) -> Any: ...
    def __setitem__(self, index: Any, value: Any) -> None: ...
    def __getattr__(self, field: str) -> Any: ...
    def __setattr__(self, field: str, value: Any) -> None: ...


States: TypeAlias = Records
"""A batch: an array of `State`."""


def records(number: int, fields: list[Any]) -> Any:
    """Records of zeros with these fields."""
    return np.zeros(number, np.dtype(fields, align=True)).view(np.recarray)


def new_games(players: int, games: int) -> States:
    """Games before their first round, with the red belt at seat 0."""
    check_players(players)
    by_seat = ("waiting", "nigiri", "scores", "menus", "chopsticks", "puddings")
    fields = [
        *[(name, np.int64) for name in ("scored", "red", "left", "taken", "owed")],
        ("supply", np.int64, (3,)),
        *[(name, np.uint64, (players,)) for name in ("belts", "trays", "kinds")],
        *[(name, np.int64, (players,)) for name in by_seat],
        ("past", np.uint64, (roll.ROUNDS, 3, players)),
    ]
    made: States = records(games, fields)
    made.owed, made.menus, made.chopsticks = DRAW, roll.START_MENUS, roll.START_CHOPSTICKS
    made.supply[:] = supply_left(players)
    return made


@inlined
def supply_left(players: Int) -> tuple[Int, Int, Int]:
    """Menus, chopsticks and puddings in the supply at the start of a game (SR-2, SR-3)."""
    menus, chopsticks, puddings = roll.ALL_TOKENS
    return menus - players * roll.START_MENUS, chopsticks - players * roll.START_CHOPSTICKS, puddings


@inlined
def reset(game: State) -> None:
    """Restart a game that is over, whose trays are empty; the caller sets `red` and `owed`."""
    game.scored = 0
    game.supply[0], game.supply[1], game.supply[2] = supply_left(len(game.belts))
    for seat in range(len(game.belts)):
        game.menus[seat], game.chopsticks[seat] = roll.START_MENUS, roll.START_CHOPSTICKS
        game.scores[seat] = game.puddings[seat] = 0


@scalar
def face_at(belt: Word, die: Int) -> Int:
    """The face of a die."""
    return np.int64((belt >> U(roll.BITS * die)) & roll.MASK)


@scalar
def with_face(belt: Word, die: Int, face: Int) -> Word:
    """The belt with this face on a die."""
    at = U(roll.BITS * die)
    return (belt & ~(roll.MASK << at)) | (U(face) << at)


@scalar
def without(belt: Word, die: Int) -> Word:
    """The belt without a die, the gap closed."""
    below = (_ONE << U(roll.BITS * die)) - _ONE
    return (belt & below) | ((belt >> _DIE) & ~below)


@scalar
def count(tray: Word, face: Int) -> Int:
    """How many dice of a tray show a face."""
    return np.int64((tray >> U(roll.BITS * face)) & roll.MASK)


@scalar
def seat_after(seat: Int, away: Int, players: Int) -> Int:
    """The seat `away` places to the left, less than once around. The mask shows the compiler that it is not negative."""
    return (seat + away if seat + away < players else seat + away - players) & 7


@inlined
def acting_seat(game: State) -> Int:
    return seat_after(game.red, game.taken, len(game.belts))


@inlined
def is_idle(game: State) -> bool:
    """Whether nobody acts: chance is due, or the game is over."""
    return game.owed != NO_CHANCE or game.scored == roll.ROUNDS


@scalar
def swapped(move: Int) -> tuple[Int, Int, Int]:
    """A swap: the own die, how many places to the left the other seat is, and the die there."""
    move -= roll.SWAPS_FROM
    where = move // roll.MOST_DICE
    mine = where // roll.FARTHEST
    return mine, where - mine * roll.FARTHEST + 1, move - where * roll.MOST_DICE


@scalar
def with_die(tray: Word, waiting: Int, nigiri: Int, face: Int) -> tuple[Word, Int, Int]:
    """A tray with one more die, its open wasabi, and the points of its nigiri, as `WasabiRule.score` (SR-7): the only running sum."""
    points = roll.NIGIRI_POINTS[face]
    dips = np.int64(points != 0) & np.int64(waiting > 0)
    tray += _ONE << U(roll.BITS * face)
    return tray, waiting + np.int64(face == roll.WASABI) - dips, nigiri + points + roll.DIPPED_MORE * points * dips


@inlined
def gain(supply: Numbers, token: Int, icons: Int) -> Int:
    """Tokens taken out of the supply, as far as it goes (SR-2)."""
    gained: Int = min(icons, supply[token])
    supply[token] -= gained
    return gained


@inlined
def take(game: State, seat: Int, face: Int) -> None:
    """A die goes to a tray, and its tokens to the seat."""
    game.trays[seat], game.waiting[seat], game.nigiri[seat] = with_die(
        game.trays[seat], game.waiting[seat], game.nigiri[seat], face
    )
    if roll.GIVES_TOKENS[face]:
        game.menus[seat] += gain(game.supply, 0, roll.MENU_ICONS[face])
        game.chopsticks[seat] += gain(game.supply, 1, roll.CHOPSTICKS_ICONS[face])
        game.puddings[seat] += gain(game.supply, 2, roll.PUDDING_ICONS[face])


@inlined
def slide(belts: Words) -> None:
    """Each belt goes to the next seat on the left (SR-8)."""
    last = belts[len(belts) - 1]
    for seat in range(len(belts) - 1, 0, -1):
        belts[seat] = belts[seat - 1]
    belts[0] = last


@inlined
def step(game: State, move: Int) -> Int:
    """One move of the acting seat, as `play.choose`. Returns the chance that is due, or ROUND_OVER."""
    players, seat = len(game.belts), acting_seat(game)
    belt = game.belts[seat]
    if move >= roll.MENUS_FROM:
        game.menus[seat] -= 1
        game.supply[0] += 1
        return move - roll.MENUS_FROM + 1
    if move >= roll.SWAPS_FROM:
        mine, away, die = swapped(move)
        other = seat_after(seat, away, players)
        game.belts[seat] = with_face(belt, mine, face_at(game.belts[other], die))
        game.belts[other] = with_face(game.belts[other], die, face_at(belt, mine))
        game.chopsticks[seat] -= 1
        game.supply[1] += 1
        return NO_CHANCE
    game.belts[seat] = without(belt, move)
    take(game, seat, face_at(belt, move))
    game.taken += 1
    if game.taken < players:
        return NO_CHANCE
    game.taken = 0
    game.left -= 1
    if game.left == 0:
        return ROUND_OVER
    slide(game.belts)
    game.red = seat_after(game.red, 1, players)
    return ROLL_ALL
