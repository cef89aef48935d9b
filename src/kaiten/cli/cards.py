"""Sushi Go! at the terminal: a `kaiten.cli.games.GameScreen`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from kaiten.cli.console import out, say
from kaiten.cli.table import (
    RulesText,
    choice_row,
    choice_table,
    listed,
    listed_points,
    show_standing,
    verb,
    with_dummy,
    with_puddings,
)
from kaiten.kit.errors import NotationError, OptionError, shown
from kaiten.kit.seats import put
from kaiten.kit.tally import Tally
from kaiten.sushi_go import (
    Card,
    Hand,
    Move,
    Options,
    State,
    Tableau,
    View,
    format_cards,
    format_move,
    hand_size,
    parse_cards,
    tables,
    tally_end,
    tally_round,
)
from kaiten.sushi_go.moves import may_use_chopsticks
from kaiten.sushi_go.scoring import pudding_loss

WORDS: tuple[str, ...] = ("go", "cards")
OPTIONS: tuple[str, ...] = ("--pass both", "--dummy", "--dummy-pudding-penalty", "--first-control")
COUNTS: tuple[str, ...] = ("--puddings",)
HAS_WIN_TABLE = True
CODES = (
    "T tempura, S sashimi, D dumpling, M1 M2 M3 maki, N1 egg, N2 salmon, N3 squid, P pudding, W wasabi, C chopsticks"
)
RULES: RulesText = (
    "You hold a hand of cards. Everybody chooses one at the same time and puts it down; then all are shown, and the hands "
    "move on to the neighbour. When the hands are empty the round is scored. Three rounds, most points win.",
    {
        "tempura": f"T. {tables.TEMPURA_POINTS} points for each pair.",
        "sashimi": f"S. {tables.SASHIMI_POINTS} points for each three.",
        "dumpling": f"D. {listed_points(tables.DUMPLING_POINTS[1:])} points for one to five; more add nothing.",
        "maki": f"M1 M2 M3. Most icons {tables.MAKI_MOST} points, second most {tables.MAKI_SECOND}; ties share.",
        "nigiri": "N1 egg, 1 point. N2 salmon, 2 points. N3 squid, 3 points.",
        "wasabi": f"W. Your next nigiri goes on it and counts {tables.WASABI_FACTOR} times.",
        "chopsticks": "C. In a later turn you may take two cards; then the chopsticks go on with the hand.",
        "pudding": f"P. Kept to the end of the game. Most gain {tables.PUDDING_MOST} points, fewest lose "
        f"{tables.PUDDING_FEWEST} (not with two players); ties share.",
    },
    "Equal totals: more puddings win. Two may play with a dummy (--dummy); hands may pass both ways (--pass both).",
)

_HELP = """\
Choose a card by its number, its code or its name: 2, N3, squid.
With chopsticks in front of you, two cards in the order you put them down: 2+5, W+N3."""
_DUMMY_HELP = """\
In control of the dummy, your own choice and the dummy's card: 2/4, W+N3/P."""
_OTHER_HELP = """\
Also: m what you remember of the hands you have seen, r the rules, q leave (the game is kept), ? this help."""


def make_options(passing: Literal["left", "both"], dummy: bool, penalty: bool, first_control: int | None) -> Options:
    return Options(passing, dummy, penalty, first_control)


def help_text(view: View) -> str:
    return "\n".join([_HELP, *([_DUMMY_HELP] if view.options.dummy else []), _OTHER_HELP])


