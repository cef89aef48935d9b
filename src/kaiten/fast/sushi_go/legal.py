"""Legal moves and known hands of all seats, for all games of a batch. These kernels are unchecked. Compared by test_lock_step."""

import numpy as np

from kaiten.fast.jit import inlined, kernel, scalar
from kaiten.fast.packed_counts import BITS, Flag, Int, Numbers, U, Words, one
from kaiten.fast.sushi_go.batch import Batch
from kaiten.fast.sushi_go.board import passes_left
from kaiten.fast.sushi_go.constants import CHOPSTICKS, NOBODY, ROUNDS
from kaiten.fast.sushi_go.moves import leaves, may_take_two, pick, picks
from kaiten.fast.sushi_go.state import Rules, State, in_control

_CHOPSTICKS_AT = U(BITS * CHOPSTICKS)


@inlined
def takes_two(rules: Rules, state: State, game: Int, seat: Int, controls: Int) -> Flag:
    """Whether a seat may use chopsticks now; `controls` tells whether it controls the dummy."""
    size = rules.size - state.turns[game] + 1 + controls
    return may_take_two(size, state.board.tableaus[game, seat], controls)


@scalar
def steps_from(seat: Int, holder: Int, players: Int, left: Int) -> Int:
    """How many turns ago the hand of `holder` was at `seat`."""
    steps = holder - seat if left else seat - holder
    return steps if steps >= 0 else steps + players


@kernel
def _legal(rules: Rules, state: State, ks: Numbers) -> tuple[Numbers, Numbers]:
    """Count the moves of every seat and find the k-th of each."""
    counts, moves = np.zeros_like(ks), np.zeros_like(ks)
    for game in range(len(state.turns)):
        control = in_control(rules, state, game)
        for seat in range(rules.players):
            hand, tableau = state.board.hands[game, seat], state.board.tableaus[game, seat]
            two = takes_two(rules, state, game, seat, seat == control)
            counts[game, seat] = 0 if state.scored[game] == ROUNDS else picks(hand, tableau, two)
            moves[game, seat] = pick(hand, tableau, two, ks[game, seat])
    return counts, moves


@kernel
def _known(rules: Rules, state: State) -> Words:
    """What each seat knows of each hand, as `view._known` (SG-4)."""
    known = np.zeros((len(state.turns), rules.players, rules.players), np.uint64)
    for game in range(len(state.turns)):
        control, left = in_control(rules, state, game), passes_left(rules.both, state.rounds[game])
        for seat in range(rules.players):
            for holder in range(rules.players):
                hand, steps = state.board.hands[game, holder], steps_from(seat, holder, rules.players, left)
                if steps >= state.turns[game]:
                    hand = U(state.returned[game, holder]) << _CHOPSTICKS_AT
                elif steps > 0 and holder == control and state.drawn[game] != NOBODY:
                    hand -= one(state.drawn[game])
                known[game, seat, holder] = hand
    return known


def pick_counts(batch: Batch) -> Numbers:
    """The number of moves of each seat, without the dummy's card; 0 when the game is over."""
    return _legal(batch.setup.rules, batch.state, np.zeros((len(batch), batch.setup.players), np.int64))[0]


def kth_picks(batch: Batch, ks: Numbers) -> Numbers:
    """The k-th move of each seat, by its number. `ks` has to be below the counts."""
    return _legal(batch.setup.rules, batch.state, ks)[1]


def known_hands(batch: Batch) -> Words:
    """What each seat knows of each hand, as packed counts: game, seat, holder."""
    return _known(batch.setup.rules, batch.state)


def can_be_given(hand: int, move: int, card: int) -> bool:
    """Whether a hand has a card left for the dummy after a move."""
    return bool(leaves(U(hand), move, card))
