"""`make pictures`: screenshots of the web client, from real games on a real server in a real browser."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser
from tests.browser.opening import MissingError, chromium, serve, visit
from tests.browser.person import Person
from tests.browser.test_sheets import FOUR, NAMES, Keeper
from tests.server.running import Server

HERE = Path(__file__).parent
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 640}
SETTLED = 700
"""Milliseconds after which nothing moves any more."""


def home(ana: Person) -> None:
    ana.open()
    shoot(ana, "home")


def table(ana: Person, game: str, name: str, turns: int) -> None:
    """Some turns into a game, with something picked."""
    ana.new_table(game, 4, bots=3).start()
    for _ in range(turns):
        ana.choose_any()
        ana.page.wait_for_timeout(SETTLED)
    ana.pick()
    shoot(ana, name)


def score(ana: Person) -> None:
    ana.new_table("sushi-go", 3, bots=2).start().drive("Round 1 is over")
    ana.page.get_by_role("dialog").wait_for()
    shoot(ana, "score-phone")


def result(ana: Person) -> None:
    ana.new_table("sushi-go", 4, bots=3).start().drive()
    ana.arrive()
    shoot(ana, "result", whole=True)


def sheet(ana: Person) -> None:
    """A score sheet in mid-entry, and the scores of a round."""
    keeper = Keeper(ana).begin(names=NAMES[:4])
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
    ana.page.wait_for_timeout(SETTLED)
    ana.page.screenshot(path=HERE / f"{name}.png", full_page=whole)
    print(f"docs/pictures/{name}.png")


def meet(browser: Browser, server: Server, size: dict[str, int]) -> Person:
    asked: dict[str, Any] = {"viewport": size, "device_scale_factor": 2 if size is PHONE else 1}
    return Person(visit(browser, "Ana", **asked), server.url, "Ana")


def draw() -> None:
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as server, chromium() as browser:
        for size, shot in SHOTS:
            ana = meet(browser, server, size)
            shot(ana)
            ana.context.close()


if __name__ == "__main__":
    try:
        draw()
    except MissingError as error:
        sys.exit(str(error))
