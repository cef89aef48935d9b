"""Sushi Roll at the terminal: a `kaiten.cli.games.GameScreen`."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from kaiten.cli.console import out, say, say_below
from kaiten.cli.table import RulesText, choice_row, choice_table, listed, listed_points, show_standing, verb
from kaiten.kit.errors import NotationError, OptionError, shown
from kaiten.kit.seats import put
from kaiten.kit.tally import Tally
from kaiten.sushi_roll import (
    BAG,
    Belt,
    Face,
    Menu,
    Move,
    Options,
    State,
    Swap,
    Take,
    View,
    format_faces,
    format_move,
    parse_faces,
    parse_move,
    tables,
    tally_end,
    tally_round,
)
from kaiten.sushi_roll import view as view_of
from kaiten.sushi_roll.dice import CHOPSTICKS_ICONS, MENU_ICONS, PUDDING_ICONS

WORDS: tuple[str, ...] = ("roll", "dice")
OPTIONS: tuple[str, ...] = ()
COUNTS: tuple[str, ...] = ("--puddings", "--menus", "--chopsticks")
HAS_WIN_TABLE = False
CODES = (
    "T tempura, S sashimi, D dumpling, M1 M2 M3 maki, N1 egg, N2 salmon, N3 squid, W wasabi, P1 P2 P3 puddings, "
    "U2 menus, C1 C2 chopsticks"
)
RULES: RulesText = (
    "Dice lie on belts, one belt a player. The player with the red belt begins. On your turn you may pay menus to re-roll "
    "dice of your belt, and chopsticks to swap one of them for a die on another belt; then you take one die. When all have "
    "had a turn the belts slide to the left and all dice are rolled again. When none are left the round is scored. Three "
    "rounds, most points win.",
    {
        "maki": f"M1 M2 M3. Most icons {tables.MAKI_MOST} points, second most {tables.MAKI_SECOND}; "
        "everybody in a tie gets all of it.",
        "nigiri": "N1 egg, 1 point. N2 salmon, 2 points. N3 squid, 3 points.",
        "wasabi": f"W. Your next nigiri goes on it and counts {tables.WASABI_FACTOR} times.",
        "dumpling": f"D. {listed_points(tables.DUMPLING_POINTS[1:])} points for one, two, three; then a new set begins.",
        "tempura": f"T. {listed_points(tables.TEMPURA_POINTS[1:])} points for one, two, three; then a new set begins.",
        "sashimi": f"S. {listed_points(tables.SASHIMI_POINTS[1:])} points for one, two, three; then a new set begins.",
        "pudding": f"P1 P2 P3. That many tokens. At the end most gain {tables.PUDDING_MOST} points, fewest lose "
        f"{tables.PUDDING_FEWEST} (not with two players); everybody in a tie gets all of it.",
        "menus": "U2. Two menus to spend.",
        "chopsticks": "C1 C2. That many chopsticks to spend.",
    },
    f"You begin with {tables.START_MENUS} menus and {tables.START_CHOPSTICKS} chopsticks; each two tokens left at the end are "
    "a point. Equal totals: more puddings win.",
)

_HELP = """\
Take a die by its number, its code or its name: 3, N3, squid.
Re-roll with a menu, naming the dice: menu 0,3 or menu all.
Swap with chopsticks, your die with another player's: swap 2 with Ben:4, or by seat: swap 2 with 1:4.
Dice are numbered from 0. Also: r the rules, q leave (the game is kept), ? this help."""

LONGEST_ACTION = 60
_SWAP = re.compile(r"swap\s+(\d+)\s+(?:with\s+)?(.+?)\s*[:\s]\s*(\d+)", re.IGNORECASE)


def make_options(passing: Literal["left", "both"], dummy: bool, penalty: bool, first_control: int | None) -> Options:  # noqa: ARG001
    return Options()


def help_text(view: View) -> str:  # noqa: ARG001  (the card game needs it)
    return _HELP


def show(view: View, names: Sequence[str]) -> None:
    """Print the whole table before a turn; in the same turn, after a menu or a swap, the belt only."""
    seat = view.seat or 0
    if view.last is not None and view.last[0] == view.seat and not isinstance(view.last[1], Take):
        say(f"{tokens(view, seat)}.")
        show_belt(view)
        return
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
    """Print the player's belt, with the effect of each die."""
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
    """The effect of taking this die on the score lines and tokens."""
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
    """An action from the text that a person typed."""
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
    """An action in words, given the view before it."""
    belt = view.belts[view.acting or 0]
    if isinstance(move, Take):
        return f"take {belt[move.die].label}"
    if isinstance(move, Menu):
        return f"re-roll {listed([belt[die].label for die in move.dice])} with a menu"
    theirs = view.belts[move.seat][move.theirs].label
    return f"swap {belt[move.mine].label} for {theirs} of {names[move.seat]} with chopsticks"


