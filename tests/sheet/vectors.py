"""Random rounds and ends with their scores, for scorers in other languages: `python -m tests.sheet.vectors COUNT SEED`.

Few kinds of dish and small numbers, so that ties and tie-breaks are common.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from kaiten import sushi_go, sushi_roll
from kaiten.kit.ranking import winners
from kaiten.kit.tally import Tally
from kaiten.sheet import possible_on_wasabi
from kaiten.sushi_go.scoring import pudding_loss

Case = dict[str, Any]


def vectors(count: int, seed: int) -> Iterator[Case]:
    """Cases of both games, rounds and game ends alternating: the same seed gives the same cases."""
    draw = Random(seed)  # noqa: S311  (test data only)
    makers = (_card_round, _dice_round, _card_end, _dice_end)
    for number in range(count):
        yield makers[number % len(makers)](draw)


def _codes(draw: Random, codes: Sequence[str], size: int) -> list[str]:
    return draw.choices(codes, k=draw.choice((size, draw.randint(0, size))))


def _some(draw: Random, codes: Sequence[str]) -> list[str]:
    """A random table, often with wasabi and nigiri."""
    some = draw.sample(codes, draw.randint(1, len(codes)))
    return [*some, "W", "W", "N1", "N2", "N3"] if draw.random() < 0.4 else some


def _lines(tallies: Sequence[Tally]) -> list[list[Case]]:
    names = ("item", "count", "points", "reason", "lacks", "rivals")
    return [[{name: getattr(line, name) for name in names} for line in tally.lines] for tally in tallies]


def _round(game: str, tables: list[list[str]], tallies: Sequence[Tally]) -> Case:
    return {
        "kind": "round",
        "game": game,
        "tables": tables,
        "lines": _lines(tallies),
        "points": [tally.points for tally in tallies],
        "dips": [possible_on_wasabi(table) for table in tables],
    }


def _card_setup(draw: Random) -> tuple[sushi_go.Options, int]:
    """Options that affect scores, and the number of people."""
    kind = draw.randrange(6)
    if kind < 4:
        return sushi_go.Options(), kind + 2
    return sushi_go.Options(dummy=True, dummy_pudding_penalty=kind == 5), 2


def _card_round(draw: Random) -> Case:
    options, people = _card_setup(draw)
    codes, size = _some(draw, tuple(sushi_go.tables.DECK)), sushi_go.hand_size(options, people)
    tables = [_codes(draw, codes, size) for _ in range(people + options.dummy)]
    laid = [tuple([sushi_go.parse_card(code) for code in table if code != "P"]) for table in tables]
    return _round(sushi_go.NAME, tables, sushi_go.tally_round(laid))


def _dice_round(draw: Random) -> Case:
    people = draw.randint(2, 5)
    codes, size = _some(draw, sushi_roll.dice.CODES), sushi_roll.tables.DICE_EACH[people]
    tables = [_codes(draw, codes, size) for _ in range(people)]
    trays = [tuple([sushi_roll.parse_face(code) for code in table]) for table in tables]
    return _round(sushi_roll.NAME, tables, sushi_roll.tally_round(trays))


def _counts(draw: Random, seats: int, most: int) -> list[int]:
    limit = draw.randint(0, most)
    return [draw.randint(0, limit) for _ in range(seats)]


def _end(rounds: list[list[int]], puddings: list[int], tallies: Sequence[Tally], people: int) -> Case:
    totals = [sum(column) + tally.points for *column, tally in zip(*rounds, tallies, strict=True)]
    return {
        "lines": _lines(tallies),
        "totals": totals,
        "winners": [*winners(totals, puddings, range(people))],
    }


def _card_end(draw: Random) -> Case:
    options, people = _card_setup(draw)
    seats = people + options.dummy
    rounds = [_counts(draw, seats, 9) for _ in range(sushi_go.tables.ROUNDS)]
    puddings = _counts(draw, seats, 4)
    tallies = sushi_go.tally_end(puddings, loss=pudding_loss(options, people))
    return {
        "kind": "end",
        "game": sushi_go.NAME,
        "dummy": options.dummy,
        "penalty": options.dummy_pudding_penalty,
        "players": people,
        "rounds": rounds,
        "puddings": puddings,
        **_end(rounds, puddings, tallies, people),
    }


def _dice_end(draw: Random) -> Case:
    people = draw.randint(2, 5)
    rounds = [_counts(draw, people, 9) for _ in range(sushi_roll.tables.ROUNDS)]
    puddings, menus, chopsticks = (_counts(draw, people, 4) for _ in range(3))
    return {
        "kind": "end",
        "game": sushi_roll.NAME,
        "players": people,
        "rounds": rounds,
        "puddings": puddings,
        "menus": menus,
        "chopsticks": chopsticks,
        **_end(rounds, puddings, sushi_roll.tally_end(puddings, menus, chopsticks), people),
    }


def main() -> None:
    count, seed = (int(argument) for argument in sys.argv[1:])
    for case in vectors(count, seed):
        sys.stdout.write(json.dumps(case, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
