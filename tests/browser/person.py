"""Somebody with a browser. They find things as people do: by what they are, and by what they are called."""

import re
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from tests.browser import words

PILOT = (Path(__file__).parent / "pilot.js").read_text()
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 180.0

Name = str | re.Pattern[str]


class Person:
    """A page of one browser context. Whatever the browser complains of is kept in `complaints`."""

    def __init__(self, context: BrowserContext, url: str, name: str = "", bears: str = "") -> None:
        self.context = context
        self.url = url
        self.name = name
        self.complaints: list[str] = []
        self._bears = re.compile(bears) if bears else None
        self.page: Page = context.new_page()
        self._listen(self.page)

    def _listen(self, page: Page) -> None:
        def console(message: ConsoleMessage) -> None:
            if message.type == "error":
                self._complain(f"{message.text} ({message.location.get('url')})")

        page.on("console", console)
        page.on("pageerror", lambda error: self._complain(str(error)))

    def _complain(self, what: str) -> None:
        if self._bears is None or not self._bears.search(what):
            self.complaints.append(what)

    # Getting about

    def open(self, path: str = "/") -> "Person":
        self.page.goto(self.url + path)
        return self

    def second_tab(self) -> "Person":
        """The same person at another page of the same browser."""
        other = Person(self.context, self.url, self.name)
        other.complaints, other._bears = self.complaints, self._bears
        return other.open(self.page.url.removeprefix(self.url))

    @property
    def code(self) -> str:
        return self.page.url.rsplit("/", 1)[1]

    # Finding things

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
        """The dice on one's own belt, each a button while one acts."""
        return self.page.get_by_role("list", name=words.BELT).get_by_role("button")

    @property
    def confirm(self) -> Locator:
        """The button that makes a choice count: named as no card and no die is."""
        return self.page.get_by_role("button", name=words.CONFIRM)

    @property
    def kept(self) -> Locator:
        """What the bar says of a choice that lies face down."""
        return self.page.get_by_text(words.KEPT).first

    def sees(self, words_: Name) -> "Person":
        expect(self.text(words_)).to_be_visible()
        return self

    # Tables

    def play_now(self, game: str) -> "Person":
        """From the start page into a game against two bots."""
        self.open()
        self.button(re.compile(f"Play now.*{words.GAMES[game]}", re.DOTALL)).click()
        return self.sees(words.round_of(1))

    def choose(self, group: str, option: str) -> "Person":
        """One of a few, in a form."""
        name = re.compile(rf"^(✓ )?{re.escape(option)}$")  # the one that is chosen may carry a mark
        self.page.get_by_role("group", name=group).get_by_role("radio", name=name).check()
        return self

    def tick(self, text: str, *, on: bool = True) -> "Person":
        self.page.get_by_role("checkbox", name=text).set_checked(on)
        return self

    def new_table(self, game: str = "sushi-go", players: int = 2, *, bots: int = 0, **chosen: str) -> "Person":
        """Open a table by the form; further choices as `Clock="Brisk: ..."`."""
        self.open("/new").choose("Game", words.GAMES[game]).choose("Players", str(players))
        if bots:
            self.choose("Bots", str(bots))
        for group, option in chosen.items():
            self.choose(group.replace("_", " "), option)
        return self.lay()

    def lay(self) -> "Person":
        self.button(words.OPEN_TABLE).click()
        expect(self.page.get_by_role("region", name="Invite friends")).to_be_visible()
        return self

    def join(self, host: "Person") -> "Person":
        """Sit down at somebody's table by its link."""
        self.open(f"/t/{host.code}")
        self.button(words.SIT_DOWN, exact=True).click()
        return self.sees("(you)")

    def start(self) -> "Person":
        self.button(words.START).click()
        return self.sees(words.round_of(1))

    # Playing

    def pick(self) -> "Person":
        """Tap the first card or die, without confirming it."""
        either = self.hand.or_(self.belt).and_(self.page.locator("button:not([aria-disabled=true])"))
        either.first.click()
        return self

    def choose_any(self) -> "Person":
        """Choose the first card or die that there is, by hand."""
        self.pick()
        self.confirm.click()
        return self

    def holds(self) -> list[str]:
        """The names of the cards in hand."""
        expect(self.hand.first).to_be_visible()
        names: list[str] = self.hand.evaluate_all("all => all.map((one) => one.ariaLabel ?? one.textContent)")
        return [name.strip().split(",")[0] for name in names]

    def drive(self, until: str = words.AGAIN) -> None:
        """Play on by itself, in the page, until this text is there. `arrive` waits for it."""
        self.page.evaluate(
            PILOT,
            {
                "until": until,
                "hand": words.HAND,
                "belt": words.BELT,
                "confirm": words.CONFIRM.pattern,
                "goOn": words.GO_ON,
                "mine": "^I am ",
            },
        )

    def arrive(self, patience: float = PATIENCE) -> "Person":
        end = time.monotonic() + patience
        while not self.page.evaluate("() => window.pilot?.done"):
            assert time.monotonic() < end, f"{self.name} does not arrive: {self.page.locator('main').inner_text()}"
            self.page.wait_for_timeout(50)
        return self

    # Looking closely

    def focused(self) -> str:
        """What has the keyboard: its tag, and the name of a control."""
        name: str = self.page.evaluate(
            "() => { const at = document.activeElement;"
            " const named = at.tabIndex >= 0 ? (at.getAttribute('aria-label') ?? at.textContent.trim()) : '';"
            " return `${at.tagName} ${named}`; }"
        )
        return name

    def scrolls_sideways(self) -> bool:
        wide: bool = self.page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
        return wide

    def barriers(self, *, colours_only: bool = False) -> list[str]:
        """What axe finds serious or worse on this page; or only whether its colours can be told apart."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text())
        # Colours on their way from one to another are neither; they set out with the next picture.
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


def play(people: Iterable[Person], until: str = words.AGAIN, patience: float = PATIENCE) -> None:
    """All play on at once, until each sees this text."""
    everybody = list(people)
    for person in everybody:
        person.drive(until)
    for person in everybody:
        person.arrive(patience)
