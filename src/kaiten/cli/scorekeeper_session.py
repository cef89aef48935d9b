"""The scorekeeper's prompt: asks for one table after another, and saves every answer before the next question."""

import platform
import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rich.table import Table
from rich.text import Text

from kaiten.cli.console import out, printable, say, say_below, say_path
from kaiten.cli.games import SCREENS, TITLES
from kaiten.cli.scorekeeper_input import check_names, echo, find_cell, find_player, read_entry
from kaiten.cli.sheet_files import SheetFolder, export
from kaiten.cli.sheets import (
    describe,
    next_cell,
    show_conflict,
    show_history,
    show_imported,
    show_list,
    show_sheet,
    show_sheet_end,
    show_sheet_round,
    show_statistics,
    show_track,
    title,
)
from kaiten.cli.table import listed
from kaiten.kit.errors import KaitenError, OptionError, shown
from kaiten.kit.game import GameName
from kaiten.sheet import (
    LONGEST_NAME,
    Cell,
    Header,
    Sheet,
    find_problems,
    name_cell,
    score_sheet,
)
from kaiten.sheet.games import SHEET_GAMES

HELP = (
    "Type a player's cards or dice at the end of the round, in the order they were put down: W N3 T T M2 P. "
    "The order decides which nigiri is on wasabi. 3T is T T T; none is an empty table."
)
COMMANDS = (
    ("show", "the whole sheet"),
    ("edit 1 Ana", "change Ana's table of round 1 (edit tokens Ana: her tokens)"),
    ("undo", "take back your last entry, and the one before it"),
    ("history", "all edits; history 1 Ana: of one table"),
    ("keep 1", "settle a conflict: the first entry is right"),
    ("rename Ana Anna", "change a name"),
    ("track", "the scores drawn as trays on a track"),
    ("list", "all sheets; open 2 opens the second; new begins another"),
    ("stats", "games and wins of each player"),
    ("export FILE", "write this sheet to FILE.json or FILE.csv; import FILE adds or merges sheets"),
    ("quit", "exit; everything is saved"),
)
_GAMES: dict[str, GameName] = {
    word: game for number, game in enumerate(SCREENS, 1) for word in (str(number), game, *SCREENS[game].WORDS)
}


class Leave(Exception):  # noqa: N818  (control flow, not an error)
    """The user quits, or the input has ended."""


class _QuestionChanged(Exception):  # noqa: N818  (control flow, too)
    """A command has changed the state, so another question has to be asked."""


