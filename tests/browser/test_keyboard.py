"""The client is usable by keyboard alone: focus order, arrow keys, visible focus, focus trap of dialogs."""

import re

from playwright.sync_api import Locator, expect

from tests.browser import words
from tests.browser.conftest import NewPerson
from tests.browser.person import Person

# Whether the focused element has a visible focus indicator.
FOCUS_IS_VISIBLE = """() => {
  const at = document.activeElement;
  const style = getComputedStyle(at);
  return at.matches(':focus-visible') && (style.outlineStyle !== 'none' || style.boxShadow !== 'none');
}"""


def tab_to(person: Person, things: Locator) -> None:
    """Press Tab until one of these is focused; the focus is visible at every step."""
    for _ in range(60):
        if is_focused(things):
            return
        person.page.keyboard.press("Tab")
        assert person.page.evaluate(FOCUS_IS_VISIBLE), f"the focus on {person.focused()} is not visible"
    raise AssertionError(f"Tab does not lead to {things}")


def is_focused(things: Locator) -> bool:
    has: bool = things.evaluate_all("(all) => all.includes(document.activeElement)")
    return has


def choose(person: Person, things: Locator) -> None:
    """Tab to the cards or dice, move by arrow keys, and choose: Enter selects, Enter again confirms."""
    left = things.count()
    tab_to(person, things)
    if left > 1:
        before = person.focused()
        person.page.keyboard.press("ArrowRight")
        person.page.keyboard.press("ArrowLeft")
        assert is_focused(things)
        assert person.focused() == before
    person.page.keyboard.press("Enter")
    expect(person.confirm).to_be_visible()
    person.page.keyboard.press("Enter")
    expect(things).not_to_have_count(left)
    if left == 1:
        # After the last die there is none to focus until the round is over.
        expect(person.dialog("Round 1 is over")).to_be_visible()
    assert not person.focused().startswith("BODY"), f"with {left} left to choose from, the focus was lost"


def test_a_round_of_cards_by_keyboard(new_person: NewPerson) -> None:
    ana = new_person("Ana").open()
    tab_to(ana, ana.button(re.compile("Play now.*Sushi Go!", re.DOTALL)))
    ana.page.keyboard.press("Enter")
    for left in range(9, 0, -1):
        expect(ana.hand).to_have_count(left)
        choose(ana, ana.hand)
    close_round_score(ana)


def test_a_round_of_dice_by_keyboard(new_person: NewPerson) -> None:
    ana = new_person("Ana").new_table("sushi-roll", 2, bots=1).start()
    for left in range(8, 0, -1):
        expect(ana.belt).to_have_count(left)
        # While the bot acts it may still swap a die of hers.
        expect(ana.belt.first).to_have_attribute("aria-disabled", "false")
        choose(ana, ana.belt)
    close_round_score(ana)


def close_round_score(person: Person) -> None:
    """Close the dialog with the score of a round."""
    dialog = person.dialog("Round 1 is over")
    expect(dialog).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    person.sees(words.round_of(2))


def test_a_dialog_traps_the_focus_and_restores_it(new_person: NewPerson) -> None:
    ana = new_person("Ana").open()
    tab_to(ana, ana.button(words.SETTINGS))
    ana.page.keyboard.press("Enter")
    dialog = ana.dialog(words.SETTINGS)
    expect(dialog).to_be_visible()
    for _ in range(25):
        ana.page.keyboard.press("Tab")
        inside = ana.page.evaluate(
            "() => document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
        assert inside, ana.focused()
    ana.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert is_focused(ana.button(words.SETTINGS))
