"""Reconnect: after a lost connection, a killed server or a reload no choice is lost."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import words
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.server.harness import Server

# Console errors of the browser for a server that does not answer.
CONNECTION_ERRORS = (
    r"WebSocket connection|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED|ERR_NETWORK|Failed to fetch"
)


def start_game(ana: Person, ben: Person) -> tuple[Person, Person]:
    """Both at a table, in the first turn."""
    ana.new_table("sushi-go", 2)
    ben.join(ana)
    ana.start()
    ben.sees(words.round_of(1))
    return ana, ben


@pytest.fixture
def pair(new_person: NewPerson) -> tuple[Person, Person]:
    return start_game(
        new_person("Ana", ignored_errors=CONNECTION_ERRORS), new_person("Ben", ignored_errors=CONNECTION_ERRORS)
    )


@pytest.fixture
def pair_at_own_server(new_person: NewPerson, own_server: Server) -> tuple[Person, Person]:
    """Two people at a server that the test kills."""
    return start_game(
        new_person("Ana", at=own_server, ignored_errors=CONNECTION_ERRORS),
        new_person("Ben", at=own_server, ignored_errors=CONNECTION_ERRORS),
    )


def lost_banner(person: Person) -> Locator:
    """The banner of a lost connection."""
    return person.page.get_by_role("paragraph").filter(has_text=words.CONNECTION_LOST)


def expect_turn(person: Person, number: int) -> None:
    expect(person.page.get_by_role("img", name=f"Turn {number} of 10")).to_be_visible(timeout=20_000)


def test_a_reload_keeps_the_choice(pair: tuple[Person, Person]) -> None:
    ana, ben = pair
    ana.choose_any()
    expect(ana.confirmed).to_be_visible()
    text = ana.confirmed.inner_text()
    ana.page.reload()
    expect(ana.confirmed).to_have_text(text)
    expect(ana.hand.and_(ana.page.locator("[aria-pressed=true]"))).to_have_count(1)
    ben.choose_any()
    expect_turn(ana, 2)


def test_a_second_tab_sees_the_choice_and_each_change_of_it(pair: tuple[Person, Person]) -> None:
    ana, ben = pair
    other = ana.second_tab()
    expect(other.hand).to_have_count(10)
    # A choice names a kind of card, and the first one of that kind is marked: choose two kinds.
    names = ana.hand_names()
    unlike = names.index(next(name for name in names if name != names[0]))
    for first, second, place in ((ana, other, 0), (other, ana, unlike)):
        first.hand.nth(place).click()
        first.confirm.click()
        expect(first.confirmed).to_be_visible()
        expect(second.confirmed).to_have_text(first.confirmed.inner_text())
        expect(second.hand.nth(place)).to_have_attribute("aria-pressed", "true")
    ben.choose_any()
    for person in (ana, other, ben):
        expect_turn(person, 2)


def test_a_choice_survives_a_killed_server(pair_at_own_server: tuple[Person, Person], own_server: Server) -> None:
    ana, ben = pair_at_own_server
    ben.choose_any()
    expect(ben.confirmed).to_be_visible()
    ana.pick()
    own_server.kill()
    expect(lost_banner(ana)).to_be_visible()
    ana.confirm.click()
    expect(lost_banner(ana)).to_be_visible()
    own_server.start()
    expect_turn(ana, 2)
    expect_turn(ben, 2)
    expect(lost_banner(ana)).to_have_count(0)
    ana.choose_any()
    ben.choose_any()
    expect_turn(ana, 3)


def test_a_screen_opened_while_the_server_is_down_says_so_and_recovers(
    pair_at_own_server: tuple[Person, Person], own_server: Server
) -> None:
    ana, _ = pair_at_own_server
    code = ana.code
    ana.open("/")
    own_server.kill()
    ana.page.get_by_role("link", name=re.compile("^My games")).click()
    ana.sees("cannot be reached")
    own_server.start()
    ana.page.get_by_role("link", name="Kaiten, home").click()
    ana.page.get_by_role("link", name=re.compile("^My games")).click()
    ana.page.get_by_role("link", name=words.GAMES["sushi-go"]).click()
    expect_turn(ana, 1)
    assert ana.code == code


def test_a_choice_survives_a_lost_network(pair: tuple[Person, Person]) -> None:
    ana, ben = pair
    ana.pick()
    ana.context.set_offline(True)
    expect(lost_banner(ana)).to_be_visible()
    ana.confirm.click()
    ben.choose_any()
    expect(ben.confirmed).to_be_visible()
    ana.context.set_offline(False)
    expect_turn(ana, 2)
    expect_turn(ben, 2)
    expect(lost_banner(ana)).to_have_count(0)


def test_events_missed_while_offline_arrive_after_the_reconnect(pair: tuple[Person, Person]) -> None:
    ana, ben = pair
    ana.choose_any()
    expect(ana.confirmed).to_be_visible()
    ana.context.set_offline(True)
    expect(lost_banner(ana)).to_be_visible()
    ben.choose_any()
    expect_turn(ben, 2)
    ana.context.set_offline(False)
    expect_turn(ana, 2)
    expect(ana.hand).to_have_count(9)


def test_a_bot_can_take_over_for_an_absent_player(pair: tuple[Person, Person]) -> None:
    ana, ben = pair
    ben.page.close()
    ana.button(words.MENU).click()
    ana.button("Ben is away: let a bot play").click()
    ana.page.keyboard.press("Escape")
    ana.choose_any()
    expect_turn(ana, 2)
