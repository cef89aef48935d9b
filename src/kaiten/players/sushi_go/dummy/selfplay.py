"""Self-play with the dummy: REINFORCE, with the change of the win probability in a round as the return of each move in it."""

from kaiten.fast.chance import below, draw, lower, mixed, next_counter, upper
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import NOTHING, Word, one
from kaiten.fast.sushi_go.board import new_board
from kaiten.fast.sushi_go.constants import DECK, NOBODY, ROUNDS
from kaiten.players.categorical import Weights
from kaiten.players.sushi_go.dummy.policy import Trace
from kaiten.players.sushi_go.dummy.rollout import SIZE, Scratch, Turn, draw_for_dummy, roll_out
from kaiten.players.sushi_go.dummy.win_model import score_round
from kaiten.players.win_model import Model

_POINT_VALUE = 0.01
"""What a point more than the opponent is worth beside the win probability, so that lost games teach something, too."""


@kernel
def play(
    counter: Word, factors: Weights, model: Model, gradient: Weights, log: Weights, scratch: Scratch, trace: Trace
) -> Word:
    """Play as many games as `log` has rows and add up the gradient; returns the next counter. Unchecked.

    `log` gets, by game, round and seat, the points and puddings after the first two rounds, the dummy's last, with the seat in
    control in the next turn as its points; and after the last round both players' shares of the win.
    """
    deck, board, (_, _, puddings, chances) = DECK.copy(), new_board(2, 3), scratch
    for game in range(len(log)):
        for seat in range(3):
            board.tableaus[0, seat], board.scores[0, seat] = NOTHING, 0
        chances[0] = chances[1] = 0.5
        counter = next_counter(counter)
        control, top = below(upper(mixed(counter)), 2), 0
        for number in range(ROUNDS):
            for seat in range(2):
                board.hands[0, seat], trace.lengths[seat] = NOTHING, 0
                for _ in range(SIZE):
                    counter = next_counter(counter)
                    board.hands[0, seat] += one(draw(lower(mixed(counter)), deck, top))
                    top += 1
            counter, turn = draw_for_dummy(counter, board.hands, deck, Turn(SIZE, number, control, NOBODY, top))
            counter = roll_out(counter, factors, board, scratch, deck, turn, trace)
            control, top = (control + SIZE) % 2, top + SIZE
            before, lead = (chances[0], chances[1]), board.scores[0, 0] - board.scores[0, 1]
            score_round(model, board, puddings, number, 0, control, chances)
            gain = board.scores[0, 0] - board.scores[0, 1] - lead
            for seat in range(3):
                log[game, number, seat, 0], log[game, number, seat, 1] = board.scores[0, seat], puddings[seat]
            log[game, number, 2, 0] = control
            for seat in range(2):
                if number == ROUNDS - 1:
                    log[game, number, seat, 0] = chances[seat]
                change = chances[seat] - before[seat] + _POINT_VALUE * (gain if seat == 0 else -gain)
                for k in range(trace.lengths[seat]):
                    gradient[trace.offsets[seat, k]] += change * trace.slopes[seat, k]
    return counter
