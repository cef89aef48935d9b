"""Between states of the rules and packed states, both ways. A decoded tray may be in another order that scores the same."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from kaiten.fast.errors import CodecError
from kaiten.fast.sushi_roll import constants as roll
from kaiten.fast.sushi_roll.state import NO_CHANCE, States, new_games
from kaiten.fast.wasabi_order import in_order
from kaiten.sushi_roll import scoring
from kaiten.sushi_roll.dice import WASABI_RULE, Belt, Face, Tray
from kaiten.sushi_roll.moves import Menu, Move, Swap, Take
from kaiten.sushi_roll.state import Options, State
from kaiten.sushi_roll.view import View

_MASK = (1 << roll.BITS) - 1


def belt_word(faces: Iterable[Face]) -> int:
    """Faces as a packed belt.

    >>> hex(belt_word([Face.SASHIMI, Face.CHOPSTICKS_2]))
    '0xf1'
    """
    return sum([face << roll.BITS * die for die, face in enumerate(faces)])


def belt_of(word: int, size: int) -> Belt:
    return tuple([Face(word >> roll.BITS * die & _MASK) for die in range(size)])


def tray_word(tray: Iterable[Face]) -> int:
    return sum([1 << roll.BITS * face for face in tray])


def tray_of(word: int, waiting: int, nigiri: int) -> Tray:
    """Faces in an order that leaves `waiting` wasabi open and makes the nigiri worth `nigiri`."""
    return in_order(
        [face for face in Face for _ in range(word >> roll.BITS * face & _MASK)], waiting, nigiri, WASABI_RULE
    )


def number_of(move: Move, seat: int, players: int) -> int:
    """The number of a move of this seat."""
    if isinstance(move, Take):
        return move.die
    if isinstance(move, Swap):
        away = (move.seat - seat) % players - 1
        return roll.SWAPS_FROM + (move.mine * roll.FARTHEST + away) * roll.MOST_DICE + move.theirs
    return roll.MENUS_FROM + sum([1 << die for die in move.dice]) - 1


def move_of(number: int, seat: int, players: int) -> Move:
    """The move of a number, for this seat."""
    if number < roll.SWAPS_FROM:
        return Take(number)
    if number < roll.MENUS_FROM:
        where, theirs = divmod(number - roll.SWAPS_FROM, roll.MOST_DICE)
        mine, away = divmod(where, roll.FARTHEST)
        return Swap(mine, (seat + 1 + away) % players, theirs)
    mask = number - roll.MENUS_FROM + 1
    return Menu(tuple([die for die in range(roll.MOST_DICE) if mask >> die & 1]))


def encode(states: Sequence[State]) -> States:
    """Packed states; all for the same number of players, and with no chance due."""
    if not states:
        raise CodecError("a batch has one game at least")
    players = states[0].players
    batch = new_games(players, len(states))
    for game, state in enumerate(states):
        if state.players != players:
            raise CodecError(f"game {game} has {state.players} players, and the first one {players}")
        if state.red is None or state.rerolling or state.unrolled or not (state.belts or state.over):
            raise CodecError(f"game {game} waits for chance: encode it when the dice lie")
        pack(state, batch[game])
    return batch


def pack(source: State | View, game: Any) -> None:
    """Write a game without chance due into a new packed state, from the rules' state or from what a seat knows."""
    red, acting = source.red or 0, source.acting
    game.scored, game.red, game.owed = len(source.past), red, NO_CHANCE
    if acting is not None:
        game.left, game.taken = len(source.belts[acting]), (acting - red) % source.players
        game.belts = [belt_word(belt) for belt in source.belts]
    game.trays, game.waiting, game.nigiri = _packed_trays(source.trays)
    game.menus, game.chopsticks, game.puddings = source.menus, source.chopsticks, source.puddings
    held = [sum(tokens) for tokens in (source.menus, source.chopsticks, source.puddings)]
    game.supply = np.array(roll.ALL_TOKENS) - held
    for number, trays in enumerate(source.past):
        game.past[number] = _packed_trays(trays)
        game.scores += scoring.score_round(trays)
    if game.scored == roll.ROUNDS:
        game.scores = scoring.outcome(source.past, source.puddings, source.menus, source.chopsticks).totals


def _packed_trays(trays: Sequence[Tray]) -> tuple[list[int], list[int], list[int]]:
    """By seat: counts of faces, open wasabi, nigiri points."""
    words = [tray_word(tray) for tray in trays]
    return words, [WASABI_RULE.waiting(tray) for tray in trays], [WASABI_RULE.score(tray) for tray in trays]


def decode(batch: States, number: int) -> State:
    """A game as the rules have it; the last move is not in a packed state."""
    game = batch[number]
    if game.owed != NO_CHANCE:
        raise CodecError(f"game {number} waits for chance: decode it when the dice lie")
    players, scored, red, taken = len(game.belts), int(game.scored), int(game.red), int(game.taken)
    sizes = [int(game.left) - ((seat - red) % players < taken) for seat in range(players)]
    belts = [belt_of(*belt) for belt in zip(game.belts.tolist(), sizes, strict=True)]
    return State(
        options=Options(),
        players=players,
        red=red,
        round=min(scored + 1, roll.ROUNDS),
        belts=() if scored == roll.ROUNDS else tuple(belts),
        unrolled=(),
        rerolling=None,
        turns_taken=taken,
        trays=_trays(game.trays.tolist(), game.waiting.tolist(), game.nigiri.tolist()),
        menus=tuple(game.menus.tolist()),
        chopsticks=tuple(game.chopsticks.tolist()),
        puddings=tuple(game.puddings.tolist()),
        last=None,
        past=tuple([_trays(*trays) for trays in game.past[:scored].tolist()]),
    )


def _trays(words: list[int], waiting: list[int], nigiri: list[int]) -> tuple[Tray, ...]:
    return tuple([tray_of(*tray) for tray in zip(words, waiting, nigiri, strict=True)])


def differences(batch: States, other: States) -> list[str]:
    """The fields in which two batches differ."""
    return [name for name in batch.dtype.names or () if not np.array_equal(batch[name], other[name])]
