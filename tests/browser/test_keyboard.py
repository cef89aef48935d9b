"""Nothing but a keyboard."""

import re

from playwright.sync_api import Locator, expect

from tests.browser import words
from tests.browser.conftest import Meet
from tests.browser.person import Person

# An element shows that it has the keyboard where the browser says so, and something is drawn for it.
SHOWN = """() => {
  const at = document.activeElement;
  const style = getComputedStyle(at);
  return at.matches(':focus-visible') && (style.outlineStyle !== 'none' || style.boxShadow !== 'none');
}"""


def tab_to(person: Person, things: Locator) -> None:
    """Press Tab until one of these has the keyboard; wherever it goes, one sees where it is."""
    for _ in range(60):
        if has_keyboard(things):
            return
        person.page.keyboard.press("Tab")
        assert person.page.evaluate(SHOWN), f"nobody sees that {person.focused()} has the keyboard"
    raise AssertionError(f"Tab does not lead to {things}")


def has_keyboard(things: Locator) -> bool:
    has: bool = things.evaluate_all("(all) => all.includes(document.activeElement)")
    return has


def choose(person: Person, things: Locator) -> None:
    """Go to the cards or dice, along them and back, and choose: Enter picks, Enter again confirms."""
    left = things.count()
    tab_to(person, things)
    if left > 1:
        before = person.focused()
        person.page.keyboard.press("ArrowRight")
        person.page.keyboard.press("ArrowLeft")
        assert has_keyboard(things)
        assert person.focused() == before
    person.page.keyboard.press("Enter")
    expect(person.confirm).to_be_visible()
    person.page.keyboard.press("Enter")
    expect(things).not_to_have_count(left)
    if left == 1:
        # Whoever takes the last die first has none to be on until the round is over.
        expect(person.dialog("Round 1 is over")).to_be_visible()
    assert not person.focused().startswith("BODY"), f"with {left} left to choose from, the keyboard was lost"


def test_a_round_of_cards(meet: Meet) -> None:
    ana = meet("Ana").open()
    tab_to(ana, ana.button(re.compile("Play now.*Sushi Go!", re.DOTALL)))
    ana.page.keyboard.press("Enter")
    for left in range(9, 0, -1):
        expect(ana.hand).to_have_count(left)
        choose(ana, ana.hand)
    score(ana)


def test_a_round_of_dice(meet: Meet) -> None:
    ana = meet("Ana").new_table("sushi-roll", 2, bots=1).start()
    for left in range(8, 0, -1):
        expect(ana.belt).to_have_count(left)
        # While the bot acts it may still swap a die of hers away.
        expect(ana.belt.first).to_have_attribute("aria-disabled", "false")
        choose(ana, ana.belt)
    score(ana)


def score(person: Person) -> None:
    """The score of a round is closed as any window."""
    window = person.dialog("Round 1 is over")
    expect(window).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(window).to_have_count(0)
    person.sees(words.round_of(2))


def test_a_window_keeps_the_keyboard_and_gives_it_back(meet: Meet) -> None:
    ana = meet("Ana").open()
    tab_to(ana, ana.button(words.SETTINGS))
    ana.page.keyboard.press("Enter")
    window = ana.dialog(words.SETTINGS)
    expect(window).to_be_visible()
    for _ in range(25):
        ana.page.keyboard.press("Tab")
        inside = ana.page.evaluate(
            "() => document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
        assert inside, ana.focused()
    ana.page.keyboard.press("Escape")
    expect(window).to_have_count(0)
    assert has_keyboard(ana.button(words.SETTINGS))
