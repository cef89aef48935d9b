"""Uniformly random legal moves for whole batches, and random playouts."""

from collections.abc import Callable
from functools import cache

import numpy as np

from kaiten.fast.chance import below, lower, mixed, next_counter, seeded
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Numbers, U, Word
from kaiten.fast.sushi_go.batch import Batch
from kaiten.fast.sushi_go.constants import MOVES, ROUNDS
from kaiten.fast.sushi_go.legal import takes_two
from kaiten.fast.sushi_go.moves import pick, picks, sample_with_dummy
from kaiten.fast.sushi_go.state import Rules, State, in_control


@cache
def sample_kernel(players: int, size: int, dummy: int) -> Callable[[Word, State, Numbers], Word]:
    """The kernel that draws a legal action for every seat and returns the next counter. Unchecked. Compared by test_sushi_go."""

    @kernel
    def sample(counter: Word, state: State, actions: Numbers) -> Word:
        rules = Rules(players, players + dummy, size, dummy, 0, 0)
        for game in range(len(state.turns)):
            if state.scored[game] == ROUNDS:
                continue
            control = in_control(rules, state, game)
            for seat in range(players):
                hand, tableau = state.board.hands[game, seat], state.board.tableaus[game, seat]
                two = takes_two(rules, state, game, seat, seat == control)
                if dummy and seat == control:
                    counter, move, card = sample_with_dummy(counter, hand, tableau, two)
                    actions[game, seat] = MOVES * (1 + card) + move
                else:
                    counter = next_counter(counter)
                    k = below(lower(mixed(counter)), picks(hand, tableau, two))
                    actions[game, seat] = pick(hand, tableau, two, k)
        return counter

    return sample


def play_out(batch: Batch, seed: int = 0) -> Numbers:
    """Play all games of a batch to the end at random; the final scores, the dummy's last. Changes the batch."""
    actions, counter = np.zeros((len(batch), batch.setup.players), np.int64), seeded(seed)
    while not batch.is_over.all():
        counter = U(sample_kernel(*batch.setup.kind)(counter, batch.state, actions))  # a kernel returns a Python int
        batch.step(actions)
    return batch.scores
