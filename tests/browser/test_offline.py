"""The page without a network: after one visit it opens all the same, in the version that was there last."""

import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

import kaiten.server
from kaiten.cli.serve import _own_address
from tests.browser.conftest import Meet
from tests.browser.opening import serve
from tests.browser.person import Person
from tests.server.running import Server, sqlite

ANYTHING = "."

_READY = "() => navigator.serviceWorker.ready.then(() => true)"


def visit(person: Person, path: str = "/") -> Person:
    """Come once, and stay until the page is kept."""
    person.open(path)
    assert person.page.evaluate(_READY)
    person.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    return person


def caches_in_the_end(person: Person, wanted: str) -> list[str]:
    """What is kept, once it is this alone, or nothing happens any more."""
    until = time.monotonic() + 15
    while (found := person.page.evaluate("() => caches.keys()")) != [wanted] and time.monotonic() < until:
        person.page.wait_for_timeout(50)
    return list(found)


def boots(person: Person, path: str) -> None:
    person.open(path)
    expect(person.page.locator("main#main")).to_be_visible()
    expect(person.page.get_by_text("coming to the table")).to_have_count(0)


@pytest.mark.parametrize("path", ["/", "/sheets", "/sheets/new", "/s/q3T9q3T9q3T9q3T9", "/result"])
def test_after_one_visit_the_page_opens_without_a_server(meet: Meet, own_server: Server, path: str) -> None:
    ana = visit(meet("Ana", at=own_server, bears=ANYTHING))
    own_server.kill()
    boots(ana, path)
    ana.page.reload()
    expect(ana.page.locator("main#main")).to_be_visible()


def test_without_a_network_every_screen_and_both_languages_are_there(meet: Meet, own_server: Server) -> None:
    ana = visit(meet("Ana", at=own_server, bears=ANYTHING))
    ana.context.set_offline(True)
    own_server.kill()
    ana.open("/rules")
    expect(ana.heading("The rules").first).to_be_visible()
    ana.open("/new")
    expect(ana.page.get_by_role("group", name="Players")).to_be_visible()
    ana.page.evaluate("() => localStorage['kaiten-settings'] = JSON.stringify({ name: 'Ana', language: 'it' })")
    ana.open("/rules")
    expect(ana.heading("Le regole").first).to_be_visible()


def test_what_is_asked_of_the_server_is_never_answered_by_the_worker(meet: Meet, own_server: Server) -> None:
    ana = visit(meet("Ana", at=own_server, bears=ANYTHING))
    asked = "(path) => fetch(path).then((found) => found.status, () => 'nobody')"
    for path in ("/api/health", "/s/q3T9q3T9q3T9q3T9/qr.svg"):
        assert ana.page.evaluate(asked, path) == 200
    own_server.kill()
    for path in ("/api/health", "/s/q3T9q3T9q3T9q3T9/qr.svg"):
        assert ana.page.evaluate(asked, path) == "nobody"
    kept: list[str] = ana.page.evaluate(
        "async () => (await (await caches.open((await caches.keys())[0])).keys()).map((one) => new URL(one.url).pathname)"
    )
    assert "/" in kept
    assert not [path for path in kept if path.startswith(("/api", "/s/", "/t/"))]


def test_a_server_that_does_not_answer_is_not_waited_for_long(meet: Meet, own_server: Server) -> None:
    ana = visit(meet("Ana", at=own_server, bears=ANYTHING))
    os.kill(own_server.pid, signal.SIGSTOP)
    try:
        began = time.monotonic()
        boots(ana, "/rules")
        assert 2 < time.monotonic() - began < 12
    finally:
        os.kill(own_server.pid, signal.SIGCONT)


@pytest.fixture
def changing(tmp_path: Path) -> Iterator[tuple[Server, Path]]:
    """A server whose pages can be replaced, as an upgrade does."""
    built = Path(os.environ.get("KAITEN_TEST_WEB") or Path(kaiten.server.__file__).parent / "web")
    pages = shutil.copytree(built, tmp_path / "web", ignore=shutil.ignore_patterns("*.br", "*.gz"))
    runner = [sys.executable, str(Path(__file__).parent / "serving.py")]
    with Server(sqlite(tmp_path), program=runner, KAITEN_TEST_WEB=str(pages)) as server:
        yield server, pages


