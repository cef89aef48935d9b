"""Win probabilities after a round with the dummy, which takes part in maki and puddings but cannot win (SG-20).

A logistic model of the difference between two players: in points, in puddings, in having the most and the fewest of the three, in
the lead with puddings, and in who controls the dummy first in the next round. These kernels are unchecked.
"""

import math

import numpy as np

from kaiten.fast.jit import part
from kaiten.fast.packed_counts import Int, Numbers, count
from kaiten.fast.sushi_go.board import Board
from kaiten.fast.sushi_go.constants import PUDDING, ROUNDS
from kaiten.fast.sushi_go.scoring import add_puddings, end_round
from kaiten.players.win_model import Model, win_shares

SHAPE = (ROUNDS, 6)
"""By rounds left, and by feature; the row for no round left is unused."""
MOST_LEAD = 3
"""A lead with puddings over the best opponent, or a lag, is cut off here."""


@part
def score_round(model: Model, board: Board, counts: Numbers, number: Int, loss: Int, control: Int, out: Model) -> None:
    """Score a round, with the last one the game, and write both players' win probabilities, and to `counts` the puddings.

    `number` is the round from 0, `control` the seat in control in the next turn.
    """
    end_round(board.tableaus, board.nigiri, board.scores, counts, 0, 3)
    for seat in range(3):
        counts[seat] = count(board.tableaus[0, seat], PUDDING)
    if number == ROUNDS - 1:
        add_puddings(board.tableaus, board.scores, 0, 3, loss)
        win_shares(board.scores[0], counts, 2, out)
        return
    left, mine, theirs, dummy = ROUNDS - 1 - number, counts[0], counts[1], counts[2]
    most, fewest = max(mine, theirs, dummy), min(mine, theirs, dummy)
    lead = min(max(mine - max(theirs, dummy), -MOST_LEAD), MOST_LEAD)
    lead -= min(max(theirs - max(mine, dummy), -MOST_LEAD), MOST_LEAD)
    logit = model[left, 0] * (board.scores[0, 0] - board.scores[0, 1]) + model[left, 1] * (mine - theirs)
    logit += model[left, 2] * (np.int64(mine == most) - np.int64(theirs == most))
    logit += model[left, 3] * (np.int64(mine == fewest) - np.int64(theirs == fewest))
    logit += model[left, 4] * lead + model[left, 5] * (1.0 - 2.0 * control)
    out[0] = 1.0 / (1.0 + math.exp(-logit))
    out[1] = 1.0 - out[0]
