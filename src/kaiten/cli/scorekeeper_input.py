"""Parsing of what people type to the scorekeeper: names, cells, tables and tokens."""

import re

from kaiten.cli.table import listed
from kaiten.kit.errors import OptionError, shown
from kaiten.sheet import (
    Cell,
    Header,
    Sheet,
    SheetError,
    entries,
    format_tokens,
    nigiri_on_wasabi,
    order_matters,
    parse_tokens,
    table_cell,
    tidy_table,
    tokens_cell,
)
from kaiten.sushi_go import parse_card

_SEVERAL = re.compile(r"([1-9][0-9]?)X?([A-Z][0-9]?)")


def check_names(names: list[str]) -> None:
    """Refuse names that a sheet cannot have, or that differ only in capitals."""
    Header("names-to-be-checked", "sushi-roll", tuple(names), 0)
    if len({name.casefold() for name in names}) < len(names):
        raise OptionError(f"two players have the same name: {shown(', '.join(names))}")


def find_player(sheet: Sheet, text: str, names: tuple[str, ...]) -> tuple[int, str]:
    """The seat that a text begins with, by name or by number from 1, and the rest of the text."""
    wanted = text.casefold()
    for seat, name in sorted(enumerate(names), key=lambda place: -len(place[1])):
        if wanted == name.casefold() or wanted.startswith(f"{name.casefold()} "):
            return seat, text[len(name) :].strip()
    word, _, rest = text.partition(" ")
    if word.isascii() and word.isdecimal() and len(word) < 3 and 1 <= int(word) <= len(names):
        return int(word) - 1, rest.strip()
    starting = [seat for seat, name in enumerate(names) if word and name.casefold().startswith(word.casefold())]
    if len(starting) == 1:
        return starting[0], rest.strip()
    raise OptionError(f"{shown(text)} is not a player: {listed(sheet.seat_names)} play")


def find_cell(sheet: Sheet, text: str, command: str) -> Cell:
    """The cell named by a text such as `1 Ana` or `tokens Ana`."""
    part, _, who = text.partition(" ")
    parts = {cell.part for cell in entries(sheet.header)}
    if part.lower() not in parts or not who.strip():
        raise OptionError(f"{command} what? A round and a player, such as: {command} 1 {sheet.names[0]}")
    # "dummy" is short for "The dummy".
    who = f"The {who.strip()}" if sheet.header.dummy and who.strip().lower() == "dummy" else who.strip()
    seat, rest = find_player(sheet, who, sheet.seat_names)
    if rest:
        raise OptionError(f"{command} {shown(text)}: write a round and a player, such as: {command} 1 {sheet.names[0]}")
    return tokens_cell(seat) if part.lower() == "tokens" else table_cell(int(part), seat)


def read_entry(sheet: Sheet, cell: Cell, text: str) -> str | None:
    """A typed entry in the notation of sheets: `3t, n3` is `T T T N3`."""
    if text.lower() == "clear":
        return None
    words = text.upper().replace(",", " ").split()
    if cell.kind == "tokens":
        return _read_tokens(words)
    if words in (["NONE"], ["-"]):
        return ""
    codes: list[str] = []
    for word in words:
        several = _SEVERAL.fullmatch(word)
        codes += [several[2]] * int(several[1]) if several else [word]
    try:
        return tidy_table(sheet.header, " ".join(codes))
    except SheetError as error:
        raise SheetError(f"{error} (help lists the commands)") from None


def _read_tokens(words: list[str]) -> str:
    """Tokens such as `U2 C1` or `P4 U2 C1`, in any order; missing ones are 0, but missing puddings follow from the dice."""
    held = {word[:1]: word for word in words}
    if len(held) == len(words) and {*held} <= {"P", "U", "C"}:
        words = [*([held["P"]] if "P" in held else []), held.get("U", "U0"), held.get("C", "C0")]
    elif words in (["NONE"], ["-"]):
        words = ["U0", "C0"]
    return format_tokens(parse_tokens(" ".join(words)))


def echo(header: Header, value: str) -> str:
    """How an entry was read: its size and, where the order matters, the nigiri on wasabi."""
    text = f"{value or 'Nothing'}: {len(value.split())} of {header.size} {header.rules.PIECES}."
    if order_matters(value):
        on = nigiri_on_wasabi(header, value)
        labels = [parse_card(code).label for code in on]
        text += f" On wasabi: {listed(labels)}." if on else " Nothing lies on wasabi: the nigiri came before it."
    return text
