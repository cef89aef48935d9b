"""The value of a round that has been played: win probabilities of Sushi Go! by the shared model, or by the champion's `win_table`.

Its weights are fitted to games of the policy (`policy_gradient.Training.fit`). These kernels are unchecked.
"""

from kaiten.fast.jit import inlined, leaf
from kaiten.fast.packed_counts import Int, Numbers, count
from kaiten.fast.sushi_go.board import Board
from kaiten.fast.sushi_go.constants import PUDDING, ROUNDS
from kaiten.fast.sushi_go.scoring import add_puddings, end_round
from kaiten.players.sushi_go import win_table
from kaiten.players.sushi_go.rollout import Round
from kaiten.players.win_model import STANDING, Model, normalize, win_shares, write_logits

SHAPE = (ROUNDS, STANDING)
"""A model by rounds left; one of another shape is a `win_table.WinTable`."""


@inlined
def write_win_probabilities(model: Model, left: Int, points: Numbers, puddings: Numbers, out: Model) -> None:
    """Write each seat's win probability with `left` rounds left."""
    if model.shape[1] == SHAPE[1]:
        write_logits(model, left, points, puddings, len(out), out)
    else:
        win_table.write_logits(model[left], points, puddings, out)
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
