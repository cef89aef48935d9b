"""`kaiten play`: a game in the terminal."""

import os
import secrets
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from kaiten import record
from kaiten.cli.app import app
from kaiten.cli.console import say, say_path
from kaiten.cli.session import PERSON, InputEnded, LeaveGame, Session
from kaiten.cli.setting import (
    FLAG,
    TITLES,
    ControlOption,
    DummyOption,
    GameName,
    Passing,
    PassOption,
    PenaltyOption,
    complete_bots,
    new_file,
    options_for,
    split_names,
    whole,
)
from kaiten.cli.table import YOU, listed
from kaiten.kit.chance import SeededChance, Stream
from kaiten.kit.errors import OptionError
from kaiten.players import bot_named
from kaiten.record import Recording

BOT_NAMES = ("Hana", "Kenji", "Mio", "Taro", "Yuki")


@app.command(
    epilog="Examples: [bold]kaiten play[/bold], [bold]kaiten play sushi-roll --players 4[/bold], "
    "[bold]kaiten play --people Ana,Ben --bots greedy[/bold], [bold]kaiten play --resume game.json[/bold]"
)
def play(
    game: Annotated[GameName, typer.Argument(help="sushi-go or sushi-roll.")] = GameName.SUSHI_GO,
    players: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole,
            help="How many sit at the table, 2 to 5; bots take the free chairs (3 if not said).",
        ),
    ] = None,
    people: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,..", help="Names of the people, with commas between them; they pass the keyboard round."
        ),
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B,..",
            help="Which bots: random, greedy or regular. One name is for all; else one for each free chair.",
            autocompletion=complete_bots,
        ),
    ] = "regular",
    passing: PassOption = Passing.LEFT,
    dummy: DummyOption = False,
    dummy_pudding_penalty: PenaltyOption = False,
    first_control: ControlOption = None,
    record_file: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Keep the game in FILE, move by move.")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Take up the unfinished game in FILE, which goes on being kept there."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(parser=whole, metavar="S", help="The same seed deals the same cards and dice again.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", metavar=FLAG, help="A choice counts at once, without asking again.")
    ] = False,
) -> None:
    """Play in the terminal, against bots or with friends at one keyboard.

    Plain lines, for any terminal, over ssh and with a screen reader. What you choose counts once you have confirmed it.
    Ctrl-C or q leaves; the game is kept, and --resume takes it up again.
    """
    if resume is not None:
        session = _resume(resume, people, bots, quick=quick)
    else:
        options = options_for(game, passing, dummy, dummy_pudding_penalty, first_control)
        names, seats = _seating(players, people, bots, dummy=dummy)
        file = new_file(record_file) if record_file is not None else _default_file(game)
        server_seed = secrets.token_bytes(32) if seed is None else seed.to_bytes(32, "big")
        chance = SeededChance(server_seed, [b""] * len(names))
        recording = Recording(game, names, options, chance, {"seats": seats})
        session = _session(recording, seats, file, quick=quick, seed=server_seed)
    say(f"{TITLES[GameName(session.game.rules.NAME)]}: {listed(session.names)}. Good appetite!", style="bold")
    if record_file is not None:
        session.save()
    _run(session)


def _run(session: Session) -> None:
    try:
        session.play()
    except (LeaveGame, KeyboardInterrupt, InputEnded) as stop:
        say()
        if session.file is None or not session.file.exists():
            say("Nothing was played, so nothing is kept." if session.file else "The game could not be kept.")
        else:
            say_path(f"The game is kept. Go on with: kaiten play --resume {session.file}")
        if isinstance(stop, InputEnded):
            raise
        sys.exit(130 if isinstance(stop, KeyboardInterrupt) else 0)


def _seating(players: int | None, people: str | None, bots: str, *, dummy: bool) -> tuple[list[str], list[str]]:
    """Names and, for each seat, `person` or the name of a bot."""
    persons = split_names(people, "--people") if people else [YOU]
    if len({name.lower() for name in persons}) < len(persons):
        raise OptionError(f"--people {people!r}: two people have the same name")
    levels = split_names(bots, "--bots")
    if players is None:
        wanted = len(persons) + len(levels) if len(levels) > 1 or len(persons) > 1 else 3
        players = 2 if dummy else max(2, min(5, wanted))
    free = players - len(persons)
    if free < 0:
        raise OptionError(f"{len(persons)} people do not fit a table of {players}")
    if len(levels) == 1:
        levels *= free
    if len(levels) != free:
        raise OptionError(f"--bots {bots!r} names {len(levels)} bots, and {free} chairs are free")
    bot_names = [name for name in BOT_NAMES if name.lower() not in {person.lower() for person in persons}]
    return [*persons, *bot_names[:free]], [PERSON] * len(persons) + levels


def _session(recording: Recording, seats: Sequence[str], file: Path | None, *, quick: bool, seed: bytes) -> Session:
    game = recording.rules.NAME
    bots = [None if seat == PERSON else bot_named(game, seat) for seat in seats]
    sources = [Stream(seed, [b"bot %d" % seat]) for seat in range(len(seats))]
    return Session(recording, bots, sources, file=file, quick=quick)


def _resume(file: Path, people: str | None, bots: str, *, quick: bool) -> Session:
    played, *more = record.read(file)
    if more:
        raise OptionError(f"{file} holds {1 + len(more)} games: a game to resume is alone in its file")
    if played.scores is not None:
        raise OptionError(f"the game in {file} is finished: kaiten replay {file} shows it")
    persons = split_names(people, "--people") if people else [played.players[0]]
    for name in persons:
        if name not in played.players:
            raise OptionError(f"{name!r} does not sit at this table: {listed(played.players)} do")
    seats = played.more.get("seats")
    known = isinstance(seats, list) and len(seats) == len(played.players)
    if not known or people:
        level = split_names(bots, "--bots")[0]
        seats = [PERSON if name in persons else level for name in played.players]
    seed = secrets.token_bytes(32)
    recording = Recording.resume(played, SeededChance(seed))
    return _session(recording, [str(seat) for seat in seats or ()], file, quick=quick, seed=seed)


def _default_file(game: GameName) -> Path | None:
    """Where a game is kept if nothing else is said: a file of its own; None where that cannot be."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(home) / "kaiten" / "games"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    if not os.access(folder, os.W_OK):
        return None
    return folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{game}-{secrets.token_hex(2)}.json"
