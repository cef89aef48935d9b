"""Errors are shown as a message; no page stays blank."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import words
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.scenarios import finished_table
from tests.server.harness import Server

NOT_FOUND = "status of 404"


def go_home(person: Person) -> None:
    person.page.get_by_role("link", name=words.HOME).click()
    expect(person.button(re.compile("Play now")).first).to_be_visible()


def test_an_unknown_address(new_person: NewPerson) -> None:
    ana = new_person("Ana", ignored_errors=NOT_FOUND)
    for path in ("/nowhere", "/t/K7M2QX/more", "/learn/chess", "/new/old", "/t"):
        ana.open(path).sees("There is nothing at this address.")
    go_home(ana)


def test_an_unknown_table(new_person: NewPerson) -> None:
    ana = new_person("Ana", ignored_errors=NOT_FOUND)
    for path in ("/t/ZZZZZZ", "/t/nonsense", "/t/%25%25", "/t/%"):
        ana.open(path).sees(re.compile("There is no such table|There is nothing at this address"))
    go_home(ana)


@pytest.mark.parametrize(
    ("typed", "message"),
    [("", "A code has six letters"), ("abc", "A code has six letters"), ("ZZZZZZ", "There is no such table")],
)
def test_an_unknown_code(new_person: NewPerson, typed: str, message: str) -> None:
    ana = new_person("Ana", ignored_errors=NOT_FOUND).open("/join")
    ana.page.get_by_role("textbox", name="Code of the table").fill(typed)
    ana.button("Go there").click()
    expect(ana.page.get_by_role("alert").filter(has_text=message)).to_be_visible()


def test_a_full_table(new_person: NewPerson) -> None:
    ana = new_person("Ana").new_table("sushi-go", 2, bots=1)
    ben = new_person("Ben").open(f"/t/{ana.code}").sees("Every seat is taken. You can watch.")
    assert ben.button(words.SIT_DOWN, exact=True).count() == 0


def test_a_seat_that_another_player_took_first(new_person: NewPerson) -> None:
    ana = new_person("Ana").new_table("sushi-go", 2)
    ben, cleo = new_person("Ben").open(f"/t/{ana.code}"), new_person("Cleo").open(f"/t/{ana.code}")
    for person in (ben, cleo):
        expect(person.button("Sit here")).to_be_visible()
    ben.button("Sit here").click()
    ben.sees("(you)")
    cleo.sees("Every seat is taken. You can watch.")


def test_a_name_that_is_taken(new_person: NewPerson) -> None:
    ana = new_person("Ana").new_table("sushi-go", 3)
    other = new_person("ANA").open(f"/t/{ana.code}")
    other.button(words.SIT_DOWN, exact=True).click()
    other.sees("Somebody at this table has that name.")
    other.page.get_by_role("textbox", name="Your name").fill("Anna")
    other.button(words.SIT_DOWN, exact=True).click()
    other.sees("(you)")


def test_a_finished_game(new_person: NewPerson, server: Server) -> None:
    late = new_person("Late").open(f"/t/{finished_table(server, 'sushi-go')}")
    expect(late.heading(re.compile("win")).first).to_be_visible()
    assert late.button(words.AGAIN).count() == 0


def test_a_stopped_game(new_person: NewPerson) -> None:
    ana = new_person("Ana").play_now("sushi-go")
    ana.button(words.MENU).click()
    ana.button("Propose to stop here").click()
    ana.sees("The game was stopped: nobody wins.")


@pytest.mark.parametrize("path", ["/", "/t/ZZZZZZ"])
def test_a_browser_without_websockets(new_person: NewPerson, path: str) -> None:
    ana = new_person("Ana", script="delete window.WebSocket;", ignored_errors=NOT_FOUND).open(path)
    ana.sees("This browser has no WebSocket")


def test_a_browser_without_local_storage(new_person: NewPerson) -> None:
    closed = (
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
    )
    ana = new_person("", script=closed).play_now("sushi-go")
    ana.choose_any()
    expect(ana.page.get_by_role("img", name="Turn 2 of 9")).to_be_visible()


def test_an_invalid_device_link(new_person: NewPerson) -> None:
    ana = new_person("Ana", ignored_errors=NOT_FOUND).open("/link#nonsense")
    ana.button("Use this device").click()
    ana.sees("This link was used already, or is too old.")
    new_person("Ben").open("/link").sees("This link was used already, or is too old.")
