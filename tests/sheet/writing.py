"""Sample sheets for tests."""

from itertools import count

from kaiten.kit.game import GameName
from kaiten.sheet import Header, Sheet, parse_cell

SHEET = "q3T9q3T9q3T9q3T9"
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")
_ids = count()


def new_id() -> str:
    return f"edit-{next(_ids):08}"


def header(game: GameName = "sushi-go", people: int = 2, *, dummy: bool = False, penalty: bool = False) -> Header:
    return Header(SHEET, game, NAMES[:people], 1000, dummy, penalty)


def put(sheet: Sheet, cell: str, value: str | None, *, by: str = "phone", at: int = 2000) -> Sheet:
    return sheet.write(parse_cell(cell), value, id=new_id(), at=at, by=by)


def filled(start: Header, *rounds: tuple[str, ...], tokens: tuple[str, ...] = ()) -> Sheet:
    """A sheet with these tables, round by round; missing rounds have empty tables."""
    sheet = Sheet(start)
    for number in range(1, 4):
        tables = rounds[number - 1] if len(rounds) >= number else ("",) * start.seats
        for seat, table in enumerate(tables):
            sheet = put(sheet, f"{number}/{seat}", table)
    for seat, entry in enumerate(tokens):
        sheet = put(sheet, f"tokens/{seat}", entry)
    return sheet
