"""Sushi Go! on a score sheet: a `kaiten.sheet.games.SheetGame`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from kaiten import sushi_go
from kaiten.kit.tally import Tally
from kaiten.kit.wasabi import WasabiRule
from kaiten.sheet.values import Excess, Tokens
from kaiten.sushi_go import (
    Card,
    Options,
    Outcome,
    Tableau,
    format_cards,
    hand_size,
    parse_cards,
    tables,
    tally_end,
    tally_round,
)
from kaiten.sushi_go.cards import WASABI_RULE
from kaiten.sushi_go.scoring import outcome, pudding_loss

TITLE = sushi_go.TITLE
PIECES = "cards"
PIECE = "card"
FLAGS: tuple[str, ...] = ("dummy", "dummy_pudding_penalty")
HAS_TOKENS = False
WASABI: WasabiRule[Any] = WASABI_RULE
parse_table = parse_cards
format_table = format_cards
score_tables = tally_round


def make_options(*, dummy: bool, dummy_pudding_penalty: bool) -> Options:
    return Options(dummy=dummy, dummy_pudding_penalty=dummy_pudding_penalty)


def table_size(options: Options, players: int) -> int:
    return hand_size(options, players)


def without_puddings(table: Tableau) -> Tableau:
    """The cards that score in the round: puddings are kept apart (SG-16)."""
    return tuple([card for card in table if card is not Card.PUDDING])


def count_puddings(table: Tableau) -> int:
    return table.count(Card.PUDDING)


def cap_puddings(count: int) -> int:
    """The count as it is: pudding cards come from the deck, not from a limited supply."""
    return count


def score_end(
    past: Sequence[Sequence[Tableau]],
    puddings: Sequence[int],
    tokens: Sequence[Tokens],  # noqa: ARG001  (the same shape as the dice game's)
    options: Options,
) -> tuple[Outcome, tuple[Tally, ...]]:
    people = len(puddings) - options.dummy
    return outcome(past, puddings, options), tally_end(puddings, loss=pudding_loss(options, people))


def find_excess(rounds: Sequence[Sequence[Tableau | None]], tokens: Sequence[Tokens | None]) -> Iterator[Excess]:  # noqa: ARG001
    """Cards beyond those of the deck, which is dealt once for all rounds (SG-3)."""
    counts = [
        Counter[Card](card for table in tables_of for card in table or ()) for tables_of in zip(*rounds, strict=True)
    ]
    for card in Card:
        held = tuple([count[card] for count in counts])
        if sum(held) > tables.DECK[card.code]:
            yield Excess("deck", None, card.code, held, tables.DECK[card.code], f"{card.label} cards", "the deck")
