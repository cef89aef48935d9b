"""Notation: dice, trays and moves as text, both ways."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from kaiten.kit.errors import NotationError, OptionError, shown
from kaiten.sushi_roll.dice import BY_CODE, CODES, Face
from kaiten.sushi_roll.moves import Menu, Move, Swap, Take
from kaiten.sushi_roll.state import Options

_NUMBER = "(0|[1-9][0-9]?)"
_MENU = re.compile(f"menu ({_NUMBER}(,{_NUMBER})*)")
_SWAP = re.compile(f"swap {_NUMBER} with {_NUMBER}:{_NUMBER}")
_TAKE = re.compile(f"take {_NUMBER}")


def parse_face(text: str) -> Face:
    """A face from its code.

    >>> parse_face("U2")
    <Face.MENU_2: 13>
    >>> parse_face("P")
    Traceback (most recent call last):
    kaiten.kit.errors.NotationError: 'P' is not a face: write one of T S D M1 M2 M3 N1 N2 N3 W P1 P2 P3 U2 C1 C2
    """
    try:
        return BY_CODE[text]
    except KeyError:
        raise NotationError(f"{shown(text)} is not a face: write one of {' '.join(CODES)}") from None


def parse_faces(text: str) -> tuple[Face, ...]:
    """Dice with spaces between them, in order.

    >>> format_faces(parse_faces("W N3 T"))
    'W N3 T'
    """
    return tuple([parse_face(word) for word in text.split()])


def format_faces(faces: Iterable[Face]) -> str:
    return " ".join([CODES[face] for face in faces])


def parse_move(text: str) -> Move:
    """A move from its notation.

    >>> parse_move("menu 0,3"), parse_move("swap 2 with 1:4"), parse_move("take 0")
    (Menu(dice=(0, 3)), Swap(mine=2, seat=1, theirs=4), Take(die=0))
    """
    if match := _TAKE.fullmatch(text):
        return Take(int(match[1]))
    if match := _SWAP.fullmatch(text):
        return Swap(int(match[1]), int(match[2]), int(match[3]))
    if match := _MENU.fullmatch(text):
        return Menu(tuple([int(number) for number in match[1].split(",")]))
    raise NotationError(f"{shown(text)} is not a move: write it like 'menu 0,3', 'swap 2 with 1:4' or 'take 0'")


def format_move(move: Move) -> str:
    if isinstance(move, Take):
        return f"take {move.die}"
    if isinstance(move, Swap):
        return f"swap {move.mine} with {move.seat}:{move.theirs}"
    return f"menu {','.join(map(str, move.dice))}"


def options_to_json(options: Options) -> dict[str, Any]:  # noqa: ARG001  (the same shape as the card game's)
    """Sushi Roll has no options."""
    return {}


def options_from_json(data: Mapping[str, Any]) -> Options:
    for name in data:
        raise OptionError(f"option {shown(name)} is not known: Sushi Roll has no options")
    return Options()
