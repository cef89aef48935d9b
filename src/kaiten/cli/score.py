"""`kaiten score`: tables in, an itemised score out."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from kaiten import sushi_go, sushi_roll
from kaiten.cli.app import app
from kaiten.cli.console import print_json, say, say_below
from kaiten.cli.setting import FLAG, GameName, JsonOption, PenaltyOption, options_for
from kaiten.cli.table import DUMMY, with_puddings
from kaiten.kit.errors import OptionError
from kaiten.kit.seats import check_players
from kaiten.kit.tally import Tally, points_text
from kaiten.sushi_go.scoring import pudding_loss


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
        str | None, typer.Option(metavar="N,N,..", help="For the end of the game: puddings of each, such as 4,3,0,0.")
    ] = None,
    menus: Annotated[
        str | None, typer.Option(metavar="N,N,..", help="Sushi Roll, end of the game: unused menus of each.")
    ] = None,
    chopsticks: Annotated[
        str | None, typer.Option(metavar="N,N,..", help="Sushi Roll, end of the game: unused chopsticks of each.")
    ] = None,
    names: Annotated[
        str | None, typer.Option(metavar="A,B,..", help="The players' names, with commas between them.")
    ] = None,
    dummy: Annotated[
        bool, typer.Option("--dummy", metavar=FLAG, help="Sushi Go! for two with the dummy: its table comes third.")
    ] = False,
    dummy_pudding_penalty: PenaltyOption = False,
    as_json: JsonOption = False,
) -> None:
    """Score a round of a real game: line by line, what counted and why not more.

    Cards: T tempura, S sashimi, D dumpling, M1 M2 M3 maki, N1 egg, N2 salmon, N3 squid, P pudding, W wasabi, C chopsticks. Dice: the same, but P1 P2 P3 puddings, U2 menus, C1 C2 chopsticks. The order decides which nigiri is on wasabi.
    """
    seats = len(tables)
    if dummy and seats != 3:
        raise OptionError("--dummy needs three tables, the dummy's last")
    check_players(seats - dummy)
    tables = [text.upper() for text in tables]
    options = options_for(game, dummy=dummy, penalty=dummy_pudding_penalty)
    people = _names(names, seats - dummy) + [DUMMY] * dummy
    if game is GameName.SUSHI_GO:
        for name, given in (("--menus", menus), ("--chopsticks", chopsticks)):
            if given is not None:
                raise OptionError(f"{name} is for Sushi Roll")
        tallies, end = _score_cards(tables, options, _counts("--puddings", puddings, seats), people)
    else:
        counts = [
            _counts(name, text, seats)
            for name, text in (("--puddings", puddings), ("--menus", menus), ("--chopsticks", chopsticks))
        ]
        tallies, end = _score_dice(tables, counts, people)
    if as_json:
        print_json(_as_json(game, people, tallies, end))
    else:
        _show(people, tallies, end)


def _names(text: str | None, seats: int) -> list[str]:
    names = [name.strip() for name in text.split(",")] if text else [f"Player {seat + 1}" for seat in range(seats)]
    if len(names) != seats or not all(names):
        raise OptionError(f"--names {text!r}: {seats} names are needed, with commas between them")
    return names


def _counts(name: str, text: str | None, seats: int) -> list[int] | None:
    if text is None:
        return None
    words = [word.strip() for word in text.split(",")]
    if len(words) != seats or not all(word.isascii() and word.isdecimal() for word in words):
        raise OptionError(f"{name} {text!r}: {seats} numbers are needed, with commas between them")
    return [int(word) for word in words]


def _score_cards(
    texts: Sequence[str], options: sushi_go.Options, puddings: list[int] | None, names: Sequence[str]
) -> tuple[tuple[Tally, ...], tuple[Tally, ...] | None]:
    tables = [sushi_go.parse_cards(text) for text in texts]
    people = len(tables) - options.dummy
    size = sushi_go.hand_size(options, people)
    for name, table in zip(names, tables, strict=True):
        if len(table) > size:
            raise OptionError(f"{name} has {len(table)} cards: a round deals {size}")
    for card, count in Counter(card for table in tables for card in table).items():
        if count > sushi_go.tables.DECK[card.code]:
            raise OptionError(f"there are {count} {card.label} cards: the deck has {sushi_go.tables.DECK[card.code]}")
    laid = [tuple(card for card in table if card is not sushi_go.Card.PUDDING) for table in tables]
    tallies = sushi_go.tally_round(laid)
    if puddings is None:
        counts = [table.count(sushi_go.Card.PUDDING) for table in tables]
        return tuple([with_puddings(*pair) for pair in zip(tallies, counts, strict=True)]), None
    for name, count, table in zip(names, puddings, tables, strict=True):
        if count < table.count(sushi_go.Card.PUDDING):
            raise OptionError(f"{name} has {table.count(sushi_go.Card.PUDDING)} puddings on the table, not {count}")
    if sum(puddings) > sushi_go.tables.DECK["P"]:
        raise OptionError(f"there are {sum(puddings)} puddings: the deck has {sushi_go.tables.DECK['P']}")
    return tallies, sushi_go.tally_end(puddings, loss=pudding_loss(options, people))


def _score_dice(
    texts: Sequence[str], counts: Sequence[list[int] | None], names: Sequence[str]
) -> tuple[tuple[Tally, ...], tuple[Tally, ...] | None]:
    trays = [sushi_roll.parse_faces(text) for text in texts]
    each = sushi_roll.tables.DICE_EACH[len(trays)]
    for name, tray in zip(names, trays, strict=True):
        if len(tray) > each:
            raise OptionError(f"{name} has {len(tray)} dice: a round gives {each}")
    for die, number in Counter(face.kind for tray in trays for face in tray).items():
        if number > sushi_roll.BAG.count(die):
            raise OptionError(f"there are {number} {die} dice: the bag has {sushi_roll.BAG.count(die)}")
    tallies = sushi_roll.tally_round(trays)
    if not any(count is not None for count in counts):
        return tallies, None
    kinds = ("puddings", "menus", "chopsticks")
    totals = (sushi_roll.tables.PUDDING_TOKENS, sushi_roll.tables.MENU_TOKENS, sushi_roll.tables.CHOPSTICKS_TOKENS)
    held = []
    for kind, total, count in zip(kinds, totals, counts, strict=True):
        if count is None:
            raise OptionError(f"--{kind} is missing: the end of the game needs puddings, menus and chopsticks")
        if sum(count) > total:
            raise OptionError(f"there are {sum(count)} {kind}: the supply has {total}")
        held.append(count)
    return tallies, sushi_roll.tally_end(*held)


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
    return {"game": str(game), "players": players}


def _show(names: Sequence[str], tallies: Sequence[Tally], end: Sequence[Tally] | None) -> None:
    for seat, name in enumerate(names):
        say(f"{name}: {points_text(tallies[seat].points)} for the round", style="bold")
        for entry in tallies[seat].lines:
            say_below(entry.text)
        if end is not None:
            say(f"  and {points_text(end[seat].points)} at the end of the game")
            for entry in end[seat].lines:
                say_below(entry.text)
