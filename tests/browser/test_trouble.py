"""Whatever goes wrong is said in words; no page stays blank."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import words
from tests.browser.arranged import finished
from tests.browser.conftest import Meet
from tests.browser.person import Person
from tests.server.running import Server

NOT_FOUND = "status of 404"


def leads_home(person: Person) -> None:
    person.page.get_by_role("link", name=words.HOME).click()
    expect(person.button(re.compile("Play now")).first).to_be_visible()


def test_an_address_with_nothing_behind_it(meet: Meet) -> None:
    ana = meet("Ana", bears=NOT_FOUND)
    for path in ("/nowhere", "/t/K7M2QX/more", "/learn/chess", "/new/old", "/t"):
        ana.open(path).sees("There is nothing at this address.")
    leads_home(ana)


def test_a_table_that_is_not_there(meet: Meet) -> None:
    ana = meet("Ana", bears=NOT_FOUND)
    for path in ("/t/ZZZZZZ", "/t/nonsense", "/t/%25%25", "/t/%"):
        ana.open(path).sees(re.compile("There is no such table|There is nothing at this address"))
    leads_home(ana)


@pytest.mark.parametrize(
    ("typed", "said"),
    [("", "A code has six letters"), ("abc", "A code has six letters"), ("ZZZZZZ", "There is no such table")],
)
def test_a_code_that_leads_nowhere(meet: Meet, typed: str, said: str) -> None:
    ana = meet("Ana", bears=NOT_FOUND).open("/join")
    ana.page.get_by_role("textbox", name="Code of the table").fill(typed)
    ana.button("Go there").click()
    expect(ana.page.get_by_role("alert").filter(has_text=said)).to_be_visible()


def test_a_table_that_is_full(meet: Meet) -> None:
    ana = meet("Ana").new_table("sushi-go", 2, bots=1)
    ben = meet("Ben").open(f"/t/{ana.code}").sees("Every seat is taken. You can watch.")
    assert ben.button(words.SIT_DOWN, exact=True).count() == 0


def test_a_seat_that_somebody_else_was_quicker_to_take(meet: Meet) -> None:
    ana = meet("Ana").new_table("sushi-go", 2)
    ben, cleo = meet("Ben").open(f"/t/{ana.code}"), meet("Cleo").open(f"/t/{ana.code}")
    for person in (ben, cleo):
        expect(person.button("Sit here")).to_be_visible()
    ben.button("Sit here").click()
    ben.sees("(you)")
    cleo.sees("Every seat is taken. You can watch.")


def test_a_name_that_somebody_has(meet: Meet) -> None:
    ana = meet("Ana").new_table("sushi-go", 3)
    other = meet("ANA").open(f"/t/{ana.code}")
    other.button(words.SIT_DOWN, exact=True).click()
    other.sees("Somebody at this table has that name.")
    other.page.get_by_role("textbox", name="Your name").fill("Anna")
    other.button(words.SIT_DOWN, exact=True).click()
    other.sees("(you)")


def test_a_game_that_is_over(meet: Meet, server: Server) -> None:
    late = meet("Late").open(f"/t/{finished(server, 'sushi-go')}")
    expect(late.heading(re.compile("win")).first).to_be_visible()
    assert late.button(words.AGAIN).count() == 0


def test_a_game_that_everybody_stops(meet: Meet) -> None:
    ana = meet("Ana").play_now("sushi-go")
    ana.button(words.MENU).click()
    ana.button("Propose to stop here").click()
    ana.sees("The game was stopped: nobody wins.")


@pytest.mark.parametrize("path", ["/", "/t/ZZZZZZ"])
def test_a_browser_without_websockets(meet: Meet, path: str) -> None:
    ana = meet("Ana", script="delete window.WebSocket;", bears=NOT_FOUND).open(path)
    ana.sees("This browser has no WebSocket")


def test_a_browser_that_keeps_nothing(meet: Meet) -> None:
    closed = (
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
    )
    ana = meet("", script=closed).play_now("sushi-go")
    ana.choose_any()
    expect(ana.page.get_by_role("img", name="Turn 2 of 9")).to_be_visible()


def test_a_link_for_another_device_that_is_no_good(meet: Meet) -> None:
    ana = meet("Ana", bears=NOT_FOUND).open("/link#nonsense")
    ana.button("Use this device").click()
    ana.sees("This link was used already, or is too old.")
    meet("Ben").open("/link").sees("This link was used already, or is too old.")
