"""Several people at one device: the hand of each is for their eyes alone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import words
from tests.browser.conftest import Meet
from tests.browser.person import Person, play


@pytest.fixture
def device(meet: Meet) -> Person:
    return meet("")


def sit_down(device: Person, game: str) -> None:
    device.open("/pass").choose("Game", words.GAMES[game])
    for number, name in enumerate(("Ana", "Ben"), 1):
        device.page.get_by_role("textbox", name=f"Person {number}").fill(name)
    device.button("Start", exact=True).click()


def takes(device: Person, name: str) -> None:
    """The device is handed on: until they say who they are, no hand is shown."""
    expect(device.heading(f"Hand the device to {name}")).to_be_visible()
    assert device.hand.count() == 0
    device.button(f"I am {name}: show me").click()
    expect(device.hand.first).to_be_visible()


def test_hands_are_hidden_while_the_device_goes_around(device: Person) -> None:
    sit_down(device, "sushi-go")
    takes(device, "Ana")
    assert len(device.holds()) == 10
    device.choose_any()
    takes(device, "Ben")
    passed_on = device.holds()
    assert len(passed_on) == 10
    device.choose_any()
    # Ben still has the device, and may go on with his own next hand; Ana's he does not see.
    second_turn = device.page.get_by_role("img", name="Turn 2 of 10")
    expect(device.heading("Hand the device to Ana").or_(second_turn)).to_be_visible()
    if device.hand.count():
        expect(device.page.get_by_role("region", name=words.TABLE)).to_contain_text("Ben")
        device.choose_any()
    takes(device, "Ana")
    # She holds what Ben has passed on.
    for card in device.holds():
        passed_on.remove(card)
    assert len(passed_on) == 1


def test_a_round_of_cards_at_one_device_and_a_reload_in_it(device: Person) -> None:
    sit_down(device, "sushi-go")
    play([device], words.round_of(2))
    device.page.reload()
    expect(device.heading(re.compile("Hand the device to"))).to_be_visible()
    assert device.hand.count() == 0


def test_a_round_of_dice_at_one_device(device: Person) -> None:
    sit_down(device, "sushi-roll")
    play([device], words.round_of(2))


@pytest.mark.parametrize(("names", "said"), [(("Ana", "ana"), "the same name"), (("Ana", " "), "A name, please.")])
def test_names_that_cannot_be(device: Person, names: tuple[str, str], said: str) -> None:
    device.open("/pass")
    for number, name in enumerate(names, 1):
        device.page.get_by_role("textbox", name=f"Person {number}").fill(name)
    device.button("Start", exact=True).click()
    device.sees(said)
