"""Sushi Go!, the card game, for 2 to 5 players: a `kaiten.kit.game.Game`.

Pure functions over frozen values. Start reading at `play`, then `scoring` and `view`; the numbers are in `tables`.
Imports `kit` only.
"""

from kaiten.sushi_go.cards import DECK, Card, Hand, Tableau
from kaiten.sushi_go.moves import Move
from kaiten.sushi_go.notation import (
    format_cards,
    format_move,
    options_from_json,
    options_to_json,
    parse_card,
    parse_cards,
    parse_move,
)
from kaiten.sushi_go.play import (
    NAME,
    SIMULTANEOUS,
    TITLE,
    actors,
    choose,
    dummies,
    ends_turn,
    hidden_choice,
    legal,
    new,
    option_lots,
    outcome,
    owed,
    settle,
    tally_past,
    turn_key,
)
from kaiten.sushi_go.scoring import (
    Outcome,
    pudding_points,
    score_round,
    tally_end,
    tally_round,
)
from kaiten.sushi_go.state import Options, State, hand_size
from kaiten.sushi_go.view import Known, View, view

__all__ = [
    "DECK",
    "NAME",
    "SIMULTANEOUS",
    "TITLE",
    "Card",
    "Hand",
    "Known",
    "Move",
    "Options",
    "Outcome",
    "State",
    "Tableau",
    "View",
    "actors",
    "choose",
    "dummies",
    "ends_turn",
    "format_cards",
    "format_move",
    "hand_size",
    "hidden_choice",
    "legal",
    "new",
    "option_lots",
    "options_from_json",
    "options_to_json",
    "outcome",
    "owed",
    "parse_card",
    "parse_cards",
    "parse_move",
    "pudding_points",
    "score_round",
    "settle",
    "tally_end",
    "tally_past",
    "tally_round",
    "turn_key",
    "view",
]