class ScorekeeperSession:
    """A session at the prompt. Each answer is on disk before the next question."""

    def __init__(self, sheets_folder: SheetFolder, sheet: Sheet | None) -> None:
        self.sheets_folder = sheets_folder
        self.sheet = sheet
        self.by = printable(f"terminal of {platform.node() or 'this machine'}")[:LONGEST_NAME]
        self._wanted: Cell | None = None
        self._later: set[Cell] = set()
        """Conflicts that the user has postponed."""
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "show": self._show,
            "edit": self._edit,
            "undo": self._undo,
            "history": self._history,
            "keep": self._keep,
            "rename": self._rename,
            "track": self._track,
            "list": self._list,
            "open": self._open,
            "new": self._new,
            "stats": self._stats,
            "export": self._export,
            "import": self._import,
        }

    def run(self) -> None:
        """Ask until the user quits; raises Leave or KeyboardInterrupt then."""
        if self.sheet is not None:
            self._greet(self.sheet)
        while True:
            try:
                self._step()
            except _QuestionChanged:
                continue
            except KaitenError as error:
                print_error(error)

    def _greet(self, sheet: Sheet) -> None:
        say(title(sheet), style="bold")
        if sheet.edits:
            cell = next_cell(sheet)
            say("The game is over." if cell is None else f"Next: {describe(sheet, cell)}. help lists the commands.")

    def _step(self) -> None:
        sheet = self.sheet
        if sheet is None:
            self._begin()
            return
        open_conflicts = [cell for cell in sheet.conflicts() if cell not in self._later]
        if self._wanted is not None:
            cell, self._wanted = self._wanted, None
            self._ask_entry(sheet, cell)
        elif open_conflicts:
            self._ask_conflict(sheet, open_conflicts[0])
        elif (empty := next_cell(sheet)) is not None:
            self._ask_entry(sheet, empty)
        else:
            answer = self._ask("The sheet is full. new, edit, show, list, stats or quit: ")
            if answer:
                say(f"{shown(answer)} is not a command: help lists them.", style="yellow")

    def _begin(self) -> None:
        """Begin a new sheet; game and names of the last one are the defaults."""
        kept = self.sheets_folder.sheets()
        last = kept[0] if kept else None
        game = self._ask_game(last)
        names = self._ask_names(last)
        flags = {}
        if "dummy" in SHEET_GAMES[game].FLAGS and len(names) == 2:
            flags["dummy"] = self._ask_yes("With the dummy?")
            flags["dummy_pudding_penalty"] = flags["dummy"] and self._ask_yes("Do fewest puddings lose points?")
        header = Header(secrets.token_urlsafe(16), game, tuple(names), now_ms(), **flags)
        self.sheet = self.sheets_folder.save(Sheet(header))
        say()
        say(title(self.sheet), style="bold")
        say(SCREENS[game].CODES)
        say("Type each table in the order it was put down: W N3 T T M2. help lists the commands.")

    def _ask_game(self, last: Sheet | None) -> GameName:
        usual: GameName = last.header.game if last else "sushi-go"
        offered = ", ".join([f"{number} {title}" for number, title in enumerate(TITLES.values(), 1)])
        while True:
            answer = self._ask(f"Which game? {offered} (Enter: {TITLES[usual]}): ")
            if not answer:
                return usual
            if answer.lower() in _GAMES:
                return _GAMES[answer.lower()]
            say(f"{shown(answer)} is not a game: type 1 or 2.", style="yellow")

    def _ask_names(self, last: Sheet | None) -> list[str]:
        offer = f" (Enter: {', '.join(last.names)})" if last else ", such as Ana, Ben, Cleo"
        while True:
            answer = self._ask(f"Who plays, in seat order{offer}: ")
            names = [name.strip() for name in answer.split(",")] if answer else [*last.names] if last else []
            try:
                check_names(names)
            except KaitenError as error:
                print_error(error)
            else:
                return names

    def _ask_yes(self, question: str) -> bool:
        while True:
            answer = self._ask(f"{question} y or n (Enter: n): ").lower()
            if answer in {"", "n", "no", "y", "yes"}:
                return answer in {"y", "yes"}

    def _ask_entry(self, sheet: Sheet, cell: Cell) -> None:
        """Ask for one table, or one player's tokens."""
        if cell.kind == "tokens":
            puddings = sum(entry.puddings[cell.seat] for entry in score_sheet(sheet).rounds)
            question = f"{describe(sheet, cell)} left, such as U2 C1 (puddings by the dice: {puddings}): "
        else:
            question = f"{describe(sheet, cell)} ({sheet.header.size} {sheet.header.rules.PIECES}): "
        now = sheet.value(cell)
        if now is not None:
            say(f"{describe(sheet, cell)} is now: {now or 'nothing'}. Enter keeps it, clear empties it.")
        answer = self._ask(question)
        if answer:
            self._enter(cell, read_entry(sheet, cell, answer))
        elif now is None:
            say("Type the codes with spaces between them; none for nothing, help for help.", style="yellow")

    def _enter(self, cell: Cell, value: str | None) -> None:
        """Save an entry, print how it was read, and report impossible values until they are corrected or confirmed."""
        sheet = self._open_sheet()
        before = find_problems(sheet)
        sheet = self._write(cell, value)
        if cell.kind == "table" and value is not None:
            say_below(echo(sheet.header, value))
        problems = [problem for problem in find_problems(sheet) if problem not in before]
        if problems:
            for problem in problems:
                say(f"Impossible: {problem.text}.", style="yellow")
            answer = self._ask(f"Enter to keep it anyway, or {describe(sheet, cell)} again: ")
            if answer:
                self._enter_again(cell, answer)
                return
        if cell.kind == "table" and score_sheet(sheet).rounds[cell.round - 1].complete:
            show_sheet_round(sheet, cell.round)
        if score_sheet(sheet).finished:
            show_sheet_end(sheet)

    def _enter_again(self, cell: Cell, answer: str) -> None:
        try:
            self._enter(cell, read_entry(self._open_sheet(), cell, answer))
        except KaitenError:
            self._wanted = cell
            raise

    def _ask_conflict(self, sheet: Sheet, cell: Cell) -> None:
        show_conflict(sheet, cell)
        answer = self._ask("Which is right? keep 1, keep 2, or type the right one; Enter to decide later: ")
        if answer.isascii() and answer.isdecimal():
            self._keep(answer)
        elif not answer:
            self._later.add(cell)
        elif cell.kind == "name":
            self._write(cell, answer)
        else:
            self._enter(cell, read_entry(sheet, cell, answer))

    def _ask(self, question: str) -> str:
        """Ask until the answer is not a command; commands are carried out."""
        while True:
            try:
                if sys.stdin is None:
                    raise Leave
                answer = out.input(Text(printable(question), style="bold")).strip()
            except EOFError:
                say()
                raise Leave from None
            if not sys.stdin.isatty():
                say(answer)  # a terminal has shown what was typed
            word, _, rest = answer.partition(" ")
            word = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}.get(word.lower(), word.lower())
            if word == "quit":
                raise Leave
            # Names have commas between them, and may be any word.
            if word not in self._commands or ("," in rest and word not in {"export", "import"}):
                return answer
            try:
                self._commands[word](rest.strip())
            except KaitenError as error:
                print_error(error)

    def _open_sheet(self) -> Sheet:
        if self.sheet is None:
            raise OptionError("no sheet is open: begin a new one, or open one of the list")
        return self.sheet

    def _write(self, cell: Cell, value: str | None) -> Sheet:
        sheet = self._open_sheet().write(cell, value, id=new_id(), at=now_ms(), by=self.by)
        self.sheet = self.sheets_folder.save(sheet)
        return self.sheet

    def _switch_to(self, sheet: Sheet | None) -> None:
        self.sheet, self._wanted, self._later = sheet, None, set()
        if sheet is not None:
            self._greet(sheet)
        raise _QuestionChanged

    def _help(self, _: str) -> None:
        say(HELP)
        if self.sheet is not None:
            say(SCREENS[self.sheet.header.game].CODES)
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True, style="bold")
        table.add_column()
        for command, what in COMMANDS:
            table.add_row(command, what)
        out.print(table)

    def _show(self, _: str) -> None:
        show_sheet(self._open_sheet())

    def _edit(self, rest: str) -> None:
        self._wanted = find_cell(self._open_sheet(), rest, "edit")
        raise _QuestionChanged

    def _undo(self, _: str) -> None:
        sheet = self._open_sheet()
        edit = sheet.last_undoable(self.by)
        undone = sheet.undo(id=new_id(), at=now_ms(), by=self.by)
        if edit is None or undone is None:
            say("There is no entry of yours to take back.")
            return
        self.sheet = self.sheets_folder.save(undone)
        if edit.cell.kind == "name":
            say(f"Taken back. At the table: {listed(self.sheet.names)}.")
            raise _QuestionChanged
        value = self.sheet.value(edit.cell)
        is_now = "is empty again" if value is None else f"is {value or 'nothing'} again"
        say(f"Taken back: {describe(self.sheet, edit.cell)} {is_now}.")
        raise _QuestionChanged

    def _history(self, rest: str) -> None:
        sheet = self._open_sheet()
        show_history(sheet, sheet.history(find_cell(sheet, rest, "history")) if rest else sheet.edits)

    def _keep(self, rest: str) -> None:
        """Settle the conflict that is shown, or show the postponed ones."""
        sheet = self._open_sheet()
        conflicts = [*sheet.conflicts()]
        if not conflicts:
            say("There are no conflicts to settle.")
            return
        cell = next((cell for cell in conflicts if cell not in self._later), conflicts[0])
        heads = sheet.conflict(cell)
        if not rest:
            self._later.clear()
        elif not (rest.isascii() and rest.isdecimal() and 1 <= int(rest) <= len(heads)):
            raise OptionError(f"keep {shown(rest)}: write a number from 1 to {len(heads)}")
        else:
            value = heads[int(rest) - 1].value
            sheet = self._write(cell, value)
            say(f"Settled: {describe(sheet, cell)} is {value or 'nothing'}.")
        raise _QuestionChanged

    def _rename(self, rest: str) -> None:
        sheet = self._open_sheet()
        seat, name = find_player(sheet, rest, sheet.names)
        if not name:
            raise OptionError("rename whom to what? Such as: rename Ana Anna")
        check_names([name if place == seat else other for place, other in enumerate(sheet.names)])
        sheet = self._write(name_cell(seat), name)
        say(f"At the table: {listed(sheet.names)}.")
        raise _QuestionChanged

    def _track(self, _: str) -> None:
        show_track(self._open_sheet())

    def _list(self, _: str) -> None:
        show_list(self.sheets_folder.sheets(), self.sheet)
        for sentence in self.sheets_folder.damaged:
            say_path(f"Skipped: {sentence}.")

    def _open(self, rest: str) -> None:
        sheets = self.sheets_folder.sheets()
        if not (rest.isascii() and rest.isdecimal() and len(rest) < 10 and 1 <= int(rest) <= len(sheets)):
            raise OptionError(f"open {shown(rest)}: list numbers the sheets, from 1 to {len(sheets)}")
        self._switch_to(sheets[int(rest) - 1])

    def _new(self, _: str) -> None:
        self._switch_to(None)

    def _stats(self, _: str) -> None:
        show_statistics(self.sheets_folder.sheets())

    def _export(self, rest: str) -> None:
        if not rest:
            raise OptionError("export to which file? Such as: export evening.json")
        export(Path(rest), [self._open_sheet()])
        say_path(f"Written: {Path(rest).expanduser()}")

    def _import(self, rest: str) -> None:
        if not rest:
            raise OptionError("import which file? Such as: import evening.json")
        taken = self.sheets_folder.import_file(Path(rest))
        show_imported(taken)
        if len(taken) == 1:
            self._switch_to(taken[0].sheet)
        if self.sheet is not None:
            self.sheet = self.sheets_folder.save(self.sheet)
        raise _QuestionChanged


def new_id() -> str:
    return secrets.token_urlsafe(12)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def print_error(error: KaitenError) -> None:
    text = str(error)
    say(f"{text[:1].upper()}{text[1:]}.", style="yellow")