def upgrade(pages: Path, **changes: str) -> None:
    worker, page = pages / "sw.js", pages / "index.html"
    text = re.sub(r"const version = '\w+'", "const version = 'ofTomorrow'", worker.read_text())
    worker.write_text(text)
    page.write_text(page.read_text().replace("<body>", f"<body>{changes.get('body', '')}"))


def test_a_new_version_takes_the_place_of_the_old_one(meet: Meet, changing: tuple[Server, Path]) -> None:
    server, pages = changing
    ana = visit(meet("Ana", at=server, bears=ANYTHING))
    (before,) = ana.page.evaluate("() => caches.keys()")
    upgrade(pages, body="<p id='new'>of tomorrow</p>")
    boots(ana, "/")
    assert caches_in_the_end(ana, "kaiten-ofTomorrow") == ["kaiten-ofTomorrow"] != [before]
    server.kill()
    boots(ana, "/sheets")
    expect(ana.page.locator("#new")).to_be_visible()


def test_a_page_of_another_version_than_the_worker_is_not_kept(meet: Meet, changing: tuple[Server, Path]) -> None:
    """While several servers are upgraded one after the other, the one may give the page, and another one the worker."""
    server, pages = changing
    ana = visit(meet("Ana", at=server, bears=ANYTHING))
    (before,) = ana.page.evaluate("() => caches.keys()")
    upgrade(pages, body="<img src='/assets/of-the-other.svg' alt=''>")
    ended = """async () => {
      const place = await navigator.serviceWorker.ready;
      await place.update();
      const worker = place.installing ?? place.waiting;
      if (!worker) return 'none';
      for (;;) {
        if (['activated', 'redundant'].includes(worker.state)) return worker.state;
        await new Promise((go) => worker.addEventListener('statechange', go, { once: true }));
      }
    }"""
    assert ana.page.evaluate(ended) == "redundant"
    assert caches_in_the_end(ana, before) == [before]
    server.kill()
    boots(ana, "/")
    expect(ana.page.locator("img[src$='of-the-other.svg']")).to_have_count(0)


def test_a_plain_address_is_not_trusted_and_works_all_the_same(meet: Meet, tmp_path: Path) -> None:
    address = _own_address()
    if address.startswith(("127.", "localhost")):
        pytest.skip("this machine has no address of its own")
    with serve(tmp_path, "--host", "0.0.0.0") as server:  # noqa: S104
        ana = meet("Ana", at=server, bears="Cross-Origin-Opener-Policy header has been ignored")
        ana.url = f"http://{address}:{server.port}"
        boots(ana, "/")
        assert ana.page.evaluate("() => isSecureContext") is False
        assert ana.page.evaluate("() => 'serviceWorker' in navigator") is False
        ana.open("/rules")
        expect(ana.heading("The rules").first).to_be_visible()
        # The score sheet says so, and how it could be otherwise; and it counts.
        ana.open("/sheets").sees("This address is plain http")
        ana.open("/sheets/new").button("Start the sheet").click()
        ana.sees("This address is plain http")
        ana.text("How to get an address").click()
        ana.sees("kaiten serve --tls-cert FILE --tls-key FILE")
        ana.button(re.compile("^tempura, ")).click()
        ana.page.reload()
        ana.sees("1 of 8 cards")
        # Before the server goes, which a page that has just been loaded still wants something from.
        ana.page.close()


def test_the_page_can_be_installed(meet: Meet) -> None:
    ana = visit(meet("Ana"))
    line = ana.context.new_cdp_session(ana.page)
    manifest = line.send("Page.getAppManifest")
    assert manifest["errors"] == []
    faults = [one["errorId"] for one in line.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [fault for fault in faults if fault != "in-incognito"] == []  # every context of a test is
