"""Page object: a person with a browser, who finds elements by role and accessible name."""

import re
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from tests.browser import words

AUTOPLAY = (Path(__file__).parent / "autoplay.js").read_text()
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
TIMEOUT = 180.0

Name = str | re.Pattern[str]


class Person:
    """A page of one browser context. Console errors and uncaught exceptions are collected in `errors`."""

    def __init__(self, context: BrowserContext, url: str, name: str = "", ignored_errors: str = "") -> None:
        self.context = context
        self.url = url
        self.name = name
        self.errors: list[str] = []
        self._ignored_errors = re.compile(ignored_errors) if ignored_errors else None
        self.page: Page = context.new_page()
        self._listen(self.page)

    def _listen(self, page: Page) -> None:
        def console(message: ConsoleMessage) -> None:
            if message.type == "error":
                self._record_error(f"{message.text} ({message.location.get('url')})")

        page.on("console", console)
        page.on("pageerror", lambda error: self._record_error(str(error)))

    def _record_error(self, error: str) -> None:
        if self._ignored_errors is None or not self._ignored_errors.search(error):
            self.errors.append(error)

    # Navigation

    def open(self, path: str = "/") -> "Person":
        self.page.goto(self.url + path)
        return self

    def second_tab(self) -> "Person":
        """The same person in another tab."""
        other = Person(self.context, self.url, self.name)
        other.errors, other._ignored_errors = self.errors, self._ignored_errors
        return other.open(self.page.url.removeprefix(self.url))

    @property
    def code(self) -> str:
        return self.page.url.rsplit("/", 1)[1]

    # Elements

    def button(self, name: Name, *, exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def heading(self, name: Name) -> Locator:
        return self.page.get_by_role("heading", name=name)

    def text(self, words_: Name) -> Locator:
        return self.page.get_by_text(words_).filter(visible=True).first

    def dialog(self, name: Name) -> Locator:
        return self.page.get_by_role("dialog", name=name)

    @property
    def hand(self) -> Locator:
        """The cards in hand, each a button."""
        return self.page.get_by_role("region", name=words.HAND).get_by_role("button")

    @property
    def belt(self) -> Locator:
        """The dice on the own belt, each a button."""
        return self.page.get_by_role("list", name=words.BELT).get_by_role("button")

    @property
    def confirm(self) -> Locator:
        """The button of the action bar that confirms a choice."""
        return self.page.get_by_role("button", name=words.CONFIRM)

    @property
    def confirmed(self) -> Locator:
        """The text of the action bar for a confirmed choice."""
        return self.page.get_by_text(words.KEPT).first

    def sees(self, words_: Name) -> "Person":
        expect(self.text(words_)).to_be_visible()
        return self

    # Tables

    def play_now(self, game: str) -> "Person":
        """Start a quick game against two bots from the start page."""
        self.open()
        self.button(re.compile(f"Play now.*{words.GAMES[game]}", re.DOTALL)).click()
        return self.sees(words.round_of(1))

    def choose(self, group: str, option: str) -> "Person":
        """Choose an option of a radio group."""
        name = re.compile(rf"^(✓ )?{re.escape(option)}$")  # a chosen option has a check mark
        self.page.get_by_role("group", name=group).get_by_role("radio", name=name).check()
        return self

    def check(self, text: str, *, on: bool = True) -> "Person":
        self.page.get_by_role("checkbox", name=text).set_checked(on)
        return self

    def new_table(self, game: str = "sushi-go", players: int = 2, *, bots: int = 0, **chosen: str) -> "Person":
        """Create a table by the form; further radio groups as `Clock="Brisk: ..."`."""
        self.open("/new").choose("Game", words.GAMES[game]).choose("Players", str(players))
        if bots:
            self.choose("Bots", str(bots))
        for group, option in chosen.items():
            self.choose(group.replace("_", " "), option)
        return self.create_table()

    def create_table(self) -> "Person":
        self.button(words.OPEN_TABLE).click()
        expect(self.page.get_by_role("region", name="Invite friends")).to_be_visible()
        return self

    def join(self, host: "Person") -> "Person":
        """Sit down at another person's table by its link."""
        self.open(f"/t/{host.code}")
        self.button(words.SIT_DOWN, exact=True).click()
        return self.sees("(you)")

    def start(self) -> "Person":
        self.button(words.START).click()
        return self.sees(words.round_of(1))

    # Playing

    def pick(self) -> "Person":
        """Select the first card or die, without confirming it."""
        either = self.hand.or_(self.belt).and_(self.page.locator("button:not([aria-disabled=true])"))
        either.first.click()
        return self

    def choose_any(self) -> "Person":
        """Select and confirm the first card or die."""
        self.pick()
        self.confirm.click()
        return self

    def hand_names(self) -> list[str]:
        """The names of the cards in hand."""
        expect(self.hand.first).to_be_visible()
        names: list[str] = self.hand.evaluate_all("all => all.map((one) => one.ariaLabel ?? one.textContent)")
        return [name.strip().split(",")[0] for name in names]

    def autoplay(self, until: str = words.AGAIN) -> None:
        """Play in the page by script until this text appears; `wait_for_autoplay` waits for it."""
        self.page.evaluate(
            AUTOPLAY,
            {
                "until": until,
                "hand": words.HAND,
                "belt": words.BELT,
                "confirm": words.CONFIRM.pattern,
                "goOn": words.GO_ON,
                "mine": "^I am ",
            },
        )

    def wait_for_autoplay(self, timeout: float = TIMEOUT) -> "Person":
        end = time.monotonic() + timeout
        while not self.page.evaluate("() => window.autoplay?.done"):
            assert time.monotonic() < end, (
                f"{self.name} does not see the text: {self.page.locator('main').inner_text()}"
            )
            self.page.wait_for_timeout(50)
        return self

    # Inspection

    def focused(self) -> str:
        """The focused element: its tag, and the name of a control."""
        name: str = self.page.evaluate(
            "() => { const at = document.activeElement;"
            " const named = at.tabIndex >= 0 ? (at.getAttribute('aria-label') ?? at.textContent.trim()) : '';"
            " return `${at.tagName} ${named}`; }"
        )
        return name

    def overflows_horizontally(self) -> bool:
        wide: bool = self.page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
        return wide

    def accessibility_violations(self, *, colours_only: bool = False) -> list[str]:
        """Serious and critical violations that axe finds on this page; or of its colour contrast only."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text())
        # Wait for colour transitions, which start with the next frame: colours in between may lack contrast.
        self.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        self.page.evaluate(
            "() => Promise.allSettled("
            "document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished))"
        )
        asked: dict[str, Any] = {"resultTypes": ["violations"]}
        if colours_only:
            asked["runOnly"] = ["color-contrast"]
        found: dict[str, Any] = self.page.evaluate("(asked) => axe.run(asked)", asked)
        return [
            f"{each['id']}: {node['target']} {node['html'][:120]}"
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"]
        ]


def play(people: Iterable[Person], until: str = words.AGAIN, timeout: float = TIMEOUT) -> None:
    """All play by script at once, until each sees this text."""
    everybody = list(people)
    for person in everybody:
        person.autoplay(until)
    for person in everybody:
        person.wait_for_autoplay(timeout)
