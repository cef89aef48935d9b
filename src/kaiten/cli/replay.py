"""`kaiten replay`: a recorded game, turn by turn."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer

from kaiten import record
from kaiten.cli.app import app
from kaiten.cli.console import print_json, say, say_below
from kaiten.cli.games import SCREENS, TITLES
from kaiten.cli.options import JsonOption, positive_number
from kaiten.cli.table import listed, show_end, show_round, with_dummy
from kaiten.kit.errors import OptionError
from kaiten.record import Record, Step


@app.command(epilog="Example: [bold]kaiten replay games.jsonl --game 3 --turn 12[/bold]")
def replay(
    file: Annotated[Path, typer.Argument(help="A file of records, one game a line.", metavar="FILE")],
    game: Annotated[int, typer.Option(parser=positive_number, metavar="K", help="Which game of the file, from 1.")] = 1,
    turn: Annotated[
        int | None,
        typer.Option(parser=positive_number, metavar="T", help="Show one turn only, with the whole table; from 1."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show a recorded game turn by turn, with the scores and why.

    Turns are numbered through the whole game, as in the record: in Sushi Go! the choices of all players are one turn, in Sushi Roll each action is one.
    """
    played = _pick(file, game)
    turns = [(number, [*steps]) for number, steps in groupby(record.replay(played), key=lambda step: step.turn)]
    if turn is not None and not 1 <= turn <= len(turns):
        raise OptionError(f"--turn {turn}: this game has {len(turns)} turns")
    chosen = [entry for entry in turns if turn in (None, entry[0])]
    if as_json:
        shown = [_turn_to_json(played, *entry) for entry in chosen]
        print_json({"game": played.game, "players": played.players, "turns": shown})
        return
    say(f"{TITLES[played.game]}: {listed(played.players)}.", style="bold")
    for number, steps in chosen:
        _show_turn(played, number, steps, whole=turn is not None)
    if turn is None and played.scores is None:
        say("The record stops here: the game is not finished.")


def _pick(file: Path, game: int) -> Record:
    count = 0
    for played in record.read(file):
        count += 1
        if count == game:
            return played
    raise OptionError(f"--game {game}: {file} holds {count} game{'s' if count > 1 else ''}")


def _show_turn(played: Record, number: int, steps: Sequence[Step], *, whole: bool) -> None:
    before, after = steps[0].before, steps[-1].after
    rules, screen = played.rules, SCREENS[played.game]
    everybody = with_dummy(played.players, rules.dummies(played.options))
    say()
    say(screen.turn_title(number, before), style="bold")
    if whole:
        for line in screen.table_lines(before, everybody):
            say_below(line)
    for step in steps:
        say(screen.announce(step.before, step.after, step.seat, step.move, played.players))
    if len(after.past) > len(before.past):
        totals = [sum(column) for column in zip(*rules.view(after, None).rounds, strict=True)]
        show_round(before.round, everybody, rules.tally_past(after), totals)
    if rules.outcome(after) is not None:
        show_end(rules.view(after, None), everybody)


def _turn_to_json(played: Record, number: int, steps: Sequence[Step]) -> dict[str, Any]:
    before = steps[0].before
    shown = SCREENS[played.game].turn_to_json(before, {step.seat: step.move for step in steps})
    return {"turn": number, "round": before.round, **shown}
