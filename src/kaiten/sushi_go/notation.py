"""Notation: cards, tables, moves and options as text, both ways."""

from collections.abc import Iterable, Mapping
from typing import Any

from kaiten.kit.errors import NotationError, OptionError, shown
from kaiten.sushi_go.cards import BY_CODE, CODES, Card
from kaiten.sushi_go.moves import Move
from kaiten.sushi_go.state import Options


def parse_card(text: str) -> Card:
    """A card from its code.

    >>> parse_card("N3")
    <Card.SQUID: 8>
    >>> parse_card("X")
    Traceback (most recent call last):
    kaiten.kit.errors.NotationError: 'X' is not a card: write one of T S D M1 M2 M3 N1 N2 N3 P W C
    """
    try:
        return BY_CODE[text]
    except KeyError:
        raise NotationError(f"{shown(text)} is not a card: write one of {' '.join(CODES)}") from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards with spaces between them, in order.

    >>> format_cards(parse_cards("W N3 T"))
    'W N3 T'
    """
    return tuple([parse_card(word) for word in text.split()])


def format_cards(cards: Iterable[Card]) -> str:
    return " ".join([CODES[card] for card in cards])


def parse_move(text: str) -> Move:
    """A choice: `T`, two with chopsticks `W+N3`, in control of the dummy `T/P` or `W+N3/P`.

    >>> parse_move("W+N3/P")
    Move(cards=(<Card.WASABI: 10>, <Card.SQUID: 8>), dummy=<Card.PUDDING: 9>)
    """
    own, slash, dummy = text.partition("/")
    codes = own.split("+")
    if len(codes) > 2 or "" in codes or (slash and not dummy):
        raise NotationError(f"{shown(text)} is not a choice: write it like T, W+N3, T/P or W+N3/P")
    return Move(tuple([parse_card(code) for code in codes]), parse_card(dummy) if slash else None)


def format_move(move: Move) -> str:
    own = "+".join([CODES[card] for card in move.cards])
    return own if move.dummy is None else f"{own}/{CODES[move.dummy]}"


def options_to_json(options: Options) -> dict[str, Any]:
    """All four options, as a record holds them; `first_control` is null only before the lot is drawn."""
    return {
        "pass": options.passing,
        "dummy": options.dummy,
        "dummy_pudding_penalty": options.dummy_pudding_penalty,
        "first_control": options.first_control,
    }


def options_from_json(data: Mapping[str, Any]) -> Options:
    """Options from the JSON object of a record, checked.

    >>> options_from_json({"pass": "both", "dummy": False, "dummy_pudding_penalty": False, "first_control": 0})
    Options(passing='both', dummy=False, dummy_pudding_penalty=False, first_control=0)
    """
    expected = options_to_json(Options())
    for name, value in expected.items():
        if name not in data:
            raise OptionError(f"option {name!r} is missing: Sushi Go! has {', '.join(expected)}")
        if type(data[name]) is not type(value):
            kind = {"str": "a text", "bool": "true or false", "int": "a seat number"}[type(value).__name__]
            raise OptionError(f"option {name!r} is {shown(data[name])}: it should be {kind}")
    for name in data:
        if name not in expected:
            raise OptionError(f"option {shown(name)} is not known: Sushi Go! has {', '.join(expected)}")
    return Options(data["pass"], data["dummy"], data["dummy_pudding_penalty"], data["first_control"])
