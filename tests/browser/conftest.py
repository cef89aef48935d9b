"""A browser, a server, and people at it.

The browser and the server last as long as tests of this folder are run: while Playwright is at work, nothing else in this
process can have an event loop.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.opening import chromium, serve, visit
from tests.browser.person import Person
from tests.server.running import Server

# A machine that runs all the tests at once is slow at times.
expect.set_options(timeout=15_000)

Meet = Callable[..., Person]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
"""What a person with a phone brings: `meet("Ana", **PHONE)`."""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all; the tests at it open tables of their own."""
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
def meet(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Meet]:
    """Meet somebody with a browser of their own: `meet("Ana")`.

    A complaint of any browser fails the test, unless the person `bears` it. What else is named goes to the context.
    """
    everybody: list[Person] = []

    def come(name: str = "", *, at: Server | None = None, bears: str = "", script: str = "", **context: Any) -> Person:
        place: Server = at or request.getfixturevalue("server")
        options: dict[str, Any] = {"reduced_motion": "reduce", "viewport": {"width": 1280, "height": 800}}
        opened = visit(browser, name, **{**options, **context})
        opened.set_default_timeout(15_000)
        if script:
            opened.add_init_script(script)
        person = Person(opened, place.url, name, bears)
        everybody.append(person)
        return person

    yield come
    for person in everybody:
        person.context.close()
    complaints = [f"{person.name}: {what}" for person in everybody for what in person.complaints]
    assert not complaints, "\n".join(complaints)
