"""`kaiten score`: the itemised score of tables given as arguments."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from kaiten.cli.app import app
from kaiten.cli.console import print_json, say, say_below
from kaiten.cli.games import SCREENS
from kaiten.cli.options import FLAG, JsonOption, PenaltyOption, options_for
from kaiten.cli.table import with_dummy
from kaiten.kit.errors import OptionError
from kaiten.kit.game import GameName
from kaiten.kit.seats import check_players
from kaiten.kit.tally import Tally, points_text


@app.command(
    epilog='Example: [bold]kaiten score sushi-go "W N3 T T M2" "S S S M3 D D" --puddings 2,1[/bold]',
)
def score(
    game: Annotated[GameName, typer.Argument(help="sushi-go or sushi-roll.")],
    tables: Annotated[
        list[str],
        typer.Argument(
            help="One table or tray a player, in quotes: cards or dice in the order they were put down.",
            metavar="TABLE",
        ),
    ],
    puddings: Annotated[
        str | None, typer.Option(metavar="N,N,..", help="End of the game: puddings of each, such as 4,3,0,0.")
    ] = None,
    menus: Annotated[
        str | None, typer.Option(metavar="N,N,..", help="Sushi Roll, end of the game: unused menus of each.")
    ] = None,
    chopsticks: Annotated[
        str | None, typer.Option(metavar="N,N,..", help="Sushi Roll, end of the game: unused chopsticks of each.")
    ] = None,
    names: Annotated[
        str | None, typer.Option(metavar="A,B,..", help="The players' names, separated by commas.")
    ] = None,
    dummy: Annotated[
        bool, typer.Option("--dummy", metavar=FLAG, help="Sushi Go! for two with the dummy: its table comes third.")
    ] = False,
    dummy_pudding_penalty: PenaltyOption = False,
    as_json: JsonOption = False,
) -> None:
    """Score a round of a real game, line by line with reasons.

    Cards: T tempura, S sashimi, D dumpling, M1 M2 M3 maki, N1 egg, N2 salmon, N3 squid, P pudding, W wasabi, C chopsticks. Dice: the same, but P1 P2 P3 puddings, U2 menus, C1 C2 chopsticks. The order decides which nigiri is on wasabi.
    """
    seats = len(tables)
    if dummy and seats != 3:
        raise OptionError("--dummy needs three tables, the dummy's last")
    check_players(seats - dummy)
    tables = [text.upper() for text in tables]
    options = options_for(game, dummy=dummy, penalty=dummy_pudding_penalty)
    people = with_dummy(_names(names, seats - dummy), dummy)
    screen = SCREENS[game]
    given = {"--puddings": puddings, "--menus": menus, "--chopsticks": chopsticks}
    for name, text in given.items():
        if text is not None and name not in screen.COUNTS:
            raise OptionError(f"{name} is for Sushi Roll")
    counts = {name: _counts(name, given[name], seats) for name in screen.COUNTS}
    tallies, end = screen.score(tables, counts, options, people)
    if as_json:
        print_json(_as_json(game, people, tallies, end))
    else:
        _show(people, tallies, end)


def _names(text: str | None, seats: int) -> list[str]:
    names = [name.strip() for name in text.split(",")] if text else [f"Player {seat + 1}" for seat in range(seats)]
    if len(names) != seats or not all(names):
        raise OptionError(f"--names {text!r}: {seats} names are needed, separated by commas")
    return names


def _counts(name: str, text: str | None, seats: int) -> list[int] | None:
    if text is None:
        return None
    words = [word.strip() for word in text.split(",")]
    if len(words) != seats or not all(word.isascii() and word.isdecimal() for word in words):
        raise OptionError(f"{name} {text!r}: {seats} numbers are needed, separated by commas")
    return [int(word) for word in words]


def _as_json(
    game: GameName, names: Sequence[str], tallies: Sequence[Tally], end: Sequence[Tally] | None
) -> dict[str, Any]:
    def lines(tally: Tally) -> list[dict[str, Any]]:
        return [
            {
                "item": line.item,
                "count": line.count,
                "points": line.points,
                "reason": line.reason,
                "lacks": line.lacks,
                "rivals": line.rivals,
                "text": line.text,
            }
            for line in tally.lines
        ]

    players = []
    for seat, name in enumerate(names):
        player: dict[str, Any] = {"name": name, "round": tallies[seat].points, "lines": lines(tallies[seat])}
        if end is not None:
            player |= {"end": end[seat].points, "end_lines": lines(end[seat])}
        players.append(player)
    return {"game": game, "players": players}


def _show(names: Sequence[str], tallies: Sequence[Tally], end: Sequence[Tally] | None) -> None:
    for seat, name in enumerate(names):
        say(f"{name}: {points_text(tallies[seat].points)} for the round", style="bold")
        for entry in tallies[seat].lines:
            say_below(entry.text)
        if end is not None:
            say(f"  and {points_text(end[seat].points)} at the end of the game")
            for entry in end[seat].lines:
                say_below(entry.text)
