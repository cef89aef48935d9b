"""Score sheets at the terminal: standings, history of edits, list and statistics."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from kaiten.cli.console import coloured, out, printable, say, say_below
from kaiten.cli.games import TITLES
from kaiten.cli.sheet_files import ImportedSheet
from kaiten.cli.table import listed, show_result, show_round, with_puddings
from kaiten.kit.tally import points_text, spell
from kaiten.sheet import (
    ROUNDS,
    Cell,
    Edit,
    Sheet,
    entries,
    find_problems,
    player_statistics,
    score_sheet,
    table_cell,
    tokens_cell,
)


def moment(milliseconds: int, form: str = "%Y-%m-%d %H:%M") -> str:
    """A time in the local time zone."""
    try:
        return datetime.fromtimestamp(milliseconds / 1000).astimezone().strftime(form)
    except (OverflowError, OSError, ValueError):  # a device whose clock is far off
        return f"{milliseconds} ms"


def describe(sheet: Sheet, cell: Cell) -> str:
    """A cell in words: `Ana, round 1`."""
    who = sheet.seat_names[cell.seat]
    if cell.kind == "name":
        return f"name of player {cell.seat + 1}"
    return f"{who}, tokens" if cell.kind == "tokens" else f"{who}, round {cell.round}"


def next_cell(sheet: Sheet) -> Cell | None:
    """The first empty cell; None when all are filled."""
    return next((cell for cell in entries(sheet.header) if sheet.value(cell) is None), None)


def state_text(sheet: Sheet) -> str:
    """The state of a game in a few words: the winner, or the next entry."""
    standing, names = score_sheet(sheet), sheet.seat_names
    conflicts = len(sheet.conflicts())
    more = f", {conflicts} conflict{'s' if conflicts > 1 else ''}" if conflicts else ""
    if standing.finished:
        winners = [names[seat] for seat in standing.winners]
        won = "won" if len(winners) == 1 else "shared the win"
        return f"{listed(winners)} {won} with {points_text(standing.totals[standing.winners[0]])}{more}"
    return f"next: {describe(sheet, next_cell(sheet) or table_cell(1, 0))}{more}"


def title(sheet: Sheet) -> str:
    dummy = " and the dummy" if sheet.header.dummy else ""
    return f"{TITLES[sheet.header.game]}: {listed(sheet.names)}{dummy}, {moment(sheet.header.started)}"


def show_sheet(sheet: Sheet) -> None:
    """Print the whole sheet: points by round, entries, problems and conflicts."""
    standing, names = score_sheet(sheet), sheet.seat_names
    say(title(sheet), style="bold")
    rows = []
    for seat, name in enumerate(names):
        rounds = [
            str(entry.points[seat]) if entry.complete else "" if entry.tallies[seat] is None else "entered"
            for entry in standing.rounds
        ]
        rows.append([name, *rounds, str(standing.puddings[seat]), str(standing.totals[seat])])
    puddings = f"pudding {'tokens' if sheet.header.rules.HAS_TOKENS else 'cards'}"
    _show_table(["", *[f"round {number}" for number in ROUNDS], puddings, "total"], rows)
    for number in ROUNDS:
        _show_entries(sheet, f"Round {number}", [table_cell(number, seat) for seat in range(len(names))])
    _show_entries(sheet, "Tokens left", [tokens_cell(seat) for seat in range(len(names))])
    for problem in find_problems(sheet):
        say(f"Impossible: {problem.text}.", style="yellow")
    for cell in sheet.conflicts():
        say(f"Conflict: {describe(sheet, cell)}. Settle it with keep.", style="yellow")
    state = state_text(sheet)
    say(f"{state[:1].upper()}{state[1:]}.")


def _show_entries(sheet: Sheet, heading: str, cells: Sequence[Cell]) -> None:
    entered = [(cell.seat, value) for cell in cells if (value := sheet.value(cell)) is not None]
    if entered:
        say(heading)
    for seat, value in entered:
        say_below(f"{sheet.seat_names[seat]}: {value or 'nothing'}")


def show_sheet_round(sheet: Sheet, number: int) -> None:
    """Print a complete round, line by line."""
    standing = score_sheet(sheet)
    entry = standing.rounds[number - 1]
    tallies = [tally for tally in entry.tallies if tally is not None]
    if not sheet.header.rules.HAS_TOKENS:  # pudding tokens have their own line
        tallies = [with_puddings(*pair) for pair in zip(tallies, entry.puddings, strict=True)]
    so_far = [
        sum(column) for column in zip(*[known.points for known in standing.rounds if known.complete], strict=True)
    ]
    show_round(number, sheet.seat_names, tallies, so_far)


def show_sheet_end(sheet: Sheet) -> None:
    standing = score_sheet(sheet)
    if standing.outcome is not None:
        show_result(standing.outcome, standing.end or (), standing.puddings, sheet.seat_names)


def show_history(sheet: Sheet, edits: Sequence[Edit]) -> None:
    """Print edits with their times and authors."""
    if not edits:
        say("There are no edits.")
    for edit in edits:
        value = "emptied" if edit.value is None else edit.value or "nothing"
        taken_back = " (taken back)" if edit.undoes else ""
        by = f", by {edit.by}" if edit.by else ""
        say(f"{moment(edit.at, '%Y-%m-%d %H:%M:%S')}  {describe(sheet, edit.cell)}: {value}{taken_back}{by}")


def show_list(sheets: Sequence[Sheet], current: Sheet | None = None) -> None:
    """Print every sheet with the number that opens it."""
    if not sheets:
        say("There are no sheets yet.")
        return
    rows = []
    for number, sheet in enumerate(sheets, 1):
        mark = "*" if current is not None and sheet.header.sheet == current.header.sheet else ""
        game = TITLES[sheet.header.game]
        rows.append(
            [f"{number}{mark}", moment(sheet.header.started), game, ", ".join(sheet.seat_names), state_text(sheet)]
        )
    _show_table(["", "started", "game", "players", ""], rows, numbers=False)


def show_statistics(sheets: Sequence[Sheet]) -> None:
    """Print the statistics of each player, by game."""
    shown = False
    for game in TITLES:
        players = player_statistics([sheet for sheet in sheets if sheet.header.game == game])
        if players:
            shown = True
            say(TITLES[game], style="bold")
            rows = [
                [p.name, str(p.games), str(p.wins), str(p.best_round), f"{p.mean_total:.1f}", p.favourite or ""]
                for p in players
            ]
            _show_table(["", "games", "wins", "best round", "mean total", "favourite"], rows)
    if not shown:
        say("No game is finished yet.")


def show_track(sheet: Sheet) -> None:
    """Print a bar chart of the totals, drawn as trays on a track."""
    totals, names = score_sheet(sheet).totals, [printable(name) for name in sheet.seat_names]
    wide = max(len(name) for name in names)
    room = max(10, out.width - wide - 16)
    step = max(1, -(-max(totals) // room))
    marks = ""
    for mark in range(0, max([*totals, 0]) + 10 * step, 10 * step):
        marks = marks.ljust(mark // step) + str(mark)
    lines = [Text(f"{'':{wide}}  {marks}")]
    for name, total in zip(names, totals, strict=True):
        line = Text(f"{name.rjust(wide)}  ")
        line.append("=" * (max(total, 0) // step), style="dim")
        line.append(f"[ {total} ]", style="bold")
        line.append("oo>")
        lines.append(line)
    for line in lines:
        out.print(line, no_wrap=True, crop=True)


def show_conflict(sheet: Sheet, cell: Cell) -> None:
    """Print the conflicting entries of a cell with their authors."""
    heads = sheet.conflict(cell)
    say(f"{spell(len(heads)).capitalize()} entries for {describe(sheet, cell)}:", style="yellow")
    for number, edit in enumerate(heads, 1):
        value = "emptied" if edit.value is None else edit.value or "nothing"
        say_below(f"{number}  {value} (by {edit.by or 'unknown'}, {moment(edit.at)})")


def show_imported(taken: list[ImportedSheet]) -> None:
    """Print the result of an import."""
    for entry in taken:
        edits = f"{entry.edits} new {'entry' if entry.edits == 1 else 'entries'}"
        conflicts = len(entry.sheet.conflicts())
        more = f", {conflicts} to settle" if conflicts else ""
        say(f"{'New' if entry.new else 'Merged'}: {title(entry.sheet)} ({edits}{more})")
    if not taken:
        say("The file holds no sheets.")


def list_to_json(sheets: Sequence[Sheet]) -> list[dict[str, Any]]:
    rows = []
    for sheet in sheets:
        standing = score_sheet(sheet)
        rows.append(
            {
                "sheet": sheet.header.sheet,
                "game": sheet.header.game,
                "players": [*sheet.names],
                "started": sheet.header.started,
                "finished": standing.finished,
                "totals": [*standing.totals],
                "winners": [*standing.winners],
                "decided": standing.decided_by,
                "conflicts": [str(cell) for cell in sheet.conflicts()],
                "problems": [problem.text for problem in find_problems(sheet)],
            }
        )
    return rows


def statistics_to_json(sheets: Sequence[Sheet]) -> dict[str, list[dict[str, Any]]]:
    names = ("name", "games", "wins", "best_round", "mean_total", "favourite")
    return {
        game: [
            {name: getattr(player, name) for name in names}
            for player in player_statistics([sheet for sheet in sheets if sheet.header.game == game])
        ]
        for game in TITLES
    }


def _show_table(columns: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: bool = True) -> None:
    """Print rows as a table, or line by line on a narrow terminal."""
    if out.width < 70:
        for first, *rest in rows:
            named = [f"{name}: {cell}" if name else cell for name, cell in zip(columns[1:], rest, strict=True) if cell]
            say(f"{first}  {', '.join(named)}")
        return
    table = Table(box=box.SIMPLE, pad_edge=False)
    for place, name in enumerate(columns):
        table.add_column(name, justify="right" if numbers and place else "left")
    for row in rows:
        table.add_row(
            *[
                coloured(cell) if name == "favourite" else Text(printable(cell))
                for name, cell in zip(columns, row, strict=True)
            ]
        )
    out.print(table)
