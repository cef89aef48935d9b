"""Page object of a score sheet, and sample tables."""

import json
import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.person import Person

SPOKEN = {
    "T": "tempura", "S": "sashimi", "D": "dumpling", "M1": "single maki", "M2": "double maki", "M3": "triple maki",
    "N1": "egg nigiri", "N2": "salmon nigiri", "N3": "squid nigiri", "P": "pudding", "W": "wasabi", "C": "chopsticks",
}  # fmt: skip
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil")
"""Spoken names of the cards."""
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil")
FIVE = ("T T S M2 N2 D P", "S S S D M3 C N1", "D D D M1 M2 T P", "W N3 N2 M2 D T S", "M3 M3 D P N1 N2 S")
"""A round of five players."""
TEN = "T T S S S M1 M1 M1 P P"
"""A table of two players."""
FOUR = (
    ("M3 P P T T S S S", "M3 P T T D D D N1", "M2 N3 N3 N2 N2 S S S", "M2 N2 N2 N1 D D D C"),
    ("T T M2 M2 M2 S S S", "M2 M2 M2 D D D N1 N1", "P N3 N3 N2 W T T S", "P W C D M3 M3 S S"),
    ("W N3 T T S S D D", "P P M1 M1 M1 M1 D D", "P N2 N2 N2 N2 S M1 M1", "P D T T T T M3 M3"),
)
"""A game of four players: round by round, seat by seat."""


class SheetKeeper:
    """Page object of a score sheet; counts the taps."""

    def __init__(self, person: Person) -> None:
        self.person, self.page, self.taps = person, person.page, 0

    def tap(self, what: Locator) -> None:
        what.click()
        self.taps += 1

    def begin(self, game: str = "Sushi Go!", names: tuple[str, ...] = NAMES, *, dummy: bool = False) -> "SheetKeeper":
        self.person.open("/sheets/new").choose("Game", game).choose("Players", str(len(names)))
        for seat, name in enumerate(names, 1):
            self.page.get_by_role("textbox", name=f"Player {seat}").fill(name)
        if dummy:
            self.person.check("Play with a dummy")
        self.person.button("Start the sheet").click()
        expect(self.entry(names[0])).to_be_visible()
        return self

    def entry(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=f"What lies before {name}")

    def put(self, table: str, *, on_wasabi: str = "") -> None:
        for code in table.split():
            self.tap(self.page.get_by_role("button", name=re.compile(f"^{SPOKEN[code]}, \\d")))
        if on_wasabi:
            self.tap(self.page.get_by_role("group", name=re.compile("wasabi")).get_by_role("button", name=on_wasabi))

    def type(self, table: str) -> None:
        if self.person.button("As text").count():  # text mode stays on for the next table
            self.person.button("As text").click()
        self.page.get_by_role("textbox", name=re.compile("in the order")).fill(table)
        self.person.button(re.compile("^Done")).click()

    def score(self, name: str) -> str:
        """The text of a player's scores."""
        box = self.page.get_by_role("region", name=re.compile("Scores of round")).locator("section", has_text=name)
        return box.inner_text()

    @property
    def stored(self) -> dict[str, Any]:
        """The sheet in localStorage."""
        text = self.page.evaluate(
            "() => localStorage[Object.keys(localStorage).find((key) => key.startsWith('kaiten-sheet:'))]"
        )
        found: dict[str, Any] = json.loads(text)
        return found


def enter_game(keeper: SheetKeeper, rounds: tuple[tuple[str, ...], ...]) -> None:
    """Enter whole rounds as text, and go on to the end of the game."""
    for number, tables in enumerate(rounds, 1):
        for table in tables:
            keeper.type(table)
        keeper.person.button(f"To round {number + 1}" if number < 3 else "To the end of the game").click()
