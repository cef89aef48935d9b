"""Web client benchmark in a real browser: bytes of a first visit, latency of a tap, heap growth over games.

Times are also given as multiples of an empty page's, measured in the same run.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page
from tests.browser import words
from tests.browser.launch import MissingError, chromium, serve, visit
from tests.browser.person import Person

WEIGHT_BAR = 150_000
TAP_BAR = 100.0
HEAP_BAR = 1.10
TAPS = 30
PHONE = {"width": 360, "height": 640}

# From the tap to the frame after the change was painted.
_MEASURE_TAPS = """() => {
  window.taps = [];
  addEventListener('click', (event) => {
    requestAnimationFrame(() => {
      const drawn = new MessageChannel();
      drawn.port1.onmessage = () => window.taps.push(performance.now() - event.timeStamp);
      drawn.port2.postMessage(null);
    });
  }, true);
}"""
_EMPTY = "data:text/html,<button>tap</button>"


def first_visit(browser: Browser, url: str) -> int:
    """Bytes transferred until the start page is idle."""
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    sent = 0

    def add_bytes(event: dict[str, Any]) -> None:
        nonlocal sent
        sent += int(event["encodedDataLength"])

    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.on("Network.loadingFinished", add_bytes)
    page.goto(url, wait_until="networkidle")
    context.close()
    return sent


def taps(page: Page, buttons: str) -> list[float]:
    page.evaluate(_MEASURE_TAPS)
    for number in range(TAPS):
        all_ = page.locator(buttons)
        all_.nth(number % all_.count()).click()
        page.wait_for_timeout(60)
    found: list[float] = page.evaluate("() => window.taps")
    return found


def heap(ana: Person) -> float:
    devtools = ana.context.new_cdp_session(ana.page)
    devtools.send("HeapProfiler.collectGarbage")
    used: float = devtools.send("Runtime.getHeapUsage")["usedSize"]
    return used


def play_games(ana: Person, number: int) -> None:
    for _ in range(number):
        ana.button(words.AGAIN).click()
        ana.button(words.START).click()
        ana.sees(words.round_of(1)).autoplay()
        ana.wait_for_autoplay(120)


def measure() -> None:
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as server, chromium() as browser:
        weight = first_visit(browser, server.url)
        print(f"first visit: {weight / 1000:.1f} kB over the wire (bar {WEIGHT_BAR / 1000:.0f} kB)")

        context = visit(browser, "Ana", viewport=PHONE)
        empty = context.new_page()
        empty.goto(_EMPTY)
        baseline = median(taps(empty, "button"))
        ana = Person(context, server.url, "Ana").new_table("sushi-go", 5, bots=4).start()
        seen = sorted(taps(ana.page, f"section[aria-label='{words.HAND}'] button"))
        print(
            f"tap to painted selection: median {median(seen):.1f} ms, worst {seen[-1]:.1f} ms (bar {TAP_BAR:.0f} ms), "
            f"{median(seen) / baseline:.2f} of an empty page's {baseline:.1f} ms"
        )

    # Without the JIT, whose code cache would hide the heap growth of the page.
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder)) as server,
        chromium("--js-flags=--jitless") as browser,
    ):
        ana = Person(visit(browser, "Ana", viewport=PHONE), server.url, "Ana").new_table("sushi-go", 5, bots=4).start()
        ana.autoplay()
        ana.wait_for_autoplay(120)
        play_games(ana, 1)
        after_two = heap(ana)
        play_games(ana, 8)
        after_ten = heap(ana)
        print(
            f"heap: {after_two / 1e6:.2f} MB after two games, {after_ten / 1e6:.2f} MB after ten: "
            f"{after_ten / after_two:.3f} of it (bar {HEAP_BAR:.2f})"
        )
        missed = [weight > WEIGHT_BAR, seen[-1] > TAP_BAR, after_ten > HEAP_BAR * after_two]
        print("all bars met" if not any(missed) else "a bar was MISSED")


if __name__ == "__main__":
    try:
        measure()
    except MissingError as error:
        sys.exit(str(error))
