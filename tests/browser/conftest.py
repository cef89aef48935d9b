"""Fixtures of the browser tests: one browser and one server for the folder, and people with a browser context each.

Browser and server live as long as tests of this folder run: while Playwright is at work, nothing else in this process can have
an event loop.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.launch import chromium, serve, visit
from tests.browser.person import Person
from tests.server.harness import Server

# Generous: a machine that runs all tests at once is slow at times.
expect.set_options(timeout=15_000)

NewPerson = Callable[..., Person]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
"""Context options of a phone: `new_person("Ana", **PHONE)`."""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests; each creates tables of its own."""
    with serve(tmp_path_factory.mktemp("browser")) as running:
        yield running
        assert running.running
        assert running.stop() == 0
    assert "Traceback" not in running.log, running.log


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    with serve(tmp_path) as running:
        yield running


@pytest.fixture
def new_person(browser: Browser, request: pytest.FixtureRequest) -> Iterator[NewPerson]:
    """Create a person with a browser context of their own: `new_person("Ana")`.

    An error on the console of any page fails the test, unless it matches `ignored_errors`. Further options go to the context.
    """
    people: list[Person] = []

    def create(
        name: str = "", *, at: Server | None = None, ignored_errors: str = "", script: str = "", **context: Any
    ) -> Person:
        target: Server = at or request.getfixturevalue("server")
        options: dict[str, Any] = {"reduced_motion": "reduce", "viewport": {"width": 1280, "height": 800}}
        opened = visit(browser, name, **{**options, **context})
        opened.set_default_timeout(15_000)
        if script:
            opened.add_init_script(script)
        person = Person(opened, target.url, name, ignored_errors)
        people.append(person)
        return person

    yield create
    for person in people:
        person.context.close()
    errors = [f"{person.name}: {error}" for person in people for error in person.errors]
    assert not errors, "\n".join(errors)
