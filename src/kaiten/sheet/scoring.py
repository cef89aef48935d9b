"""The scores of a sheet: rounds, end, totals and winners, as far as they are known while the game is in progress."""

from dataclasses import dataclass
from typing import Any, Literal

from kaiten.kit.game import Outcome
from kaiten.kit.ranking import most
from kaiten.kit.tally import Tally
from kaiten.sheet.cells import table_cell, tokens_cell
from kaiten.sheet.edits import Sheet
from kaiten.sheet.header import ROUNDS
from kaiten.sheet.values import Tokens, parse_tokens


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
    """The standing of a game, by seat. Until the last entry is made `end` and `outcome` are None, and there is no winner.

    `totals` add up the complete rounds: in an incomplete one the most maki are not known yet.
    """

    rounds: tuple[Round, ...]
    puddings: tuple[int, ...]
    totals: tuple[int, ...]
    people: int
    """The number of seats that can win: all but the dummy's, which is the last."""
    end: tuple[Tally, ...] | None = None
    outcome: Outcome | None = None

    @property
    def finished(self) -> bool:
        return self.outcome is not None

    @property
    def winners(self) -> tuple[int, ...]:
        return self.outcome.winners if self.outcome else ()

    @property
    def decided_by(self) -> Literal["points", "puddings", "shared"] | None:
        """What decided the game: points, puddings after a tie, or nothing, so that the win is shared (SG-17, SR-13)."""
        if self.outcome is None:
            return None
        if len(self.winners) > 1:
            return "shared"
        return "points" if len(most(self.totals, range(self.people))) == 1 else "puddings"


def score_sheet(sheet: Sheet) -> Standing:
    """The standing of a game.

    >>> from kaiten.sheet import Header, parse_cell
    >>> header = Header("q3T9q3T9q3T9q3T9", "sushi-go", ("Ana", "Ben"), 0)
    >>> sheet = Sheet(header).write(parse_cell("1/0"), "W N3 T T P", id="anas-edit", at=1, by="")
    >>> standing = score_sheet(sheet.write(parse_cell("1/1"), "M3 S S S", id="bens-edit", at=2, by=""))
    >>> standing.totals, standing.puddings, standing.finished
    ((14, 16), (1, 0), False)
    """
    header = sheet.header
    laid = [tables_of(sheet, number) for number in ROUNDS]
    rounds = tuple([_score_round(sheet, number, tables) for number, tables in zip(ROUNDS, laid, strict=True)])
    tokens = tokens_of(sheet)
    puddings = _puddings(sheet, rounds, tokens)
    people, held = len(header.players), [entry for entry in tokens if entry is not None]
    if len(held) < len(tokens) or not all(entry.complete for entry in rounds):
        return Standing(rounds, puddings, _totals(rounds), people)
    past = [[header.rules.without_puddings(table or ()) for table in tables] for tables in laid]
    outcome, end = header.rules.score_end(past, puddings, held, header.options)
    return Standing(rounds, puddings, outcome.totals, people, end, outcome)


def tables_of(sheet: Sheet, round_number: int) -> list[Any]:
    """The tables or trays of a round by seat, pudding cards among them; None where nothing is entered."""
    values = [sheet.value(table_cell(round_number, seat)) for seat in range(sheet.header.seats)]
    return [None if value is None else sheet.header.rules.parse_table(value) for value in values]


def tokens_of(sheet: Sheet) -> list[Tokens | None]:
    """The tokens of each seat at the end, puddings from the dice where they are not entered; empty for a game without tokens."""
    found: list[Tokens | None] = []
    for seat in range(sheet.header.seats) if sheet.header.rules.HAS_TOKENS else ():
        value = sheet.value(tokens_cell(seat))
        entry = None if value is None else parse_tokens(value)
        if entry is not None and entry.puddings is None:
            entry = Tokens(_puddings_on_tables(sheet, seat), entry.menus, entry.chopsticks)
        found.append(entry)
    return found


def _puddings_on_tables(sheet: Sheet, seat: int) -> int:
    rules = sheet.header.rules
    return rules.cap_puddings(sum([rules.count_puddings(tables_of(sheet, number)[seat] or ()) for number in ROUNDS]))


def _puddings(sheet: Sheet, rounds: tuple[Round, ...], tokens: list[Tokens | None]) -> tuple[int, ...]:
    """Puddings of each seat: from the tokens where those are entered, else from the tables."""
    given = [sum(column) for column in zip(*[entry.puddings for entry in rounds], strict=True)]
    found = [sheet.header.rules.cap_puddings(count) for count in given]
    for seat, entry in enumerate(tokens):
        if entry is not None:
            found[seat] = entry.puddings or 0
    return tuple(found)


def _score_round(sheet: Sheet, number: int, tables: list[Any]) -> Round:
    rules = sheet.header.rules
    tallies = iter(rules.score_tables([rules.without_puddings(table) for table in tables if table is not None]))
    puddings = tuple([rules.count_puddings(table or ()) for table in tables])
    return Round(number, tuple([None if table is None else next(tallies) for table in tables]), puddings)


def _totals(rounds: tuple[Round, ...]) -> tuple[int, ...]:
    points = [entry.points if entry.complete else (0,) * len(entry.tallies) for entry in rounds]
    return tuple([sum(column) for column in zip(*points, strict=True)])
