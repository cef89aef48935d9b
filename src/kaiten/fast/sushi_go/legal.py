"""What seats may do and know, for all games of a batch at once."""

from collections.abc import Callable
from functools import cache

import numpy as np

from kaiten.fast.jit import inlined, kernel
from kaiten.fast.packed_counts import BITS, Int, Numbers, U, Word, Words, count, one
from kaiten.fast.sushi_go.batch import Batch, controller
from kaiten.fast.sushi_go.constants import CHOPSTICKS, FIRST, NOBODY, ROUNDS, SECOND
from kaiten.fast.sushi_go.moves import may_take_two, pick, picks
from kaiten.sushi_go.state import Options, hand_size

_CHOPSTICKS_AT = U(BITS * CHOPSTICKS)


@inlined
def steps_from(seat: Int, holder: Int, players: Int, leftward: Int) -> Int:
    """How many turns ago the hand that is at `holder` now was at `seat`. Compared by test_lock_step."""
    steps = holder - seat if leftward else seat - holder
    return steps if steps >= 0 else steps + players


@inlined
def known_hand(hand: Word, steps: Int, turn: Int, drawn: Int, returned: Int) -> Word:
    """The cards that somebody knows of a hand that was theirs so many turns ago, as `view._known` (SG-4).

    `drawn` is the card in it that was drawn for the dummy, or NOBODY; `returned` the chopsticks that everybody knows of.

    Compared by test_lock_step.
    """
    if steps == 0:
        return hand
    if steps < turn:
        return hand - one(drawn) if drawn != NOBODY else hand
    return U(returned) << _CHOPSTICKS_AT


@cache
def counter(players: int, dummy: int) -> Callable[..., None]:
    """The kernel that counts everybody's picks: choices, with the card for the dummy left aside. Unchecked.

    Compared by test_lock_step.
    """
    size = hand_size(Options(dummy=bool(dummy)), players)

    @kernel
    def count_picks(
        hands: Words, tables: Words, rounds: Numbers, turns: Numbers, scored: Numbers, starts: Numbers, out: Numbers
    ) -> None:
        for game in range(len(turns)):
            control = controller(starts[game], rounds[game], turns[game], size) if dummy else NOBODY
            for seat in range(players):
                controls = seat == control
                left = size - turns[game] + 1 + controls
                table = tables[game, seat]
                two = may_take_two(left, table, controls)
                out[game, seat] = 0 if scored[game] == ROUNDS else picks(hands[game, seat], table, two)

    return count_picks


@cache
def picker(players: int, dummy: int) -> Callable[..., None]:
    """The kernel that finds everybody's k-th pick, as the number of a move. Unchecked; test_lock_step compares it."""
    size = hand_size(Options(dummy=bool(dummy)), players)

    @kernel
    def find_picks(
        hands: Words, tables: Words, rounds: Numbers, turns: Numbers, starts: Numbers, ks: Numbers, out: Numbers
    ) -> None:
        for game in range(len(turns)):
            control = controller(starts[game], rounds[game], turns[game], size) if dummy else NOBODY
            for seat in range(players):
                controls = seat == control
                two = may_take_two(size - turns[game] + 1 + controls, tables[game, seat], controls)
                out[game, seat] = pick(hands[game, seat], tables[game, seat], two, ks[game, seat])

    return find_picks


@cache
def knower(players: int, dummy: int) -> Callable[..., None]:
    """The kernel that says what each seat knows of each hand: game, seat, holder. Unchecked.

    Compared by test_lock_step.
    """
    size = hand_size(Options(dummy=bool(dummy)), players)

    @kernel
    def know(
        both: int,
        hands: Words,
        returned: Numbers,
        drawn: Numbers,
        rounds: Numbers,
        turns: Numbers,
        starts: Numbers,
        out: Words,
    ) -> None:
        for game in range(len(turns)):
            control = controller(starts[game], rounds[game], turns[game], size) if dummy else NOBODY
            leftward = not (both and rounds[game] == 2)
            for seat in range(players):
                for holder in range(players):
                    out[game, seat, holder] = known_hand(
                        hands[game, holder],
                        steps_from(seat, holder, players, leftward),
                        turns[game],
                        drawn[game] if holder == control else NOBODY,
                        returned[game, holder],
                    )

    return know


def pick_counts(batch: Batch) -> Numbers:
    """How many picks each seat has; none when the game is over."""
    out = np.zeros((len(batch), batch.setup.players), np.int64)
    counter(*batch.setup.kind)(batch.hands, batch.tables, batch.rounds, batch.turns, batch.scored, batch.starts, out)
    return out


def kth_picks(batch: Batch, ks: Numbers) -> Numbers:
    """Everybody's k-th pick. `ks` has to be below the counts."""
    out = np.zeros((len(batch), batch.setup.players), np.int64)
    picker(*batch.setup.kind)(batch.hands, batch.tables, batch.rounds, batch.turns, batch.starts, ks, out)
    return out


def known_hands(batch: Batch) -> Words:
    """What each seat knows of each hand, as words: game, seat, holder."""
    players = batch.setup.players
    out = np.zeros((len(batch), players, players), np.uint64)
    knower(*batch.setup.kind)(
        batch.setup.both, batch.hands, batch.returned, batch.drawn, batch.rounds, batch.turns, batch.starts, out
    )
    return out


def can_be_given(hand: int, move: int, card: int) -> bool:
    """Whether a hand has a card left for the dummy after a move."""
    used = int(FIRST[move] == card) + int(SECOND[move] == card)
    return bool(count(U(hand), card) > used)