def show(view: View, names: Sequence[str]) -> None:
    """Print everything that a player may see before choosing."""
    seat = view.seat or 0
    step = 1 if view.passes_left else -1
    neighbour = names[(seat + step) % view.players]
    say(f"Round {view.round} of 3, turn {view.turn} of {view.turns}.", style="bold")
    if view.turn < view.turns:
        say(f"The hand you hold goes to {neighbour} next.")
    everybody = with_dummy(names, view.options.dummy)
    tally = view.tally
    order = [*range(seat + 1, view.players), *range(seat), *range(view.players, len(everybody)), seat]
    for place in order:
        before = sum(points[place] for points in view.rounds)
        show_standing(everybody[place], before, tally[place], f"Puddings: {view.puddings[place]}")
    if view.in_control is not None:
        _show_control(view, names)
    say()
    show_hand(view)


def _show_control(view: View, names: Sequence[str]) -> None:
    pile = f"{view.pile} left in its pile"
    if view.drawn is not None:
        say(f"You control the dummy and drew {view.drawn.label} from its pile ({pile}).")
        say("Choose a card for yourself and one for the dummy, such as 1/2.")
    elif view.in_control is not None:
        say(f"{verb(names[view.in_control], 'control')} the dummy this turn ({pile}).")


def show_hand(view: View) -> None:
    """Print the hand, with the effect of each card."""
    seat = view.seat or 0
    say(f"Your hand, {len(view.hand)} card{'s' if len(view.hand) > 1 else ''}:")
    counts = Counter(view.hand)
    table = choice_table()
    for number, (card, count) in enumerate(counts.items(), 1):
        times = f" (you hold {count})" if count > 1 else ""
        choice_row(table, str(number), card.code, card.label, effect(view, card) + times)
    out.print(table)
    if may_use_chopsticks(view.hand, view.tableaus[seat], in_control=view.in_control == seat):
        say("You have chopsticks: you may choose two cards, in order, such as 1+2.")


def effect(view: View, card: Card) -> str:
    """The effect of this card on the score lines of your table."""
    seat = view.seat or 0
    if card is Card.PUDDING:
        counts = put(view.puddings, seat, view.puddings[seat] + 1)
        line = tally_end(counts, loss=pudding_loss(view.options, view.players))[seat].lines[0]
        return f"{line.text}, if the game ended now"
    if card is Card.CHOPSTICKS:
        # Using it needs a later turn with two cards in hand.
        return "Two cards in one later turn" if view.turns - view.turn >= 2 else "Too late to use this round"
    before = tally_round(view.tableaus)[seat].lines
    tableau: Tableau = (*view.tableaus[seat], card)
    after = tally_round(put(view.tableaus, seat, tableau))[seat].lines
    return ". ".join(line.text for line in after if line not in before)


def read(view: View, text: str, names: Sequence[str]) -> Move:  # noqa: ARG001  (the dice game needs them)
    """A choice from the text that a person typed."""
    own, slash, dummy = text.partition("/")
    picks = [_card(view.hand, word) for word in own.split("+")]
    if len(picks) > 2:
        raise NotationError(f"{shown(text)} names {len(picks)} cards: choose one, or two with chopsticks")
    return Move(tuple(picks), _card(view.hand, dummy) if slash else None)


def _card(hand: Hand, word: str) -> Card:
    word = word.strip().lower()
    held = [*dict.fromkeys(hand)]
    if word.isdecimal():
        if len(word) > 2 or not 1 <= int(word) <= len(held):
            raise NotationError(f"there is no card {shown(word)}: the numbers go from 1 to {len(held)}")
        return held[int(word) - 1]
    for card in Card:
        if word == card.code.lower():
            return card
    matches = [card for card in held if word and card.label.startswith(word)]
    if len(matches) == 1:
        return matches[0]
    raise NotationError(
        f"{shown(word)} is not one of your cards: {format_cards(held)}, or a number from 1 to {len(held)}"
    )


def describe(move: Move) -> str:
    """A choice in words."""
    words = ", then ".join(card.label for card in move.cards)
    return words if move.dummy is None else f"{words}; {move.dummy.label} for the dummy"


def confirm_text(view: View, move: Move, names: Sequence[str]) -> str:  # noqa: ARG001  (the dice game needs them)
    return f"You chose {describe(move)}. Enter to reveal, u to choose again: "


