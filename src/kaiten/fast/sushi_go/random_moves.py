"""Moves by chance, for whole batches, and games played to their end with them."""

from collections.abc import Callable
from functools import cache

import numpy as np

from kaiten.fast.chance import below, lower, mixed, next_counter, seeded, upper
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Numbers, U, Word, Words, count, held, kth, popcount
from kaiten.fast.sushi_go.batch import Batch, controller
from kaiten.fast.sushi_go.constants import FIRST, NOBODY, ROUNDS, SECOND
from kaiten.fast.sushi_go.moves import may_take_two, pick, picks
from kaiten.sushi_go.state import Options, hand_size


@cache
def sampler(players: int, dummy: int) -> Callable[..., Word]:
    """The kernel that draws a legal move for everybody, each as likely, and returns the counter for the next. Unchecked.

    Compared by test_sushi_go.
    """
    size = hand_size(Options(dummy=bool(dummy)), players)

    @kernel
    def sample(
        counter: Word,
        hands: Words,
        tables: Words,
        rounds: Numbers,
        turns: Numbers,
        scored: Numbers,
        starts: Numbers,
        moves: Numbers,
        given: Numbers,
    ) -> Word:
        for game in range(len(turns)):
            if scored[game] == ROUNDS:
                continue
            control = controller(starts[game], rounds[game], turns[game], size) if dummy else NOBODY
            for seat in range(players):
                hand, table, controls = hands[game, seat], tables[game, seat], seat == control
                two = may_take_two(size - turns[game] + 1 + controls, table, controls)
                among = picks(hand, table, two)
                while True:
                    counter = next_counter(counter)
                    bits = mixed(counter)
                    move = pick(hand, table, two, below(lower(bits), among))
                    moves[game, seat] = move
                    if not controls:
                        break
                    # Each pick and each kind in the hand, and another try where the pick has used up the kind.
                    some = held(hand, 1)
                    card = kth(some, below(upper(bits), popcount(some)))
                    given[game] = card
                    if count(hand, card) > (FIRST[move] == card) + (SECOND[move] == card):
                        break
        return counter

    return sample


def play_out(batch: Batch, seed: int = 0) -> Numbers:
    """Play all games of a batch to their end, at random; the final scores, the dummy's last. The batch is changed."""
    moves, given = np.zeros((len(batch), batch.setup.players), np.int64), np.full(len(batch), NOBODY)
    counter = seeded(seed)
    while (batch.scored < ROUNDS).any():
        drawn = sampler(*batch.setup.kind)(
            counter, batch.hands, batch.tables, batch.rounds, batch.turns, batch.scored, batch.starts, moves, given
        )
        counter = U(drawn)  # a word comes back from a kernel as a number of Python's
        batch.step(moves, given)
    return batch.scores
