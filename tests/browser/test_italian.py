"""The Italian translation is complete: no English text is left."""

import re

import pytest
from playwright.sync_api import expect

from kaiten.players import LEVELS
from tests.browser import words
from tests.browser.conftest import NewPerson
from tests.browser.person import Person

# The same in both languages.
SAME = {"Kaiten", "Sushi Go!", "Sushi Roll", "Ana", "English", "Italiano", "Maki", "Tempura", "Sashimi", "Wasabi"}
# A code, an address, a bot, a swap partner.
NAMES = re.compile(
    rf"[A-Z0-9]{{6}}|http\S+|(⇄ )?({'|'.join([name for level in LEVELS.values() for name in level.names])}|Ana)"
)

TEXTS = """() => {
  const texts = document.body.innerText.split('\\n');
  const names = ['aria-label', 'alt', 'placeholder', 'title'].flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)].map((node) => node.getAttribute(name)));
  return [...texts, ...names].map((text) => text.trim()).filter((text) => /\\p{L}{2}/u.test(text));
}"""


def texts_of(person: Person) -> set[str]:
    """Every visible text and accessible name on the page that has letters."""
    person.page.wait_for_load_state("networkidle")
    # Names of hosts of listed tables, also of other tests.
    hosts = person.page.locator('a[href^="/t/"] > span:first-of-type').all_inner_texts()
    return {text for text in person.page.evaluate(TEXTS) if not NAMES.fullmatch(text)} - SAME - {*hosts}


def both(new_person: NewPerson, path: str) -> tuple[Person, Person]:
    english, italian = new_person("Ana"), new_person("Ana", locale="it-IT")
    return english.open(path), italian.open(path)


@pytest.mark.parametrize("path", ["/", "/new", "/join", "/games", "/pass", "/rules"])
def test_no_english_is_left_on_the_screens(new_person: NewPerson, path: str) -> None:
    english, italian = both(new_person, path)
    expect(italian.page.locator("html")).to_have_attribute("lang", "it")
    ours, theirs = texts_of(english), texts_of(italian)
    assert len(ours) > 3
    assert not ours & theirs


@pytest.mark.parametrize("game", words.GAMES.values())
def test_no_english_is_left_in_the_lobby_or_at_the_table(new_person: NewPerson, game: str) -> None:
    pair = both(new_person, "/new")
    for person in pair:
        groups = person.page.get_by_role("group")
        groups.first.get_by_role("radio", name=game).check()  # which game
        groups.nth(2).get_by_role("radio", name="2").check()  # two bots
        person.page.locator("form").get_by_role("button").last.click()
        expect(person.page.get_by_role("listitem").filter(has_text="Ana")).to_be_visible()
    english, italian = pair
    assert not texts_of(english) & texts_of(italian)

    for person in pair:
        person.page.get_by_role("main").get_by_role("button").last.click()  # the host begins
        expect(person.page.get_by_role("main").locator("button[aria-pressed]").first).to_be_visible()
    dishes = re.compile(r"^(maki|tempura|sashimi|wasabi|nigiri)", re.IGNORECASE)
    assert not {text for text in texts_of(english) & texts_of(italian) if not dishes.match(text)}


def test_the_language_can_be_changed_at_any_time(new_person: NewPerson) -> None:
    ana = new_person("Ana").play_now("sushi-go")
    ana.button("Settings").click()
    ana.choose("Language", "Italiano")
    expect(ana.page.locator("html")).to_have_attribute("lang", "it")
    ana.page.keyboard.press("Escape")
    expect(ana.page.get_by_text("Round 1 of 3")).to_have_count(0)
    ana.page.reload()
    expect(ana.page.locator("html")).to_have_attribute("lang", "it")
