"""Self-play that learns, with the dummy: as `sushi_go.selfplay`, and the dummy's card is learned with the rest."""

import numpy as np

from kaiten.fast.chance import below, mixed, next_counter, upper
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import KINDS, NOTHING, Word, count, one
from kaiten.fast.sushi_go.constants import DECK, PUDDING, ROUNDS
from kaiten.players.sushi_go.dummy.policy import NOTED
from kaiten.players.sushi_go.dummy.rollout import any_card, carry_out, decide, known
from kaiten.players.sushi_go.dummy.win_model import value
from kaiten.players.sushi_go.policy import Weights
from kaiten.players.sushi_go.selfplay import POINT_REWARD
from kaiten.players.win_model import Model
from kaiten.sushi_go.state import Options, hand_size

SIZE = hand_size(Options(dummy=True), 2)


@kernel
def play(counter: Word, factors: Weights, model: Model, loss: int, gradient: Weights, log: Weights) -> Word:
    """Play as many games as `log` has rows and add up the gradient; returns the counter for the next. Unchecked.

    `log` gets, by game, round and seat, the points and puddings after the first two rounds, the dummy's last, with who controls it
    next as its points; and after the last round what both had of the win.
    """
    deck = DECK.copy()
    hands, tables = np.zeros((1, 2), np.uint64), np.zeros((1, 3), np.uint64)
    nigiri, scores = np.zeros((1, 3), np.int64), np.zeros((1, 3), np.int64)
    icons, made = np.zeros(3, np.int64), np.zeros((2, 3), np.int64)
    wanted, before, after = np.zeros(KINDS), np.zeros(2), np.zeros(2)
    places, pulls = np.zeros((2, NOTED), np.int64), np.zeros((2, NOTED))
    for game in range(len(log)):
        for seat in range(3):
            tables[0, seat], scores[0, seat] = NOTHING, 0
        before[0] = before[1] = 0.5
        counter = next_counter(counter)
        control = below(upper(mixed(counter)), 2)
        dealt = 0
        for number in range(ROUNDS):
            for seat in range(2):
                hands[0, seat] = NOTHING
                for _ in range(SIZE):
                    counter = next_counter(counter)
                    hands[0, seat] += one(any_card(counter, deck, dealt))
                    dealt += 1
                places[seat, 0] = 0
            for left in range(SIZE, 0, -1):
                counter = next_counter(counter)
                drawn = any_card(counter, deck, dealt)
                dealt += 1
                hands[0, control] += one(drawn)
                for seat in range(2):
                    coming = known(hands, seat, control, drawn, left, SIZE)
                    counter = decide(
                        counter,
                        factors,
                        wanted,
                        places[seat],
                        pulls[seat],
                        True,
                        seat,
                        seat == control,
                        hands[0, seat],
                        tables,
                        coming,
                        left,
                        number,
                        made,
                    )
                carry_out(hands, tables, nigiri, made)
                control = 1 - control
            earlier = scores[0, 0] - scores[0, 1]
            value(model, tables, nigiri, scores, icons, number, loss, control, after)
            margin = scores[0, 0] - scores[0, 1] - earlier
            for seat in range(3):
                log[game, number, seat, 0] = scores[0, seat]
                log[game, number, seat, 1] = count(tables[0, seat], PUDDING)
            log[game, number, 2, 0] = control
            for seat in range(2):
                if number == ROUNDS - 1:
                    log[game, number, seat, 0] = after[seat]
                gained = after[seat] - before[seat] + POINT_REWARD * (margin if seat == 0 else -margin)
                for k in range(1, places[seat, 0] + 1):
                    gradient[places[seat, k]] += gained * pulls[seat, k]
                before[seat] = after[seat]
    return counter
