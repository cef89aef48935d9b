"""axe finds no serious accessibility violation on any screen, in light and dark colours."""

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser import words
from tests.browser.conftest import NewPerson
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


def check_screens(ana: Person, places: Iterator[str]) -> None:
    found: list[str] = []
    for place in places:
        for scheme in SCHEMES:
            ana.page.emulate_media(color_scheme=scheme)
            # In dark mode only the colours differ.
            violations = ana.accessibility_violations(colours_only=scheme == "dark")
            if violations:
                # An animated die may cover a name for a moment: check again after the animation.
                ana.page.wait_for_timeout(1_000)
                violations = ana.accessibility_violations(colours_only=scheme == "dark")
            found += [f"{place}, {scheme}: {violation}" for violation in violations]
    assert not found, "\n".join(found)


def test_screens_have_no_serious_violation(new_person: NewPerson) -> None:
    ana = new_person("Ana")
    check_screens(ana, screens(ana))


@pytest.mark.parametrize("game", words.GAMES)
def test_games_have_no_serious_violation(new_person: NewPerson, game: str) -> None:
    ana = new_person("Ana")
    check_screens(ana, game_screens(ana, game))
