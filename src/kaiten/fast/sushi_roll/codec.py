"""Between the rules and the arrays, both ways. A tray that comes back is in an order of ours, and worth the same."""

from collections.abc import Iterable, Sequence

import numpy as np

from kaiten.fast.errors import CodecError
from kaiten.fast.sushi_roll.batch import Batch, blank
from kaiten.fast.sushi_roll.constants import BITS, FARTHEST, MENUS_FROM, MOST_DICE, SWAPS_FROM
from kaiten.fast.wasabi_order import in_order
from kaiten.sushi_roll import scoring
from kaiten.sushi_roll.dice import DIP, Belt, Face, Tray
from kaiten.sushi_roll.moves import Menu, Move, Swap, Take
from kaiten.sushi_roll.state import Options, State

_MASK = (1 << BITS) - 1


def belt_word(faces: Iterable[Face]) -> int:
    """
    >>> hex(belt_word([Face.SASHIMI, Face.CHOPSTICKS_2]))
    '0xf1'
    """
    return sum([face << BITS * die for die, face in enumerate(faces)])


def belt_of(word: int, size: int) -> Belt:
    return tuple([Face(word >> BITS * die & _MASK) for die in range(size)])


def tray_word(tray: Iterable[Face]) -> int:
    return sum([1 << BITS * face for face in tray])


def tray_of(word: int, waiting: int, nigiri: int) -> Tray:
    """Faces in an order that leaves so many wasabi open, and makes the nigiri worth so much."""
    return in_order([face for face in Face for _ in range(word >> BITS * face & _MASK)], waiting, nigiri, DIP)


def number_of(move: Move, seat: int, players: int) -> int:
    """The number of a move of this seat."""
    if isinstance(move, Take):
        return move.die
    if isinstance(move, Swap):
        away = (move.seat - seat) % players - 1
        return SWAPS_FROM + (move.mine * FARTHEST + away) * MOST_DICE + move.theirs
    return MENUS_FROM + sum([1 << die for die in move.dice]) - 1


def move_of(number: int, seat: int, players: int) -> Move:
    """The move of a number, for this seat."""
    if number < SWAPS_FROM:
        return Take(number)
    if number < MENUS_FROM:
        where, theirs = divmod(number - SWAPS_FROM, MOST_DICE)
        mine, away = divmod(where, FARTHEST)
        return Swap(mine, (seat + 1 + away) % players, theirs)
    mask = number - MENUS_FROM + 1
    return Menu(tuple([die for die in range(MOST_DICE) if mask >> die & 1]))


def encode(states: Sequence[State]) -> Batch:
    """Games as arrays: all for as many players, and nothing owed to chance."""
    if not states:
        raise CodecError("a batch has one game at least")
    batch = blank(states[0].players, len(states))
    for game, state in enumerate(states):
        if state.players != batch.players:
            raise CodecError(f"game {game} has {state.players} players, and the first one {batch.players}")
        if state.red is None or state.rerolling or state.unrolled or not (state.belts or state.over):
            raise CodecError(f"game {game} waits for chance: encode it when the dice lie")
        _put(batch, game, state)
    return batch


def _put(batch: Batch, game: int, state: State) -> None:
    if state.belts:
        batch.belts[game] = [belt_word(belt) for belt in state.belts]
        batch.sizes[game] = [len(belt) for belt in state.belts]
    batch.trays[game] = [tray_word(tray) for tray in state.trays]
    batch.waiting[game] = [DIP.waiting(tray) for tray in state.trays]
    batch.nigiri[game] = [DIP.score(tray) for tray in state.trays]
    batch.menus[game], batch.chopsticks[game], batch.puddings[game] = state.menus, state.chopsticks, state.puddings
    batch.red[game], batch.rounds[game], batch.taken[game] = state.red or 0, state.round, state.turns_taken
    batch.scored[game], batch.bagged[game] = len(state.past), 0
    for number, trays in enumerate(state.past):
        batch.past[game, number] = [tray_word(tray) for tray in trays]
        batch.past_nigiri[game, number] = [DIP.score(tray) for tray in trays]
        batch.past_waiting[game, number] = [DIP.waiting(tray) for tray in trays]
        batch.scores[game] += scoring.score_round(trays)
    if state.over:
        batch.scores[game] = scoring.outcome(state.past, state.puddings, state.menus, state.chopsticks).totals


def decode(batch: Batch, game: int) -> State:
    """A game as the rules have it; what was done last is not in the arrays."""
    if batch.bagged[game] or batch.rolling[game].any():
        raise CodecError(f"game {game} waits for chance: decode it when the dice lie")
    over = int(batch.scored[game]) == len(batch.past[game])
    past = zip(
        batch.past[game].tolist(), batch.past_waiting[game].tolist(), batch.past_nigiri[game].tolist(), strict=True
    )
    trays = (batch.trays[game].tolist(), batch.waiting[game].tolist(), batch.nigiri[game].tolist())
    belts = zip(batch.belts[game].tolist(), batch.sizes[game].tolist(), strict=True)
    return State(
        options=Options(),
        players=batch.players,
        red=int(batch.red[game]),
        round=int(batch.rounds[game]),
        belts=() if over else tuple([belt_of(*belt) for belt in belts]),
        unrolled=(),
        rerolling=None,
        turns_taken=int(batch.taken[game]),
        trays=_trays(*trays),
        menus=tuple(batch.menus[game].tolist()),
        chopsticks=tuple(batch.chopsticks[game].tolist()),
        puddings=tuple(batch.puddings[game].tolist()),
        last=None,
        past=tuple([_trays(*row) for row in list(past)[: int(batch.scored[game])]]),
    )


def _trays(words: list[int], waiting: list[int], nigiri: list[int]) -> tuple[Tray, ...]:
    return tuple([tray_of(*tray) for tray in zip(words, waiting, nigiri, strict=True)])


def same(batch: Batch, other: Batch) -> list[str]:
    """Which arrays of two batches differ."""
    names = [name for name in Batch.__dataclass_fields__ if name != "players"]
    return [name for name in names if not np.array_equal(getattr(batch, name), getattr(other, name))]
