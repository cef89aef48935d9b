"""Greedy: a bot that maximises its points if round and game ended now."""

from kaiten.kit.chance import RandomSource
from kaiten.kit.seats import put
from kaiten.players.bot import best
from kaiten.sushi_go import Card, Move, View, pudding_points, score_round
from kaiten.sushi_go.scoring import pudding_loss


def greedy(view: View, source: RandomSource) -> Move:
    """The move with the most points now."""
    seat, loss = view.seat or 0, pudding_loss(view.options, view.players)

    def points(move: Move) -> float:
        tableaus = put(view.tableaus, seat, view.tableaus[seat] + move.cards)
        puddings = put(view.puddings, seat, view.puddings[seat] + move.cards.count(Card.PUDDING))
        if move.dummy is not None:
            tableaus = (*tableaus[:-1], (*tableaus[-1], move.dummy))
            puddings = (*puddings[:-1], puddings[-1] + (move.dummy is Card.PUDDING))
        return score_round(tableaus)[seat] + pudding_points(puddings, loss=loss)[seat]

    return best(view.legal, points, source)
