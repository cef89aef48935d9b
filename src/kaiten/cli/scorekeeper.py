"""`kaiten scorekeeper`: score sheets for games with real cards or dice, in the terminal."""

import contextlib
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from kaiten.cli.app import app
from kaiten.cli.console import print_json, say, say_path
from kaiten.cli.options import FLAG, JsonOption
from kaiten.cli.scorekeeper_session import Leave, ScorekeeperSession
from kaiten.cli.sheet_files import SheetFolder, export
from kaiten.cli.sheets import list_to_json, show_imported, show_list, show_statistics, statistics_to_json
from kaiten.kit.errors import OptionError


@app.command(
    epilog="Examples: [bold]kaiten scorekeeper[/bold], [bold]kaiten scorekeeper --stats[/bold], "
    "[bold]kaiten scorekeeper --export evenings.csv[/bold]\n\n"
    "At a prompt: [bold]W N3 T T M2 P[/bold] is a table; [bold]help[/bold] lists the commands.",
)
def scorekeeper(
    new: Annotated[
        bool, typer.Option("--new", metavar=FLAG, help="Begin a new sheet, even if a game is unfinished.")
    ] = False,
    show_all: Annotated[bool, typer.Option("--list", metavar=FLAG, help="List all sheets.")] = False,
    stats: Annotated[
        bool, typer.Option("--stats", metavar=FLAG, help="Statistics of each player: games, wins, favourite dish.")
    ] = False,
    export_file: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE", help="Write all sheets to FILE.json (with history) or FILE.csv."),
    ] = None,
    import_file: Annotated[
        Path | None,
        typer.Option("--import", metavar="FILE", help="Add the sheets of a JSON or CSV file; known ones are merged."),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            envvar="KAITEN_SHEETS",
            help="Folder of the sheets (default: in your data folder).",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Keep the score of a real game: type each table, round by round.

    Continues the unfinished game, if there is one, or begins a new one. Every entry is saved at once; impossible tables are reported; every entry can be corrected, undone and looked up. Ctrl-C, quit or the end of the input exit without losing anything.
    """
    asked = [
        name
        for name, given in (
            ("--list", show_all),
            ("--stats", stats),
            ("--export", export_file),
            ("--import", import_file),
            ("--new", new),
        )
        if given
    ]
    if len(asked) > 1:
        raise OptionError(f"{asked[0]} cannot be combined with {asked[1]}")
    if as_json and not (show_all or stats):
        raise OptionError("--json needs --list or --stats")
    sheets_folder = SheetFolder(folder or _default_folder())
    if show_all or stats:
        _report(sheets_folder, stats=stats, as_json=as_json)
    elif export_file is not None:
        sheets = sheets_folder.sheets()
        if not sheets:
            raise OptionError(f"there are no sheets in {sheets_folder.folder}")
        export(export_file, sheets)
        say_path(f"Written: {len(sheets)} {'sheet' if len(sheets) == 1 else 'sheets'} to {export_file}")
    elif import_file is not None:
        sheets_folder.open()
        show_imported(sheets_folder.import_file(import_file))
    else:
        sheets_folder.open()
        _keep(sheets_folder, new=new)


def _default_folder() -> Path:
    from platformdirs import user_data_path  # noqa: PLC0415  (no other command needs it)

    return user_data_path("kaiten") / "sheets"


def _report(sheets_folder: SheetFolder, *, stats: bool, as_json: bool) -> None:
    sheets = sheets_folder.sheets()
    if as_json:
        print_json(statistics_to_json(sheets) if stats else list_to_json(sheets))
        return
    if stats:
        show_statistics(sheets)
    else:
        show_list(sheets)
    _warn(sheets_folder)


def _warn(sheets_folder: SheetFolder) -> None:
    for sentence in sheets_folder.damaged:
        say_path(f"Skipped: {sentence}.")


def _keep(sheets_folder: SheetFolder, *, new: bool) -> None:
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401, PLC0415  (line editing and history at the prompt)
    unfinished = sheets_folder.unfinished()
    _warn(sheets_folder)
    if unfinished is None and (kept := sheets_folder.sheets()):
        say(f"No game is unfinished. {len(kept)} {'is' if len(kept) == 1 else 'are'} finished: list shows them.")
    keeper = ScorekeeperSession(sheets_folder, None if new else unfinished)
    try:
        keeper.run()
    except (Leave, KeyboardInterrupt) as stop:
        say()
        if keeper.sheet is not None or unfinished is not None:
            chosen = (
                f" --folder {shlex.quote(str(sheets_folder.folder))}"
                if sheets_folder.folder != _default_folder()
                else ""
            )
            say_path(f"Everything you entered is saved. Continue with: kaiten scorekeeper{chosen}")
        sys.exit(130 if isinstance(stop, KeyboardInterrupt) else 0)
