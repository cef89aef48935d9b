"""`kaiten play`: a game in the terminal."""

import contextlib
import os
import secrets
import shlex
import shutil
import sys
import time
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from kaiten import record
from kaiten.cli.app import app
from kaiten.cli.compilation import Compilation
from kaiten.cli.console import say, say_path
from kaiten.cli.games import TITLES
from kaiten.cli.options import (
    FLAG,
    LEVELS_LIST,
    ControlOption,
    DummyOption,
    PassOption,
    PenaltyOption,
    complete_bots,
    new_file,
    options_for,
    split_names,
    split_people,
    whole_number,
)
from kaiten.cli.session import PERSON, InputEnded, LeaveGame, Session
from kaiten.cli.table import YOU, listed
from kaiten.kit.chance import SeededChance, Stream
from kaiten.kit.errors import OptionError, shown
from kaiten.kit.game import GameName
from kaiten.kit.seats import MOST_PLAYERS, check_players
from kaiten.players import LEVELS, USUAL, prompt_bot
from kaiten.record import FileError, Record, RecordError, Recording

BOT_NAMES = ("Hana", "Kenji", "Mio", "Taro", "Yuki", "Aiko")
LAST = Path("last")
# Options that are fixed in a resumed game.
FIXED = ("game", "players", "passing", "dummy", "dummy_pudding_penalty", "first_control", "record_file", "seed")


@app.command(
    epilog="Examples: [bold]kaiten play[/bold], [bold]kaiten play sushi-roll --players 4[/bold], "
    "[bold]kaiten play --people Ana,Ben --bots toro[/bold], [bold]kaiten play --resume last[/bold]\n\n"
    f"Levels, the weakest first:\n\n{LEVELS_LIST}"
)
def play(
    context: typer.Context,
    game: Annotated[GameName, typer.Argument(help="sushi-go or sushi-roll.")] = "sushi-go",
    players: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole_number,
            help="Players at the table, 2 to 5; bots take the free seats (default: 3).",
        ),
    ] = None,
    people: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,..", help="Names of the people, separated by commas; they take turns at the keyboard."
        ),
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B,..",
            help=f"The bots: the levels {', '.join(LEVELS)}; or random, greedy, regular. One name for all, or one for each free seat.",
            autocompletion=complete_bots,
        ),
    ] = USUAL,
    passing: PassOption = "left",
    dummy: DummyOption = False,
    dummy_pudding_penalty: PenaltyOption = False,
    first_control: ControlOption = None,
    record_file: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Save the game to FILE after every move.")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Resume the unfinished game in FILE, or the last one: --resume last."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(parser=whole_number, metavar="S", help="The same seed deals the same cards and dice again."),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", metavar=FLAG, help="Do not ask to confirm a choice.")] = False,
) -> None:
    """Play in the terminal, against bots or with friends at one keyboard.

    Plain lines, for any terminal, over ssh and with a screen reader. A choice counts once you have confirmed it. Ctrl-C or q leaves; the game is saved, and --resume continues it.
    """
    _edit_lines()
    if resume is not None:
        for name in FIXED:
            source = context.get_parameter_source(name)
            if source is not None and source.name == "COMMANDLINE":
                option = {"game": "GAME", "passing": "--pass", "record_file": "--record"}.get(name, f"--{name}")
                raise OptionError(
                    f"{option.replace('_', '-')} cannot be combined with --resume: it is fixed in that game"
                )
        session = _resume(resume, people, bots, quick=quick)
    else:
        options = options_for(game, passing, dummy, dummy_pudding_penalty, first_control)
        names, seats = _seating(players, people, bots, dummy=dummy)
        server_seed = secrets.token_bytes(32) if seed is None else seed.to_bytes(32, "big")
        file = new_file(record_file) if record_file is not None else _default_file(game)
        chance = SeededChance(server_seed, [b""] * len(names))
        recording = Recording(game, names, options, chance, {"seats": seats})
        session = _session(recording, seats, file, quick=quick, seed=server_seed)
    say(f"{TITLES[session.game.rules.NAME]}: {listed(session.names)}. Good appetite!", style="bold")
    if record_file is not None:
        session.save()
    if session.file is None:
        say_path(f"This game cannot be saved: {_games_folder()} cannot be written. Choose a file with --record FILE.")
    _run(session)


