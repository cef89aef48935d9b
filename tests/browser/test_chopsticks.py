"""Chopsticks: two cards in one turn, in the order in which they were tapped."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import words
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.scenarios import seat_with_chopsticks
from tests.server.harness import Server


@pytest.fixture
def ana(new_person: NewPerson, server: Server) -> Person:
    token, code = seat_with_chopsticks(server)
    ana = new_person("Ana")
    ana.context.add_cookies([{"name": "kaiten", "value": token, "url": server.url}])
    return ana.open(f"/t/{code}").sees(words.round_of(1))


def two_kinds(ana: Person) -> tuple[int, int]:
    """Two places in the hand with different cards, none of them a pudding, which is not shown on the table."""
    names = ana.hand_names()
    first, second, *_ = [name for name in dict.fromkeys(names) if name != "pudding"]
    return names.index(first), names.index(second)


@pytest.mark.parametrize("backwards", [False, True])
def test_two_cards_are_played_in_the_order_of_the_taps(ana: Person, backwards: bool) -> None:
    places = two_kinds(ana)[:: -1 if backwards else 1]
    named = [ana.hand_names()[place] for place in places]

    ana.button(words.CHOPSTICKS).click()
    ana.hand.nth(places[0]).click()
    expect(ana.confirm).to_have_count(0)
    ana.hand.nth(places[1]).click()
    for order, place in enumerate(places):
        expect(ana.hand.nth(place)).to_contain_text(str(order + 1))
        expect(ana.hand.nth(place)).to_have_accessible_name(re.compile(("first", "second")[order]))
        expect(ana.hand.nth(place)).to_have_attribute("aria-pressed", "true")
    expect(ana.confirm).to_have_text(re.compile(rf"“Sushi Go!” {named[0]}.*, then {named[1]}"))
    ana.confirm.click()

    turn = ana.page.get_by_role("img", name="Turn 3 of 10")
    expect(turn).to_be_visible()
    ana.button(re.compile(rf"^{words.TABLE}")).click()
    lying = ana.dialog("Table of Ana").get_by_role("button", name="What does")
    expect(lying).to_have_count(2)
    for place, name in enumerate(named):
        expect(lying.nth(place)).to_have_accessible_name(re.compile(name))


def test_chopsticks_are_optional(ana: Person) -> None:
    ana.button(words.CHOPSTICKS).click()
    ana.button("Take one only").click()
    ana.choose_any()
    expect(ana.page.get_by_role("img", name="Turn 3 of 10")).to_be_visible()
    expect(ana.button(words.CHOPSTICKS)).to_be_visible()
