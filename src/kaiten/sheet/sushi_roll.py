"""Sushi Roll on a score sheet: a `kaiten.sheet.games.SheetGame`."""

from collections.abc import Iterator, Sequence
from typing import Any

from kaiten import sushi_roll
from kaiten.kit.tally import Tally
from kaiten.kit.wasabi import WasabiRule
from kaiten.sheet.values import Excess, Tokens
from kaiten.sushi_roll import (
    BAG,
    Kind,
    Options,
    Outcome,
    Tray,
    format_faces,
    parse_faces,
    tables,
    tally_end,
    tally_round,
)
from kaiten.sushi_roll.dice import PUDDING_ICONS, WASABI_RULE
from kaiten.sushi_roll.scoring import outcome

TITLE = sushi_roll.TITLE
PIECES = "dice"
PIECE = "die"
FLAGS: tuple[str, ...] = ()
HAS_TOKENS = True
WASABI: WasabiRule[Any] = WASABI_RULE
parse_table = parse_faces
format_table = format_faces
score_tables = tally_round


def make_options(*, dummy: bool, dummy_pudding_penalty: bool) -> Options:  # noqa: ARG001  (the header refuses them)
    return Options()


def table_size(options: Options, players: int) -> int:  # noqa: ARG001  (the same shape as the card game's)
    return tables.DICE_EACH[players]


def without_puddings(tray: Tray) -> Tray:
    """All dice: pudding dice lie on the tray with the others, and score nothing there."""
    return tray


def count_puddings(tray: Tray) -> int:
    """Icons on pudding dice."""
    return sum([PUDDING_ICONS[face] for face in tray])


def cap_puddings(count: int) -> int:
    """The pudding tokens that the dice gave, limited to the supply (SR-2)."""
    return min(count, tables.PUDDING_TOKENS)


def score_end(
    past: Sequence[Sequence[Tray]],
    puddings: Sequence[int],
    tokens: Sequence[Tokens],
    options: Options,  # noqa: ARG001  (the same shape as the card game's)
) -> tuple[Outcome, tuple[Tally, ...]]:
    menus, chopsticks = [held.menus for held in tokens], [held.chopsticks for held in tokens]
    return outcome(past, puddings, menus, chopsticks), tally_end(puddings, menus, chopsticks)


def find_excess(rounds: Sequence[Sequence[Tray | None]], tokens: Sequence[Tokens | None]) -> Iterator[Excess]:
    """Dice beyond those of the bag in a round (SR-1), and tokens beyond those of the supply (SR-2)."""
    for number, trays in enumerate(rounds, 1):
        for kind in Kind:
            held = tuple([len([face for face in tray or () if face.kind is kind]) for tray in trays])
            if sum(held) > BAG.count(kind):
                noun = f"{kind} dice in round {number}"
                yield Excess("bag", number, str(kind), held, BAG.count(kind), noun, "the bag")
    kinds = (
        ("pudding", [entry.puddings or 0 if entry else 0 for entry in tokens], tables.PUDDING_TOKENS),
        ("menu", [entry.menus if entry else 0 for entry in tokens], tables.MENU_TOKENS),
        ("chopsticks", [entry.chopsticks if entry else 0 for entry in tokens], tables.CHOPSTICKS_TOKENS),
    )
    for item, counts, most in kinds:
        if sum(counts) > most:
            yield Excess("supply", None, item, tuple(counts), most, f"{item} tokens", "the supply")
