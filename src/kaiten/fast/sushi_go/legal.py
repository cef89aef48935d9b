"""Legal moves and known hands of all seats, for all games of a batch."""

from collections.abc import Callable
from functools import cache

import numpy as np

from kaiten.fast.jit import inlined, kernel
from kaiten.fast.packed_counts import BITS, Flag, Int, Numbers, U, Word, Words, one
from kaiten.fast.sushi_go.batch import Batch
from kaiten.fast.sushi_go.board import passes_left
from kaiten.fast.sushi_go.constants import CHOPSTICKS, NOBODY, ROUNDS
from kaiten.fast.sushi_go.moves import leaves, may_take_two, pick, picks
from kaiten.fast.sushi_go.state import Rules, State, in_control

_CHOPSTICKS_AT = U(BITS * CHOPSTICKS)


@inlined
def takes_two(rules: Rules, state: State, game: Int, seat: Int, controls: Int) -> Flag:
    """Whether a seat may use chopsticks now; `controls` tells whether it controls the dummy. Compared by test_lock_step."""
    size = rules.size - state.turns[game] + 1 + controls
    return may_take_two(size, state.board.tableaus[game, seat], controls)


@inlined
def steps_from(seat: Int, holder: Int, players: Int, left: Int) -> Int:
    """How many turns ago the hand of `holder` was at `seat`. Compared by test_lock_step."""
    steps = holder - seat if left else seat - holder
    return steps if steps >= 0 else steps + players


@inlined
def known_hand(hand: Word, steps: Int, turn: Int, drawn: Int, returned: Int) -> Word:
    """What a seat knows of a hand that it held `steps` turns ago, as `view._known` (SG-4). Compared by test_lock_step.

    `drawn` is the card in it that was drawn for the dummy, or NOBODY; `returned` the chopsticks that everybody knows of.
    """
    if steps == 0:
        return hand
    if steps < turn:
        return hand - one(drawn) if drawn != NOBODY else hand
    return U(returned) << _CHOPSTICKS_AT


@cache
def legal_kernel(players: int, size: int, dummy: int) -> Callable[[State, Numbers, Numbers, Numbers], None]:
    """The kernel that counts the moves of every seat and finds the k-th of each. Unchecked. Compared by test_lock_step."""

    @kernel
    def legal(state: State, ks: Numbers, counts: Numbers, moves: Numbers) -> None:
        rules, hands, tableaus = (
            Rules(players, players + dummy, size, dummy, 0, 0),
            state.board.hands,
            state.board.tableaus,
        )
        for game in range(len(state.turns)):
            control = in_control(rules, state, game)
            for seat in range(players):
                hand, tableau = hands[game, seat], tableaus[game, seat]
                two = takes_two(rules, state, game, seat, seat == control)
                counts[game, seat] = 0 if state.scored[game] == ROUNDS else picks(hand, tableau, two)
                moves[game, seat] = pick(hand, tableau, two, ks[game, seat])

    return legal


@cache
def known_kernel(players: int, size: int, dummy: int) -> Callable[[int, State, Words], None]:
    """The kernel that finds what each seat knows of each hand: game, seat, holder. Unchecked. Compared by test_lock_step."""

    @kernel
    def known(both: int, state: State, out: Words) -> None:
        rules = Rules(players, players + dummy, size, dummy, both, 0)
        for game in range(len(state.turns)):
            control, left = in_control(rules, state, game), passes_left(both, state.rounds[game])
            for seat in range(players):
                for holder in range(players):
                    out[game, seat, holder] = known_hand(
                        state.board.hands[game, holder],
                        steps_from(seat, holder, players, left),
                        state.turns[game],
                        state.drawn[game] if holder == control else NOBODY,
                        state.returned[game, holder],
                    )

    return known


def pick_counts(batch: Batch) -> Numbers:
    """The number of moves of each seat, without the dummy's card; 0 when the game is over."""
    return _legal(batch, np.zeros((len(batch), batch.setup.players), np.int64))[0]


def kth_picks(batch: Batch, ks: Numbers) -> Numbers:
    """The k-th move of each seat, by its number. `ks` has to be below the counts."""
    return _legal(batch, ks)[1]


def _legal(batch: Batch, ks: Numbers) -> tuple[Numbers, Numbers]:
    counts, moves = np.zeros_like(ks), np.zeros_like(ks)
    legal_kernel(*batch.setup.kind)(batch.state, ks, counts, moves)
    return counts, moves


def known_hands(batch: Batch) -> Words:
    """What each seat knows of each hand, as packed counts: game, seat, holder."""
    players = batch.setup.players
    out = np.zeros((len(batch), players, players), np.uint64)
    known_kernel(*batch.setup.kind)(batch.setup.both, batch.state, out)
    return out


def can_be_given(hand: int, move: int, card: int) -> bool:
    """Whether a hand has a card left for the dummy after a move."""
    return bool(leaves(U(hand), move, card))
