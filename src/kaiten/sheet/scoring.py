"""What a sheet is worth: each round, the end, totals, winners; and as much as is known of a game that goes on."""

from dataclasses import dataclass
from typing import Literal

from kaiten import sushi_go, sushi_roll
from kaiten.kit.ranking import most
from kaiten.kit.tally import Tally
from kaiten.sheet.cells import Tokens, parse_tokens, table_cell, tokens_cell
from kaiten.sheet.edits import Sheet
from kaiten.sheet.head import ROUNDS
from kaiten.sushi_go.scoring import outcome as card_outcome
from kaiten.sushi_go.scoring import pudding_loss
from kaiten.sushi_roll.dice import PUDDING_ICONS
from kaiten.sushi_roll.scoring import outcome as dice_outcome
from kaiten.sushi_roll.tables import PUDDING_TOKENS


@dataclass(frozen=True, slots=True)
class Round:
    """A round, by seat: scores line by line, None where nothing is entered; pudding cards, or icons on pudding dice."""

    number: int
    tallies: tuple[Tally | None, ...]
    puddings: tuple[int, ...]

    @property
    def complete(self) -> bool:
        return None not in self.tallies

    @property
    def points(self) -> tuple[int, ...]:
        return tuple([tally.points if tally else 0 for tally in self.tallies])


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands, by seat. Until the last entry is made `end` and `outcome` are None, and nobody has won.

    `totals` add up the rounds that are complete: before that nobody knows who has the most maki.
    """

    rounds: tuple[Round, ...]
    puddings: tuple[int, ...]
    totals: tuple[int, ...]
    people: int
    """How many seats can win: the dummy's, the last, cannot."""
    end: tuple[Tally, ...] | None = None
    outcome: sushi_go.Outcome | sushi_roll.Outcome | None = None

    @property
    def finished(self) -> bool:
        return self.outcome is not None

    @property
    def winners(self) -> tuple[int, ...]:
        return self.outcome.winners if self.outcome else ()

    @property
    def decided(self) -> Literal["points", "puddings", "shared"] | None:
        """By what the game was won: more points, among equals more puddings, or shared (SG-17, SR-13)."""
        if self.outcome is None:
            return None
        if len(self.winners) > 1:
            return "shared"
        return "points" if len(most(self.totals, range(self.people))) == 1 else "puddings"


def score_sheet(sheet: Sheet) -> Standing:
    """The standing of a game.

    >>> from kaiten.sheet import Head
    >>> head = Head("q3T9q3T9q3T9q3T9", "sushi-go", ("Ana", "Ben"), 0)
    >>> sheet = Sheet(head).write("1/0", "W N3 T T P", id="anas-edit", at=1, by="")
    >>> standing = score_sheet(sheet.write("1/1", "M3 S S S", id="bens-edit", at=2, by=""))
    >>> standing.totals, standing.puddings, standing.finished
    ((14, 16), (1, 0), False)
    """
    return _score_cards(sheet) if sheet.head.is_cards else _score_dice(sheet)


def card_tables(sheet: Sheet, round_number: int) -> list[sushi_go.Tableau | None]:
    """The tables of a round of Sushi Go!, puddings among them; None where nothing is entered."""
    values = [sheet.value(table_cell(round_number, seat)) for seat in range(sheet.head.seats)]
    return [None if value is None else sushi_go.parse_cards(value) for value in values]


def trays(sheet: Sheet, round_number: int) -> list[sushi_roll.Tray | None]:
    """The trays of a round of Sushi Roll; None where nothing is entered."""
    values = [sheet.value(table_cell(round_number, seat)) for seat in range(sheet.head.seats)]
    return [None if value is None else sushi_roll.parse_faces(value) for value in values]


def tokens(sheet: Sheet) -> list[Tokens | None]:
    """Sushi Roll, the end: tokens by seat, puddings by the dice where they are not said; None where nothing is entered."""
    given = _pudding_icons(sheet)
    found: list[Tokens | None] = []
    for seat in range(sheet.head.seats):
        value = sheet.value(tokens_cell(seat))
        entry = None if value is None else parse_tokens(value)
        if entry is not None and entry.puddings is None:
            entry = Tokens(given[seat], entry.menus, entry.chopsticks)
        found.append(entry)
    return found


def _pudding_icons(sheet: Sheet) -> list[int]:
    """Pudding tokens that the dice gave each, at most as many as there are (SR-2)."""
    icons = [0] * sheet.head.seats
    for round_number in ROUNDS:
        for seat, tray in enumerate(trays(sheet, round_number)):
            icons[seat] += sum([PUDDING_ICONS[face] for face in tray or ()])
    return [min(count, PUDDING_TOKENS) for count in icons]


def _score_cards(sheet: Sheet) -> Standing:
    head, people = sheet.head, len(sheet.head.players)
    rounds = []
    past = []
    for number in ROUNDS:
        tables = card_tables(sheet, number)
        # Puddings are kept apart from what scores in a round (SG-16).
        laid = [
            None if table is None else tuple(c for c in table if c is not sushi_go.Card.PUDDING) for table in tables
        ]
        tallies = iter(sushi_go.tally_round([table for table in laid if table is not None]))
        puddings = tuple([(table or ()).count(sushi_go.Card.PUDDING) for table in tables])
        rounds.append(Round(number, tuple([None if table is None else next(tallies) for table in laid]), puddings))
        past.append([table or () for table in laid])
    puddings = tuple([sum(column) for column in zip(*[entry.puddings for entry in rounds], strict=True)])
    if not all(entry.complete for entry in rounds):
        return Standing(tuple(rounds), puddings, _totals(rounds), people)
    outcome = card_outcome(past, puddings, head.options)
    end = sushi_go.tally_end(puddings, loss=pudding_loss(head.options, people))
    return Standing(tuple(rounds), puddings, outcome.totals, people, end, outcome)


def _score_dice(sheet: Sheet) -> Standing:
    rounds = []
    past = []
    for number in ROUNDS:
        laid = trays(sheet, number)
        tallies = iter(sushi_roll.tally_round([tray for tray in laid if tray is not None]))
        icons = tuple([sum([PUDDING_ICONS[face] for face in tray or ()]) for tray in laid])
        rounds.append(Round(number, tuple([None if tray is None else next(tallies) for tray in laid]), icons))
        past.append([tray or () for tray in laid])
    entries = tokens(sheet)
    held = [entry for entry in entries if entry is not None]
    given = _pudding_icons(sheet)
    puddings = tuple([given[seat] if entry is None else entry.puddings or 0 for seat, entry in enumerate(entries)])
    if len(held) < len(entries) or not all(entry.complete for entry in rounds):
        return Standing(tuple(rounds), puddings, _totals(rounds), len(entries))
    menus, chopsticks = [entry.menus for entry in held], [entry.chopsticks for entry in held]
    outcome = dice_outcome(past, puddings, menus, chopsticks)
    end = sushi_roll.tally_end(puddings, menus, chopsticks)
    return Standing(tuple(rounds), puddings, outcome.totals, len(entries), end, outcome)


def _totals(rounds: list[Round]) -> tuple[int, ...]:
    points = [entry.points if entry.complete else (0,) * len(entry.tallies) for entry in rounds]
    return tuple([sum(column) for column in zip(*points, strict=True)])