def confirm_text(view: View, move: Move, names: Sequence[str]) -> str:
    return f"You {describe(view, move, names)}. Enter to do it, u to choose again: "


def announce(before: State, after: State, seat: int, move: Move, names: Sequence[str]) -> str:
    """An action in words, with the result of a roll."""
    first, _, rest = describe(view_of(before, None), move, names).partition(" ")
    text = f"{verb(names[seat], first)} {rest}"
    if isinstance(move, Menu):
        shown = [after.belts[seat][die] for die in move.dice]
        text += f": {listed([face.label for face in shown])}"
    return f"{text}."


def describe_events(before: State, after: State, seat: int, move: Move, names: Sequence[str]) -> list[str]:
    """The action and its consequences in words."""
    lines = [announce(before, after, seat, move, names)]
    if after.cycle != before.cycle and len(after.past) == len(before.past):
        lines.append("The belts slide to the left, and all dice are rolled again.")
    return lines


def show_memory(view: View, names: Sequence[str]) -> None:  # noqa: ARG001  (the same shape as the card game's)
    say("There is nothing to remember: in Sushi Roll everything is open.")


def turn_title(number: int, state: State) -> str:
    return f"Action {number} (round {state.round}, turn {state.cycle})"


def table_lines(state: State, names: Sequence[str]) -> list[str]:
    lines = []
    for seat, name in enumerate(names):
        red = " (red)" if seat == state.red else ""
        tray, belt = format_faces(state.trays[seat]) or "nothing", format_faces(state.belts[seat]) or "empty"
        lines.append(f"{name}: belt{red} {belt}; tray {tray}. {tokens(view_of(state, None), seat)}.")
    return lines


def turn_to_json(state: State, choices: Mapping[int, Move]) -> dict[str, Any]:
    ((seat, move),) = choices.items()
    return {
        "belts": [format_faces(belt) for belt in state.belts],
        "trays": [format_faces(tray) for tray in state.trays],
        "red_belt": state.red,
        "menus": [*state.menus],
        "chopsticks": [*state.chopsticks],
        "puddings": [*state.puddings],
        "seat": seat,
        "action": format_move(move),
    }


def score(
    texts: Sequence[str],
    counts: Mapping[str, list[int] | None],
    options: Options,  # noqa: ARG001  (the same shape as the card game's)
    names: Sequence[str],
) -> tuple[tuple[Tally, ...], tuple[Tally, ...] | None]:
    """Tallies of a round, and of the end of the game if tokens are given; OptionError for dice or tokens beyond bag and supply."""
    trays = [parse_faces(text) for text in texts]
    each = tables.DICE_EACH[len(trays)]
    for name, tray in zip(names, trays, strict=True):
        if len(tray) > each:
            raise OptionError(f"{name} has {len(tray)} dice: a round gives {each}")
    for die, number in Counter(face.kind for tray in trays for face in tray).items():
        if number > BAG.count(die):
            raise OptionError(f"there are {number} {die} dice: the bag has {BAG.count(die)}")
    tallies = tally_round(trays)
    if not any(count is not None for count in counts.values()):
        return tallies, None
    totals = (tables.PUDDING_TOKENS, tables.MENU_TOKENS, tables.CHOPSTICKS_TOKENS)
    held = []
    for option, total in zip(COUNTS, totals, strict=True):
        count, kind = counts[option], option.removeprefix("--")
        if count is None:
            raise OptionError(f"{option} is missing: the end of the game needs puddings, menus and chopsticks")
        if sum(count) > total:
            raise OptionError(f"there are {sum(count)} {kind}: the supply has {total}")
        held.append(count)
    return tallies, tally_end(*held)
