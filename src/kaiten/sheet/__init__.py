"""The score sheet of a game on a real table: edits, history, merging. No I/O, no clock, no random source.

docs/sheets.md has the format. Start reading at `edits` (the CRDT), then `scoring` and `validation`; `games` has what differs by game.
Imports `kit` and the two games only.
"""

from kaiten.sheet.cells import (
    Cell,
    cells,
    check_cell,
    check_value,
    entries,
    name_cell,
    parse_cell,
    table_cell,
    tidy_table,
    tokens_cell,
)
from kaiten.sheet.csv_format import from_csv, to_csv
from kaiten.sheet.edits import Edit, Sheet, check_edit
from kaiten.sheet.errors import SheetError
from kaiten.sheet.header import DUMMY, LONGEST_NAME, ROUNDS, Header, check_name
from kaiten.sheet.json_format import dumps, edit_from_json, edit_to_json, loads, sheet_from_json, sheet_to_json
from kaiten.sheet.scoring import Round, Standing, score_sheet
from kaiten.sheet.statistics import Statistics, player_statistics
from kaiten.sheet.validation import Problem, find_problems
from kaiten.sheet.values import Tokens, format_tokens, parse_tokens
from kaiten.sheet.wasabi import nigiri_on_wasabi, order_matters, possible_on_wasabi

__all__ = [
    "DUMMY",
    "LONGEST_NAME",
    "ROUNDS",
    "Cell",
    "Edit",
    "Header",
    "Problem",
    "Round",
    "Sheet",
    "SheetError",
    "Standing",
    "Statistics",
    "Tokens",
    "cells",
    "check_cell",
    "check_edit",
    "check_name",
    "check_value",
    "dumps",
    "edit_from_json",
    "edit_to_json",
    "entries",
    "find_problems",
    "format_tokens",
    "from_csv",
    "loads",
    "name_cell",
    "nigiri_on_wasabi",
    "order_matters",
    "parse_cell",
    "parse_tokens",
    "player_statistics",
    "possible_on_wasabi",
    "score_sheet",
    "sheet_from_json",
    "sheet_to_json",
    "table_cell",
    "tidy_table",
    "to_csv",
    "tokens_cell",
]
