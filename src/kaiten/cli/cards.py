"""Sushi Go! at the terminal: what a player sees, and how they say what they want."""

from collections import Counter
from collections.abc import Sequence

from kaiten.cli.console import out, say
from kaiten.cli.table import DUMMY, choice_row, choice_table, listed, show_standing, verb
from kaiten.kit.errors import NotationError, shown
from kaiten.kit.seats import put
from kaiten.sushi_go import Card, Hand, Move, Tableau, View, format_cards, tally_end, tally_round
from kaiten.sushi_go.moves import may_use_chopsticks
from kaiten.sushi_go.scoring import pudding_loss

_HELP = """\
Choose a card by its number, its code or its name: 2, N3, squid.
With chopsticks in front of you, two cards in the order you put them down: 2+5, W+N3."""
_DUMMY_HELP = """\
In control of the dummy, your own choice and the dummy's card: 2/4, W+N3/P."""
_OTHER_HELP = """\
Also: m what you remember of the hands you have seen, r the rules, q leave (the game is kept), ? this help."""


def help_text(view: View) -> str:
    return "\n".join([_HELP, *([_DUMMY_HELP] if view.options.dummy else []), _OTHER_HELP])


def names_with_dummy(view: View, names: Sequence[str]) -> list[str]:
    return [*names, DUMMY] if view.options.dummy else [*names]


def show(view: View, names: Sequence[str]) -> None:
    """Everything a player may see before choosing."""
    seat = view.seat or 0
    step = 1 if view.passes_left else -1
    neighbour = names[(seat + step) % view.players]
    say(f"Round {view.round} of 3, turn {view.turn} of {view.turns}.", style="bold")
    if view.turn < view.turns:
        say(f"The hand you hold goes to {neighbour} next.")
    everybody = names_with_dummy(view, names)
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
    """The hand, with what each card would do."""
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
    """What this card would make of your table."""
    seat = view.seat or 0
    if card is Card.PUDDING:
        counts = put(view.puddings, seat, view.puddings[seat] + 1)
        line = tally_end(counts, loss=pudding_loss(view.options, view.players))[seat].lines[0]
        return f"{line.text}, if the game ended now"
    if card is Card.CHOPSTICKS:
        # Its next use would be in a hand that is too small for it.
        return "Two cards in one later turn" if view.turns - view.turn >= 2 else "Too late to use this round"
    before = tally_round(view.tableaus)[seat].lines
    tableau: Tableau = (*view.tableaus[seat], card)
    after = tally_round(put(view.tableaus, seat, tableau))[seat].lines
    return ". ".join(line.text for line in after if line not in before)


def read(view: View, text: str) -> Move:
    """A choice as people write it."""
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


def announce(name: str, move: Move) -> str:
    """What somebody has revealed."""
    call = f'{verb(name, "call")} "Sushi Go!" and ' if len(move.cards) == 2 else f"{name} "
    keep = verb(name, "keep").removeprefix(f"{name} ")
    return f"{call}{keep} {describe(move)}."


def show_memory(view: View, names: Sequence[str]) -> None:
    """What the player knows of the other hands."""
    for holder, known in enumerate(view.hands):
        if holder == view.seat:
            continue
        unknown = known.size - len(known.cards)
        counts = Counter(known.cards)
        parts = [card.label + (f" ({count})" if count > 1 else "") for card, count in counts.items()]
        if unknown:
            parts.append(f"{unknown} you have not seen")
        say(f"{names[holder]} holds {listed(parts) if parts else 'nothing'}.")
