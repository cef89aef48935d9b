"""A small phone: everything fits, nothing is pushed sideways."""

from typing import Any

import pytest

from tests.browser import words
from tests.browser.conftest import Meet
from tests.browser.person import play

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True}


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_no_screen_is_wider_than_the_phone(meet: Meet, locale: str) -> None:
    ana = meet("Ana", bears="404", locale=locale, **PHONE)
    for path in ("/", "/new", "/join", "/games", "/pass", "/rules", "/nowhere"):
        ana.open(path)
        ana.page.get_by_role("main").get_by_role("link").or_(ana.page.get_by_role("heading", level=1)).first.wait_for()
        assert not ana.scrolls_sideways(), path


@pytest.mark.parametrize("game", words.GAMES)
def test_five_players_fit(meet: Meet, game: str) -> None:
    ana = meet("Ana with a name so long", **PHONE).new_table(game, 5, bots=4)
    assert not ana.scrolls_sideways()
    ana.start()
    assert not ana.scrolls_sideways()
    play([ana], "Round 1 is over")
    assert not ana.scrolls_sideways()
    play([ana], words.round_of(2))
    play([ana])
    assert not ana.scrolls_sideways()


@pytest.mark.parametrize("game", words.GAMES)
def test_the_hand_and_the_bar_are_in_sight_with_five_players(meet: Meet, game: str) -> None:
    ana = meet("Ana", **PHONE).new_table(game, 5, bots=4).start()
    ana.pick()
    for thing in (ana.hand.or_(ana.belt).first, ana.confirm):
        box = thing.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 640
        assert min(box["width"], box["height"]) >= 44, "too small for a finger"
