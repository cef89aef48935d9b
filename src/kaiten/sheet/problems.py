"""What cannot be on a real table: it is pointed out, and kept all the same, since the mistake may be elsewhere."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kaiten import sushi_go, sushi_roll
from kaiten.sheet.edits import Sheet
from kaiten.sheet.head import ROUNDS
from kaiten.sheet.scoring import card_tables, tokens, trays


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that cannot be.

    `code` is too-many, too-few, deck, bag or supply; `round` is None where the whole game counts; `seats` are those who
    have of it; `item` is a card, a kind of die or of token; `count` is what there is, and `most` what there should be.
    """

    code: str
    round: int | None
    seats: tuple[int, ...]
    item: str | None
    count: int
    most: int
    text: str


def find_problems(sheet: Sheet) -> tuple[Problem, ...]:
    """All that cannot be, round by round, and then what the whole game has too many of.

    >>> from kaiten.sheet import Head
    >>> head = Head("q3T9q3T9q3T9q3T9", "sushi-go", ("Ana", "Ben"), 0)
    >>> [problem] = find_problems(Sheet(head).write("1/0", "C C C C C", id="anas-edit", at=1, by=""))
    >>> problem.text
    'there are 5 chopsticks cards (Ana 5): the deck has 4'
    """
    return (*_sizes(sheet), *(_deck(sheet) if sheet.head.is_cards else (*_bag(sheet), *_supply(sheet))))


def _sizes(sheet: Sheet) -> Iterator[Problem]:
    head, names = sheet.head, sheet.everybody
    for number in ROUNDS:
        laid = card_tables(sheet, number) if head.is_cards else trays(sheet, number)
        sizes = {seat: len(table) for seat, table in enumerate(laid) if table is not None}
        for seat, size in sizes.items():
            if size > head.size:
                text = f"{names[seat]} has {size} {head.pieces} in round {number}: a round deals {head.size}"
                yield Problem("too-many", number, (seat,), None, size, head.size, text)
        if not any(size >= head.size for size in sizes.values()):
            continue
        for seat, size in sizes.items():
            if size < head.size:
                pieces = head.pieces if size != 1 else head.pieces.removesuffix("s").replace("dice", "die")
                text = f"{names[seat]} has only {size} {pieces} in round {number}: a round deals {head.size}"
                yield Problem("too-few", number, (seat,), None, size, head.size, text)


def _deck(sheet: Sheet) -> Iterator[Problem]:
    counts = [Counter[sushi_go.Card]() for _ in range(sheet.head.seats)]
    for number in ROUNDS:
        for seat, table in enumerate(card_tables(sheet, number)):
            counts[seat].update(table or ())
    for card in sushi_go.Card:
        held = [count[card] for count in counts]
        if sum(held) > sushi_go.tables.DECK[card.code]:
            most = sushi_go.tables.DECK[card.code]
            yield _too_much(sheet, "deck", None, card.code, held, most, f"{card.label} cards", "the deck")


def _bag(sheet: Sheet) -> Iterator[Problem]:
    for number in ROUNDS:
        laid = trays(sheet, number)
        for kind in sushi_roll.Kind:
            held = [len([face for face in tray or () if face.kind is kind]) for tray in laid]
            if sum(held) > sushi_roll.BAG.count(kind):
                what = f"{kind} dice in round {number}"
                yield _too_much(sheet, "bag", number, str(kind), held, sushi_roll.BAG.count(kind), what, "the bag")


def _supply(sheet: Sheet) -> Iterator[Problem]:
    entries = tokens(sheet)
    kinds = (
        ("pudding", [entry.puddings or 0 if entry else 0 for entry in entries], sushi_roll.tables.PUDDING_TOKENS),
        ("menu", [entry.menus if entry else 0 for entry in entries], sushi_roll.tables.MENU_TOKENS),
        ("chopsticks", [entry.chopsticks if entry else 0 for entry in entries], sushi_roll.tables.CHOPSTICKS_TOKENS),
    )
    for item, held, most in kinds:
        if sum(held) > most:
            yield _too_much(sheet, "supply", None, item, held, most, f"{item} tokens", "the supply")


def _too_much(
    sheet: Sheet, code: str, number: int | None, item: str, held: Sequence[int], most: int, what: str, where: str
) -> Problem:
    seats = tuple([seat for seat, count in enumerate(held) if count])
    who = ", ".join([f"{sheet.everybody[seat]} {held[seat]}" for seat in seats])
    text = f"there are {sum(held)} {what} ({who}): {where} has {most}"
    return Problem(code, number, seats, item, sum(held), most, text)
