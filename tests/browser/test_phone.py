"""Layout on a small phone: no horizontal overflow, touch targets large enough."""

from typing import Any

import pytest

from tests.browser import words
from tests.browser.conftest import NewPerson
from tests.browser.person import play

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True}


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_no_screen_is_wider_than_the_phone(new_person: NewPerson, locale: str) -> None:
    ana = new_person("Ana", ignored_errors="404", locale=locale, **PHONE)
    for path in ("/", "/new", "/join", "/games", "/pass", "/rules", "/nowhere"):
        ana.open(path)
        ana.page.get_by_role("main").get_by_role("link").or_(ana.page.get_by_role("heading", level=1)).first.wait_for()
        assert not ana.overflows_horizontally(), path


@pytest.mark.parametrize("game", words.GAMES)
def test_five_players_fit(new_person: NewPerson, game: str) -> None:
    ana = new_person("Ana with a name so long", **PHONE).new_table(game, 5, bots=4)
    assert not ana.overflows_horizontally()
    ana.start()
    assert not ana.overflows_horizontally()
    play([ana], "Round 1 is over")
    assert not ana.overflows_horizontally()
    play([ana], words.round_of(2))
    play([ana])
    assert not ana.overflows_horizontally()


@pytest.mark.parametrize("game", words.GAMES)
def test_hand_and_action_bar_are_visible_with_five_players(new_person: NewPerson, game: str) -> None:
    ana = new_person("Ana", **PHONE).new_table(game, 5, bots=4).start()
    ana.pick()
    for element in (ana.hand.or_(ana.belt).first, ana.confirm):
        box = element.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 640
        assert min(box["width"], box["height"]) >= 44, "too small for a finger"