def _edit_lines() -> None:
    """Line editing at the prompt, where the system has it, without a history: other players could scroll through it."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: PLC0415

        readline.set_auto_history(False)


def _run(session: Session) -> None:
    try:
        session.play()
    except (LeaveGame, KeyboardInterrupt, InputEnded) as stop:
        say()
        if session.file is None:
            say("The game was not saved.")
        elif not session.kept:
            say("Nothing was played, so nothing is saved.")
        else:
            say_path(f"The game is saved. Continue with: {_command()} play --resume {shlex.quote(str(session.file))}")
        if isinstance(stop, InputEnded):
            raise
        sys.exit(130 if isinstance(stop, KeyboardInterrupt) else 0)


def _command() -> str:
    """The shell command that runs this program again."""
    if shutil.which("kaiten"):
        return "kaiten"
    program = Path(sys.argv[0])
    return f"{shlex.quote(sys.executable)} -m kaiten" if program.name == "__main__.py" else shlex.quote(str(program))


def _seating(players: int | None, people: str | None, bots: str, *, dummy: bool) -> tuple[list[str], list[str]]:
    """Names and, for each seat, `person` or the name of a bot."""
    persons = split_people(people) if people else [YOU]
    levels = split_names(bots, "--bots")
    if players is None:
        wanted = len(persons) + len(levels) if len(levels) > 1 or len(persons) > 1 else 3
        players = 2 if dummy else min(MOST_PLAYERS, wanted)
    check_players(players)
    free = players - len(persons)
    if free < 0:
        raise OptionError(f"{len(persons)} people do not fit a table of {players}")
    if len(levels) == 1:
        levels *= free
    if len(levels) != free:
        raise OptionError(f"--bots {shown(bots)} names {len(levels)} bots for {free} free seats")
    names = [*persons]
    for level in levels:
        taken = {name.lower() for name in names}
        called = LEVELS[level].names if level in LEVELS else BOT_NAMES
        names.append(next(name for name in (*called, *BOT_NAMES) if name.lower() not in taken))
    return names, [PERSON] * len(persons) + levels


def _session(recording: Recording, seats: Sequence[str], file: Path | None, *, quick: bool, seed: bytes) -> Session:
    game = recording.rules.NAME
    dummy = recording.rules.dummies(recording.state.options) > 0
    compilation = Compilation(game, {*seats} - {PERSON}, len(seats), dummy=dummy)
    bots = [None if seat == PERSON else compilation.wrap(prompt_bot(game, seat)) for seat in seats]
    sources = [Stream(seed, [b"bot %d" % seat]) for seat in range(len(seats))]
    session = Session(recording, bots, sources, file=file, quick=quick)
    weakref.finalize(session, compilation.stop)
    return session


def _resume(file: Path, people: str | None, bots: str, *, quick: bool) -> Session:
    if file == LAST and not file.exists():
        file = _last_unfinished()
    played = _only_game(file)
    if played.scores is not None:
        raise OptionError(f"the game in {file} is finished: kaiten replay {file} shows it")
    persons = split_people(people) if people else [played.players[0]]
    for name in persons:
        if name not in played.players:
            raise OptionError(f"{shown(name)} does not play in this game: {listed(played.players)} do")
    seats = played.more.get("seats")
    known = isinstance(seats, list) and len(seats) == len(played.players)
    if not known or people:
        level = split_names(bots, "--bots")[0]
        seats = [PERSON if name in persons else level for name in played.players]
    seed = secrets.token_bytes(32)
    recording = Recording.resume(played, SeededChance(seed))
    return _session(recording, [str(seat) for seat in seats or ()], file, quick=quick, seed=seed)


def _only_game(file: Path) -> Record:
    played, *more = record.read(file)
    if more:
        raise OptionError(f"{file} holds {1 + len(more)} games: to resume, a file has to hold one game only")
    return played


def _games_folder() -> Path:
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "kaiten" / "games"


def _last_unfinished() -> Path:
    """The file of the unfinished game that was played last."""
    folder = _games_folder()
    files = sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime) if folder.is_dir() else []
    for file in reversed(files):
        with contextlib.suppress(RecordError, FileError, OptionError):
            if _only_game(file).scores is None:
                return file
    raise OptionError(f"there is no unfinished game in {folder}")


def _default_file(game: GameName) -> Path | None:
    """The default file of a game, in the user's data folder; None if it cannot be written."""
    folder = _games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return new_file(folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{game}-{secrets.token_hex(2)}.json")
    except (OSError, OptionError):
        return None