def announce(before: State, after: State, seat: int, move: Move, names: Sequence[str]) -> str:  # noqa: ARG001
    """A revealed choice in words."""
    name = names[seat]
    call = f'{verb(name, "call")} "Sushi Go!" and ' if len(move.cards) == 2 else f"{name} "
    keep = verb(name, "keep").removeprefix(f"{name} ")
    return f"{call}{keep} {describe(move)}."


def describe_events(before: State, after: State, seat: int, move: Move, names: Sequence[str]) -> list[str]:  # noqa: ARG001
    """All choices of a turn in words, once they are revealed."""
    if (after.round, after.turn, after.past) == (before.round, before.turn, before.past):
        return []
    return ["", *[announce(before, after, chooser, chosen, names) for chooser, chosen in enumerate(after.revealed)]]


def turn_title(number: int, state: State) -> str:
    return f"Turn {number} (round {state.round}, turn {state.turn})"


def table_lines(state: State, names: Sequence[str]) -> list[str]:
    lines = []
    for seat, name in enumerate(names):
        held = f"hand {format_cards(state.hands[seat])}; " if seat < state.players else ""
        laid = format_cards(state.tableaus[seat]) or "nothing"
        lines.append(f"{name}: {held}table {laid}; puddings {state.puddings[seat]}")
    return lines


def turn_to_json(state: State, choices: Mapping[int, Move]) -> dict[str, Any]:
    return {
        "hands": [format_cards(hand) for hand in state.hands],
        "tables": [format_cards(table) for table in state.tableaus],
        "puddings": [*state.puddings],
        "choices": {str(seat): format_move(move) for seat, move in choices.items()},
    }


def show_memory(view: View, names: Sequence[str]) -> None:
    """Print what the player knows of the other hands."""
    for holder, known in enumerate(view.hands):
        if holder == view.seat:
            continue
        unknown = known.size - len(known.cards)
        counts = Counter(known.cards)
        parts = [card.label + (f" ({count})" if count > 1 else "") for card, count in counts.items()]
        if unknown:
            parts.append(f"{unknown} you have not seen")
        say(f"{names[holder]} holds {listed(parts) if parts else 'nothing'}.")


def score(
    texts: Sequence[str], counts: Mapping[str, list[int] | None], options: Options, names: Sequence[str]
) -> tuple[tuple[Tally, ...], tuple[Tally, ...] | None]:
    """Tallies of a round, and of the end of the game if the puddings are given; OptionError for cards beyond the deck."""
    tableaus = [parse_cards(text) for text in texts]
    people, puddings = len(tableaus) - options.dummy, counts["--puddings"]
    size = hand_size(options, people)
    for name, table in zip(names, tableaus, strict=True):
        if len(table) > size:
            raise OptionError(f"{name} has {len(table)} cards: a round deals {size}")
    for card, count in Counter(card for table in tableaus for card in table).items():
        if count > tables.DECK[card.code]:
            raise OptionError(f"there are {count} {card.label} cards: the deck has {tables.DECK[card.code]}")
    laid = [tuple(card for card in table if card is not Card.PUDDING) for table in tableaus]
    tallies = tally_round(laid)
    if puddings is None:
        laid_puddings = [table.count(Card.PUDDING) for table in tableaus]
        return tuple([with_puddings(*pair) for pair in zip(tallies, laid_puddings, strict=True)]), None
    for name, count, table in zip(names, puddings, tableaus, strict=True):
        if count < table.count(Card.PUDDING):
            raise OptionError(f"{name} has {table.count(Card.PUDDING)} puddings on the table, not {count}")
    if sum(puddings) > tables.DECK["P"]:
        raise OptionError(f"there are {sum(puddings)} puddings: the deck has {tables.DECK['P']}")
    return tallies, tally_end(puddings, loss=pudding_loss(options, people))
