"""axe looks at every screen, by day and by night, and finds no barrier that is serious."""

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser import words
from tests.browser.conftest import Meet
from tests.browser.person import Person, play

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def screens(ana: Person) -> Iterator[str]:
    for path in ("/", "/new", "/join", "/games", "/pass", "/rules"):
        ana.open(path)
        ana.page.get_by_role("main").get_by_role("heading").first.wait_for()
        yield path
    ana.open("/")
    for window in (words.RULES, words.SETTINGS):
        ana.button(window, exact=True).click()
        expect(ana.dialog(window)).to_be_visible()
        yield window
        ana.page.keyboard.press("Escape")


def game_screens(ana: Person, game: str) -> Iterator[str]:
    ana.new_table(game, 3, bots=2)
    yield "the lobby"
    ana.start()
    ana.pick()
    yield "the table"
    play([ana], "Round 1 is over")
    yield "the score of a round"
    play([ana], words.round_of(2))
    yield "a table with dishes"
    play([ana])
    yield "the result"


def look(ana: Person, places: Iterator[str]) -> None:
    found: list[str] = []
    for place in places:
        for scheme in SCHEMES:
            ana.page.emulate_media(color_scheme=scheme)
            # By night a page differs in its colours, and in nothing else.
            barriers = ana.barriers(colours_only=scheme == "dark")
            if barriers:
                # A die that travels over a name hides it for a moment: what is still there afterwards counts.
                ana.page.wait_for_timeout(1_000)
                barriers = ana.barriers(colours_only=scheme == "dark")
            found += [f"{place}, {scheme}: {barrier}" for barrier in barriers]
    assert not found, "\n".join(found)


def test_screens(meet: Meet) -> None:
    ana = meet("Ana")
    look(ana, screens(ana))


@pytest.mark.parametrize("game", words.GAMES)
def test_games(meet: Meet, game: str) -> None:
    ana = meet("Ana")
    look(ana, game_screens(ana, game))
