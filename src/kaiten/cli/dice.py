"""Sushi Roll at the terminal: what a player sees, and how they say what they want."""

import re
from collections.abc import Sequence

from kaiten.cli.console import out, say, say_below
from kaiten.cli.table import choice_row, choice_table, listed, show_standing, verb
from kaiten.kit.errors import NotationError, shown
from kaiten.kit.seats import put
from kaiten.sushi_roll import Belt, Face, Menu, Move, Swap, Take, View, parse_move, tally_end, tally_round
from kaiten.sushi_roll.dice import CHOPSTICKS_ICONS, MENU_ICONS, PUDDING_ICONS

HELP = """\
Take a die by its number, its code or its name: 3, N3, squid.
Re-roll with a menu, naming the dice: menu 0,3 or menu all.
Swap with chopsticks, your die with somebody else's: swap 2 with Ben:4, or by seat: swap 2 with 1:4.
Dice are numbered from 0. Also: r the rules, q leave (the game is kept), ? this help."""

LONGEST_ACTION = 60
_SWAP = re.compile(r"swap\s+(\d+)\s+(?:with\s+)?(.+?)\s*[:\s]\s*(\d+)", re.IGNORECASE)


def show(view: View, names: Sequence[str]) -> None:
    """Everything on the table before a turn."""
    seat = view.seat or 0
    say(f"Round {view.round} of 3, turn {view.cycle} of {view.cycles}.", style="bold")
    if view.red is not None:
        say(f"First to act: {names[view.red]}, with the red belt.")
    tally = view.tally
    for place in (*range(seat + 1, view.players), *range(seat), seat):
        before = sum(points[place] for points in view.rounds)
        show_standing(names[place], before, tally[place], tokens(view, place))
        if place != seat:
            say_below(f"Belt (seat {place}): {belt_text(view.belts[place])}.")
    menus, chopsticks, puddings = view.supply
    say(f"Left in the supply: {menus} menus, {chopsticks} chopsticks, {puddings} puddings.")
    show_belt(view)


def show_belt(view: View) -> None:
    """The belt whose turn it is, with what each die would do."""
    seat = view.seat or 0
    say()
    say("Your belt:")
    table = choice_table()
    for die, face in enumerate(view.belts[seat]):
        choice_row(table, str(die), face.code, face.label, effect(view, face))
    out.print(table)


def tokens(view: View, seat: int) -> str:
    return f"Menus: {view.menus[seat]}, chopsticks: {view.chopsticks[seat]}, puddings: {view.puddings[seat]}"


def belt_text(belt: Belt) -> str:
    return ", ".join(f"({die}) {face.label}" for die, face in enumerate(belt)) or "empty"


def effect(view: View, face: Face) -> str:
    """What taking this die would bring."""
    seat = view.seat or 0
    menus, chopsticks, puddings = view.supply
    if PUDDING_ICONS[face]:
        gained = min(PUDDING_ICONS[face], puddings)
        counts = put(view.puddings, seat, view.puddings[seat] + gained)
        return f"{tally_end(counts, view.menus, view.chopsticks)[seat].lines[0].text}, if the game ended now"
    if MENU_ICONS[face]:
        return f"Menus to spend: {min(MENU_ICONS[face], menus)}"
    if CHOPSTICKS_ICONS[face]:
        return f"Chopsticks to spend: {min(CHOPSTICKS_ICONS[face], chopsticks)}"
    before = tally_round(view.trays)[seat].lines
    after = tally_round(put(view.trays, seat, (*view.trays[seat], face)))[seat].lines
    return ". ".join(line.text for line in after if line not in before)


def read(view: View, text: str, names: Sequence[str]) -> Move:
    """An action as people write it."""
    belt = view.belts[view.seat or 0]
    words = " ".join(text.split())
    if len(words) > LONGEST_ACTION:
        raise NotationError(f"{shown(words)} is not a move")
    wanted = words.lower().removeprefix("take ")
    if wanted.isdecimal():
        return Take(int(wanted))
    for die, face in enumerate(belt):
        if wanted and (wanted == face.code.lower() or face.label.startswith(wanted)):
            return Take(die)
    if wanted in {"menu all", "menu"}:
        return Menu(tuple(range(len(belt))))
    if wanted.startswith("menu "):
        numbers = re.split(r"[,\s]+", wanted.removeprefix("menu ").strip(", "))
        if all(number.isdecimal() for number in numbers):
            return Menu(tuple(sorted({int(number) for number in numbers})))
    if match := _SWAP.fullmatch(words):
        return Swap(int(match[1]), _seat(match[2], names), int(match[3]))
    return parse_move(words)


def _seat(word: str, names: Sequence[str]) -> int:
    if word.isdecimal():
        return int(word)
    lower = [name.lower() for name in names]
    if word.lower() in lower:
        return lower.index(word.lower())
    matches = [seat for seat, name in enumerate(lower) if name.startswith(word.lower())]
    if len(matches) != 1:
        raise NotationError(f"{shown(word)} is not a player: {listed(names)}")
    return matches[0]


def describe(view: View, move: Move, names: Sequence[str]) -> str:
    """An action in words, from the belts as they lie before it."""
    belt = view.belts[view.acting or 0]
    if isinstance(move, Take):
        return f"take {belt[move.die].label}"
    if isinstance(move, Menu):
        return f"re-roll {listed([belt[die].label for die in move.dice])} with a menu"
    theirs = view.belts[move.seat][move.theirs].label
    return f"swap {belt[move.mine].label} for {theirs} of {names[move.seat]} with chopsticks"


def announce(before: View, after: View, seat: int, move: Move, names: Sequence[str]) -> str:
    """What somebody has done, and what the dice showed."""
    first, _, rest = describe(before, move, names).partition(" ")
    text = f"{verb(names[seat], first)} {rest}"
    if isinstance(move, Menu):
        shown = [after.belts[seat][die] for die in move.dice]
        text += f": {listed([face.label for face in shown])}"
    return f"{text}."
