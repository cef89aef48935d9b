"""Pass and play: each hand is shown only to its player."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import words
from tests.browser.conftest import NewPerson
from tests.browser.person import Person, play


@pytest.fixture
def device(new_person: NewPerson) -> Person:
    return new_person("")


def start_game(device: Person, game: str) -> None:
    device.open("/pass").choose("Game", words.GAMES[game])
    for number, name in enumerate(("Ana", "Ben"), 1):
        device.page.get_by_role("textbox", name=f"Person {number}").fill(name)
    device.button("Start", exact=True).click()


def hand_over(device: Person, name: str) -> None:
    """Hand the device over: no hand is shown until the next player confirms."""
    expect(device.heading(f"Hand the device to {name}")).to_be_visible()
    assert device.hand.count() == 0
    device.button(f"I am {name}: show me").click()
    expect(device.hand.first).to_be_visible()


def test_hands_are_hidden_while_the_device_is_handed_over(device: Person) -> None:
    start_game(device, "sushi-go")
    hand_over(device, "Ana")
    assert len(device.hand_names()) == 10
    device.choose_any()
    hand_over(device, "Ben")
    passed_on = device.hand_names()
    assert len(passed_on) == 10
    device.choose_any()
    # Ben still has the device, and may continue with his own next hand, but not see Ana's.
    second_turn = device.page.get_by_role("img", name="Turn 2 of 10")
    expect(device.heading("Hand the device to Ana").or_(second_turn)).to_be_visible()
    if device.hand.count():
        expect(device.page.get_by_role("region", name=words.TABLE)).to_contain_text("Ben")
        device.choose_any()
    hand_over(device, "Ana")
    # She holds the hand that Ben passed on.
    for card in device.hand_names():
        passed_on.remove(card)
    assert len(passed_on) == 1


def test_a_round_of_cards_survives_a_reload(device: Person) -> None:
    start_game(device, "sushi-go")
    play([device], words.round_of(2))
    device.page.reload()
    expect(device.heading(re.compile("Hand the device to"))).to_be_visible()
    assert device.hand.count() == 0


def test_a_round_of_dice(device: Person) -> None:
    start_game(device, "sushi-roll")
    play([device], words.round_of(2))


@pytest.mark.parametrize(("names", "message"), [(("Ana", "ana"), "the same name"), (("Ana", " "), "A name, please.")])
def test_invalid_names_are_refused(device: Person, names: tuple[str, str], message: str) -> None:
    device.open("/pass")
    for number, name in enumerate(names, 1):
        device.page.get_by_role("textbox", name=f"Person {number}").fill(name)
    device.button("Start", exact=True).click()
    device.sees(message)
