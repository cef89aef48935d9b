"""Lines break, servers die, pages are loaded again: no choice is lost."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import words
from tests.browser.conftest import Meet
from tests.browser.person import Person
from tests.server.running import Server

# What a browser says of its own accord when nobody answers.
BROKEN = r"WebSocket connection|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED|ERR_NETWORK|Failed to fetch"


def sit_down(ana: Person, ben: Person) -> tuple[Person, Person]:
    """Both at a table, in the middle of a turn."""
    ana.new_table("sushi-go", 2)
    ben.join(ana)
    ana.start()
    ben.sees(words.round_of(1))
    return ana, ben


@pytest.fixture
def pair(meet: Meet) -> tuple[Person, Person]:
    return sit_down(meet("Ana", bears=BROKEN), meet("Ben", bears=BROKEN))


@pytest.fixture
def doomed(meet: Meet, own_server: Server) -> tuple[Person, Person]:
    """Two at a server that will be killed."""
    return sit_down(meet("Ana", at=own_server, bears=BROKEN), meet("Ben", at=own_server, bears=BROKEN))


def lost(person: Person) -> Locator:
    """The sentence that says so, for as long as it is so."""
    return person.page.get_by_role("paragraph").filter(has_text=words.LINE_LOST)


def turn(person: Person, number: int) -> None:
    expect(person.page.get_by_role("img", name=f"Turn {number} of 10")).to_be_visible(timeout=20_000)


def test_a_reload_keeps_the_choice(pair: tuple[Person, Person]) -> None:
    ana, ben = pair
    ana.choose_any()
    expect(ana.kept).to_be_visible()
    said = ana.kept.inner_text()
    ana.page.reload()
    expect(ana.kept).to_have_text(said)
    expect(ana.hand.and_(ana.page.locator("[aria-pressed=true]"))).to_have_count(1)
    ben.choose_any()
    turn(ana, 2)


def test_a_second_tab_sees_the_choice_and_each_change_of_it(pair: tuple[Person, Person]) -> None:
    ana, ben = pair
    other = ana.second_tab()
    expect(other.hand).to_have_count(10)
    # A choice is of a kind of card: the first of its kind is marked. So choose two kinds, each where it first lies.
    names = ana.holds()
    unlike = names.index(next(name for name in names if name != names[0]))
    for first, second, place in ((ana, other, 0), (other, ana, unlike)):
        first.hand.nth(place).click()
        first.confirm.click()
        expect(first.kept).to_be_visible()
        expect(second.kept).to_have_text(first.kept.inner_text())
        expect(second.hand.nth(place)).to_have_attribute("aria-pressed", "true")
    ben.choose_any()
    for person in (ana, other, ben):
        turn(person, 2)


def test_a_server_that_is_killed_costs_nothing(doomed: tuple[Person, Person], own_server: Server) -> None:
    ana, ben = doomed
    ben.choose_any()
    expect(ben.kept).to_be_visible()
    ana.pick()
    own_server.kill()
    expect(lost(ana)).to_be_visible()
    ana.confirm.click()
    expect(lost(ana)).to_be_visible()
    own_server.start()
    turn(ana, 2)
    turn(ben, 2)
    expect(lost(ana)).to_have_count(0)
    ana.choose_any()
    ben.choose_any()
    turn(ana, 3)


def test_a_screen_that_is_opened_while_the_server_is_away_says_so_and_comes_when_it_is_back(
    doomed: tuple[Person, Person], own_server: Server
) -> None:
    ana, _ = doomed
    code = ana.code
    ana.open("/")
    own_server.kill()
    ana.page.get_by_role("link", name=re.compile("^My games")).click()
    ana.sees("cannot be reached")
    own_server.start()
    ana.page.get_by_role("link", name="Kaiten, home").click()
    ana.page.get_by_role("link", name=re.compile("^My games")).click()
    ana.page.get_by_role("link", name=words.GAMES["sushi-go"]).click()
    turn(ana, 1)
    assert ana.code == code


def test_a_network_that_is_cut_costs_nothing(pair: tuple[Person, Person]) -> None:
    ana, ben = pair
    ana.pick()
    ana.context.set_offline(True)
    expect(lost(ana)).to_be_visible()
    ana.confirm.click()
    ben.choose_any()
    expect(ben.kept).to_be_visible()
    ana.context.set_offline(False)
    turn(ana, 2)
    turn(ben, 2)
    expect(lost(ana)).to_have_count(0)


def test_what_happened_meanwhile_is_there_when_the_line_is_back(pair: tuple[Person, Person]) -> None:
    ana, ben = pair
    ana.choose_any()
    expect(ana.kept).to_be_visible()
    ana.context.set_offline(True)
    expect(lost(ana)).to_be_visible()
    ben.choose_any()
    turn(ben, 2)
    ana.context.set_offline(False)
    turn(ana, 2)
    expect(ana.hand).to_have_count(9)


def test_the_others_see_who_is_away_and_a_bot_can_play_on(pair: tuple[Person, Person]) -> None:
    ana, ben = pair
    ben.page.close()
    ana.button(words.MENU).click()
    ana.button("Ben is away: let a bot play").click()
    ana.page.keyboard.press("Escape")
    ana.choose_any()
    turn(ana, 2)
