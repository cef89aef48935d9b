"""The score sheet of a game on a real table: edits, history, merging. No I/O, no clock, no random source.

docs/sheets.md has the format. Start reading at `edits`, then `scoring` and `problems`; `reading` is JSON, `csvs` is CSV.
Imports `kit` and the two games only.
"""

from kaiten.sheet.cells import (
    Tokens,
    cells,
    check_cell,
    check_value,
    entries,
    format_tokens,
    name_cell,
    parse_tokens,
    split_cell,
    table_cell,
    tidy_table,
    tokens_cell,
)
from kaiten.sheet.csvs import from_csv, to_csv
from kaiten.sheet.dipping import dipped, dips, order_matters
from kaiten.sheet.edits import Edit, Sheet, check_edit
from kaiten.sheet.errors import SheetError
from kaiten.sheet.head import DUMMY, LONGEST_NAME, ROUNDS, Head, check_name
from kaiten.sheet.problems import Problem, find_problems
from kaiten.sheet.reading import dumps, edit_from_json, edit_to_json, loads, sheet_from_json, sheet_to_json
from kaiten.sheet.scoring import Round, Standing, score_sheet
from kaiten.sheet.statistics import Statistics, player_statistics

__all__ = [
    "DUMMY",
    "LONGEST_NAME",
    "ROUNDS",
    "Edit",
    "Head",
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
    "dipped",
    "dips",
    "dumps",
    "edit_from_json",
    "edit_to_json",
    "entries",
    "find_problems",
    "format_tokens",
    "from_csv",
    "loads",
    "name_cell",
    "order_matters",
    "parse_tokens",
    "player_statistics",
    "score_sheet",
    "sheet_from_json",
    "sheet_to_json",
    "split_cell",
    "table_cell",
    "tidy_table",
    "to_csv",
    "tokens_cell",
]
