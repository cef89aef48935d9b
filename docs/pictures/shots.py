"""Screenshots of the web client for the documents (`make pictures`), from real games in Chromium."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser
from tests.browser.launch import MissingError, chromium, serve, visit
from tests.browser.person import Person
from tests.browser.sheet_keeper import FOUR, NAMES, SheetKeeper
from tests.server.harness import Server

HERE = Path(__file__).parent
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 640}
ANIMATION_MS = 700
"""Milliseconds after which all animations are over."""


def home(ana: Person) -> None:
    ana.open()
    shoot(ana, "home")


def table(ana: Person, game: str, name: str, turns: int) -> None:
    """Some turns into a game, with something picked."""
    ana.new_table(game, 4, bots=3).start()
    for _ in range(turns):
        ana.choose_any()
        ana.page.wait_for_timeout(ANIMATION_MS)
    ana.pick()
    shoot(ana, name)


def score(ana: Person) -> None:
    ana.new_table("sushi-go", 3, bots=2).start().autoplay("Round 1 is over")
    ana.page.get_by_role("dialog").wait_for()
    shoot(ana, "score-phone")


def result(ana: Person) -> None:
    ana.new_table("sushi-go", 4, bots=3).start().autoplay()
    ana.wait_for_autoplay()
    shoot(ana, "result", whole=True)


def sheet(ana: Person) -> None:
    """A score sheet in mid-entry, and the scores of a round."""
    keeper = SheetKeeper(ana).begin(names=NAMES[:4])
    keeper.put("T T S M2")
    shoot(ana, "sheet-phone")
    keeper.put("N2 D P D")
    for table in FOUR[0][1:]:
        keeper.type(table)
    shoot(ana, "sheet-score-phone")


SHOTS: tuple[tuple[dict[str, int], Callable[[Person], None]], ...] = (
    (LAPTOP, home),
    (LAPTOP, lambda ana: table(ana, "sushi-go", "go-laptop", 4)),
    (PHONE, lambda ana: table(ana, "sushi-go", "go-phone", 4)),
    (LAPTOP, lambda ana: table(ana, "sushi-roll", "roll-laptop", 3)),
    (PHONE, lambda ana: table(ana, "sushi-roll", "roll-phone", 3)),
    (PHONE, score),
    (LAPTOP, result),
    (PHONE, sheet),
)


def shoot(ana: Person, name: str, *, whole: bool = False) -> None:
    ana.page.wait_for_timeout(ANIMATION_MS)
    ana.page.screenshot(path=HERE / f"{name}.png", full_page=whole)
    print(f"docs/pictures/{name}.png")


def new_person(browser: Browser, server: Server, size: dict[str, int]) -> Person:
    asked: dict[str, Any] = {"viewport": size, "device_scale_factor": 2 if size is PHONE else 1}
    return Person(visit(browser, "Ana", **asked), server.url, "Ana")


def draw() -> None:
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as server, chromium() as browser:
        for size, shot in SHOTS:
            ana = new_person(browser, server, size)
            shot(ana)
            ana.context.close()


if __name__ == "__main__":
    try:
        draw()
    except MissingError as error:
        sys.exit(str(error))
