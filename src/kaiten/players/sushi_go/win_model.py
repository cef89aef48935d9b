"""Win probabilities of Sushi Go! after a round: by the shared model, or by the champion's win table.

The table converts puddings to points, by the lead over the most and over the fewest puddings of the opponents and by the puddings out.
The logit of a seat is linear in its points behind the leader, plus a piecewise linear function of its lead over the best opponent.
`fit_win_table` fits it to games: it predicts them as well as a network does, from which the four features of the shared model differ by
four percentage points after two rounds (root mean square). These kernels are unchecked.
"""

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.jit import inlined, leaf
from kaiten.fast.packed_counts import Int, Numbers, count
from kaiten.fast.sushi_go.board import Board
from kaiten.fast.sushi_go.constants import PUDDING, ROUNDS
from kaiten.fast.sushi_go.scoring import add_puddings, end_round
from kaiten.players.categorical import normalize
from kaiten.players.sushi_go.rollout import Round
from kaiten.players.win_model import STANDING, Model, win_shares, write_logits

WinTable = NDArray[np.float64]
"""Weights by rounds left; those for none are not used. Wider than the shared model."""

LEADS, GAPS, OUT, AHEAD = 9, 8, 10, 41
"""Cells: puddings more than the most (-4 to 4) and than the fewest (-2 to 5) of the opponents; puddings out; points ahead."""
EVEN_LEAD, EVEN_GAP, LEVEL = 4, 2, 20
"""The cells of no difference."""
PUDDINGS = 1
"""Offset of the pudding cells; before it is the weight of a point."""
CURVE = PUDDINGS + OUT * LEADS * GAPS
"""Offset of the curve over the lead in points."""
TABLE_SHAPE = (ROUNDS, CURVE + AHEAD)

FEWEST_OF_TWO, MOST_OF_TWO = -10, 10
BETWEEN_TWO = (ROUNDS, 2 + MOST_OF_TWO - FEWEST_OF_TWO)
"""With two players: the weight of a point, and of each lead in puddings."""


@leaf
def _write_table_logits(table: WinTable, points: Numbers, puddings: Numbers, out: WinTable) -> None:
    """Each seat's logit by the row of a table."""
    players = len(out)
    taken: Int = 0
    for seat in range(players if players > 2 else 0):  # with two players the round solver knows only the difference
        taken = min(taken + puddings[seat], OUT - 1)
    first, second, best = -1_000.0, -1_000.0, 0
    for seat in range(players):
        most, fewest = np.int64(0), np.int64(99)
        for other in range(players):
            if other != seat:
                most = max(most, puddings[other])
                fewest = min(fewest, puddings[other])
        lead = min(max(puddings[seat] - most + EVEN_LEAD, 0), LEADS - 1)
        gap = min(max(puddings[seat] - fewest + EVEN_GAP, 0), GAPS - 1)
        out[seat] = points[seat] + table[PUDDINGS + (taken * LEADS + lead) * GAPS + gap]
        if out[seat] > first:
            first, second, best = out[seat], first, seat
        elif out[seat] > second:
            second = out[seat]
    for seat in range(players):
        ahead = min(max(out[seat] - (second if seat == best else first) + LEVEL, 0.0), AHEAD - 1.001)
        below = np.int64(ahead)
        part_ = ahead - below
        curve = table[CURVE + below] * (1.0 - part_) + table[CURVE + below + 1] * part_
        out[seat] = table[0] * (out[seat] - first) + curve


@inlined
def write_win_probabilities(model: Model, left: Int, points: Numbers, puddings: Numbers, out: Model) -> None:
    """Write each seat's win probability with `left` rounds left."""
    if model.shape[1] == STANDING:
        write_logits(model, left, points, puddings, len(out), out)
    else:
        _write_table_logits(model[left], points, puddings, out)
    normalize(out, len(out))


@leaf
def evaluate_round(model: Model, board: Board, round_: Round, counts: Numbers, out: Model) -> None:
    """Score a round that has been played, and the game after the last one; write each seat's win probability. `counts` is scratch."""
    players = round_.players
    end_round(board.tableaus, board.nigiri, board.scores, counts, 0, players)
    is_last = round_.number == ROUNDS - 1
    if is_last:
        add_puddings(board.tableaus, board.scores, 0, players, round_.loss)
    for seat in range(players):
        counts[seat] = count(board.tableaus[0, seat], PUDDING)
    if is_last:
        win_shares(board.scores[0], counts, players, out)
    else:
        write_win_probabilities(model, ROUNDS - 1 - round_.number, board.scores[0], counts, out)


def between_two(table: WinTable) -> WinTable:
    """The table for two players as the round solver takes it: a logistic function of differences, without the curve."""
    found = np.zeros(BETWEEN_TWO)
    found[:, 0] = table[:, 0]
    cells = table[:, PUDDINGS : PUDDINGS + LEADS * GAPS].reshape(ROUNDS, LEADS, GAPS)
    differences = np.arange(FEWEST_OF_TWO, MOST_OF_TWO + 1)
    own, other = (
        cells[:, np.clip(each + EVEN_LEAD, 0, LEADS - 1), np.clip(each + EVEN_GAP, 0, GAPS - 1)]
        for each in (differences, -differences)
    )
    found[:, 1:] = table[:, :1] * (own - other)
    return found
