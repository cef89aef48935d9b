"""`kaiten replay`: a recorded game, turn by turn."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer

from kaiten import record, sushi_go, sushi_roll
from kaiten.cli import cards, dice
from kaiten.cli.app import app
from kaiten.cli.console import print_json, say, say_below
from kaiten.cli.setting import TITLES, GameName, JsonOption, counting
from kaiten.cli.table import listed, show_end, show_round
from kaiten.kit.errors import OptionError
from kaiten.record import Record, Step


@app.command(epilog="Example: [bold]kaiten replay games.jsonl --game 3 --turn 12[/bold]")
def replay(
    file: Annotated[Path, typer.Argument(help="A file of records, one game a line.", metavar="FILE")],
    game: Annotated[int, typer.Option(parser=counting, metavar="K", help="Which game of the file, from 1.")] = 1,
    turn: Annotated[
        int | None,
        typer.Option(parser=counting, metavar="T", help="One turn only, with everything on the table; from 1."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show a recorded game turn by turn, with the scores and why.

    Turns are numbered through the whole game, as in the record: in Sushi Go! all choices together are a turn, in Sushi Roll each action is one.
    """
    played = _pick(file, game)
    turns = [(number, [*steps]) for number, steps in groupby(record.replay(played), key=lambda step: step.turn)]
    if turn is not None and not 1 <= turn <= len(turns):
        raise OptionError(f"--turn {turn}: this game has {len(turns)} turns")
    chosen = [entry for entry in turns if turn in (None, entry[0])]
    if as_json:
        print_json({"game": played.game, "players": played.players, "turns": [_as_json(*entry) for entry in chosen]})
        return
    say(f"{TITLES[GameName(played.game)]}: {listed(played.players)}.", style="bold")
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
    rules, names = played.rules, played.players
    say()
    if played.game == sushi_go.NAME:
        say(f"Turn {number} (round {before.round}, turn {before.turn})", style="bold")
        everybody = cards.names_with_dummy(rules.view(before, None), names)
        if whole:
            _show_cards(before, everybody)
        for step in steps:
            say(cards.announce(names[step.seat], step.move))
        tallies = sushi_go.tally_round(after.past[-1]) if after.past else ()
    else:
        say(f"Action {number} (round {before.round}, turn {before.cycle})", style="bold")
        everybody = [*names]
        if whole:
            _show_dice(before, names)
        (step,) = steps
        views = rules.view(before, None), rules.view(after, None)
        text = dice.announce(*views, step.seat, step.move, names)
        say(text)
        tallies = sushi_roll.tally_round(after.past[-1]) if after.past else ()
    if len(after.past) > len(before.past):
        scores = rules.view(after, None).rounds
        totals = [sum(column) for column in zip(*scores, strict=True)]
        show_round(before.round, everybody, tallies, totals)
    if rules.outcome(after) is not None:
        show_end(rules.view(after, None), everybody)


def _show_cards(state: sushi_go.State, names: Sequence[str]) -> None:
    for seat, name in enumerate(names):
        held = f"hand {sushi_go.format_cards(state.hands[seat])}; " if seat < state.players else ""
        laid = sushi_go.format_cards(state.tableaus[seat]) or "nothing"
        say_below(f"{name}: {held}table {laid}; puddings {state.puddings[seat]}")


def _show_dice(state: sushi_roll.State, names: Sequence[str]) -> None:
    view = sushi_roll.view(state, None)
    for seat, name in enumerate(names):
        red = " (red)" if seat == state.red else ""
        tray = sushi_roll.format_faces(state.trays[seat]) or "nothing"
        belt = sushi_roll.format_faces(state.belts[seat]) or "empty"
        say_below(f"{name}: belt{red} {belt}; tray {tray}. {dice.tokens(view, seat)}.")


def _as_json(number: int, steps: Sequence[Step]) -> dict[str, Any]:
    before = steps[0].before
    if isinstance(before, sushi_go.State):
        return {
            "turn": number,
            "round": before.round,
            "hands": [sushi_go.format_cards(hand) for hand in before.hands],
            "tables": [sushi_go.format_cards(table) for table in before.tableaus],
            "puddings": [*before.puddings],
            "choices": {str(step.seat): sushi_go.format_move(step.move) for step in steps},
        }
    (step,) = steps
    return {
        "turn": number,
        "round": before.round,
        "belts": [sushi_roll.format_faces(belt) for belt in before.belts],
        "trays": [sushi_roll.format_faces(tray) for tray in before.trays],
        "red_belt": before.red,
        "menus": [*before.menus],
        "chopsticks": [*before.chopsticks],
        "puddings": [*before.puddings],
        "seat": step.seat,
        "action": sushi_roll.format_move(step.move),
    }
