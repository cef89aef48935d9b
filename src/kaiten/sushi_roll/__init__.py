"""Sushi Roll, the dice game, for 2 to 5 players: a `kaiten.kit.game.Game`.

Pure functions over frozen values. Start reading at `play`, then `scoring` and `view`; the numbers are in `tables`.
Imports `kit` only.
"""

from kaiten.sushi_roll.dice import BAG, Belt, Face, Kind, Tray
from kaiten.sushi_roll.moves import Menu, Move, Swap, Take
from kaiten.sushi_roll.notation import (
    format_faces,
    format_move,
    options_from_json,
    options_to_json,
    parse_face,
    parse_faces,
    parse_move,
)
from kaiten.sushi_roll.play import (
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
from kaiten.sushi_roll.scoring import Outcome, pudding_points, score_round, tally_end, tally_round, token_points
from kaiten.sushi_roll.state import Options, Reroll, State
from kaiten.sushi_roll.view import View, view

__all__ = [
    "BAG",
    "NAME",
    "SIMULTANEOUS",
    "TITLE",
    "Belt",
    "Face",
    "Kind",
    "Menu",
    "Move",
    "Options",
    "Outcome",
    "Reroll",
    "State",
    "Swap",
    "Take",
    "Tray",
    "View",
    "actors",
    "choose",
    "dummies",
    "ends_turn",
    "format_faces",
    "format_move",
    "hidden_choice",
    "legal",
    "new",
    "option_lots",
    "options_from_json",
    "options_to_json",
    "outcome",
    "owed",
    "parse_face",
    "parse_faces",
    "parse_move",
    "pudding_points",
    "score_round",
    "settle",
    "tally_end",
    "tally_past",
    "tally_round",
    "token_points",
    "turn_key",
    "view",
]
