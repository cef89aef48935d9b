"""Service worker: after one visit the page opens offline, in the version of the last visit."""

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
from tests.browser.conftest import NewPerson
from tests.browser.launch import serve
from tests.browser.person import Person
from tests.server.harness import Server, sqlite

ANY_ERROR = "."

_READY = "() => navigator.serviceWorker.ready.then(() => true)"


def visit_once(person: Person, path: str = "/") -> Person:
    """Open a page, and wait until the service worker controls it."""
    person.open(path)
    assert person.page.evaluate(_READY)
    person.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    return person


def final_caches(person: Person, wanted: str) -> list[str]:
    """The names of all caches, once only the wanted one is left, or after a timeout."""
    until = time.monotonic() + 15
    while (found := person.page.evaluate("() => caches.keys()")) != [wanted] and time.monotonic() < until:
        person.page.wait_for_timeout(50)
    return list(found)


def expect_page(person: Person, path: str) -> None:
    person.open(path)
    expect(person.page.locator("main#main")).to_be_visible()
    expect(person.page.get_by_text("coming to the table")).to_have_count(0)


@pytest.mark.parametrize("path", ["/", "/sheets", "/sheets/new", "/s/q3T9q3T9q3T9q3T9", "/result"])
def test_after_one_visit_the_page_opens_without_a_server(new_person: NewPerson, own_server: Server, path: str) -> None:
    ana = visit_once(new_person("Ana", at=own_server, ignored_errors=ANY_ERROR))
    own_server.kill()
    expect_page(ana, path)
    ana.page.reload()
    expect(ana.page.locator("main#main")).to_be_visible()


def test_every_screen_and_both_languages_work_offline(new_person: NewPerson, own_server: Server) -> None:
    ana = visit_once(new_person("Ana", at=own_server, ignored_errors=ANY_ERROR))
    ana.context.set_offline(True)
    own_server.kill()
    ana.open("/rules")
    expect(ana.heading("The rules").first).to_be_visible()
    ana.open("/new")
    expect(ana.page.get_by_role("group", name="Players")).to_be_visible()
    ana.page.evaluate("() => localStorage['kaiten-settings'] = JSON.stringify({ name: 'Ana', language: 'it' })")
    ana.open("/rules")
    expect(ana.heading("Le regole").first).to_be_visible()


def test_the_service_worker_never_answers_for_the_server(new_person: NewPerson, own_server: Server) -> None:
    ana = visit_once(new_person("Ana", at=own_server, ignored_errors=ANY_ERROR))
    asked = "(path) => fetch(path).then((found) => found.status, () => 'unreachable')"
    for path in ("/api/health", "/s/q3T9q3T9q3T9q3T9/qr.svg"):
        assert ana.page.evaluate(asked, path) == 200
    own_server.kill()
    for path in ("/api/health", "/s/q3T9q3T9q3T9q3T9/qr.svg"):
        assert ana.page.evaluate(asked, path) == "unreachable"
    cached: list[str] = ana.page.evaluate(
        "async () => (await (await caches.open((await caches.keys())[0])).keys()).map((one) => new URL(one.url).pathname)"
    )
    assert "/" in cached
    assert not [path for path in cached if path.startswith(("/api", "/s/", "/t/"))]


def test_a_server_that_hangs_times_out_to_the_cached_page(new_person: NewPerson, own_server: Server) -> None:
    ana = visit_once(new_person("Ana", at=own_server, ignored_errors=ANY_ERROR))
    os.kill(own_server.pid, signal.SIGSTOP)
    try:
        began = time.monotonic()
        expect_page(ana, "/rules")
        assert 2 < time.monotonic() - began < 12
    finally:
        os.kill(own_server.pid, signal.SIGCONT)


@pytest.fixture
def upgradable(tmp_path: Path) -> Iterator[tuple[Server, Path]]:
    """A server whose web client can be replaced, as an upgrade does."""
    built = Path(os.environ.get("KAITEN_TEST_WEB") or Path(kaiten.server.__file__).parent / "web")
    pages = shutil.copytree(built, tmp_path / "web", ignore=shutil.ignore_patterns("*.br", "*.gz"))
    runner = [sys.executable, str(Path(__file__).parent / "serve_pages.py")]
    with Server(sqlite(tmp_path), program=runner, KAITEN_TEST_WEB=str(pages)) as server:
        yield server, pages


def upgrade(pages: Path, **changes: str) -> None:
    worker, page = pages / "sw.js", pages / "index.html"
    text = re.sub(r"const version = '\w+'", "const version = 'next'", worker.read_text())
    worker.write_text(text)
    page.write_text(page.read_text().replace("<body>", f"<body>{changes.get('body', '')}"))


def test_a_new_version_replaces_the_old_one(new_person: NewPerson, upgradable: tuple[Server, Path]) -> None:
    server, pages = upgradable
    ana = visit_once(new_person("Ana", at=server, ignored_errors=ANY_ERROR))
    (before,) = ana.page.evaluate("() => caches.keys()")
    upgrade(pages, body="<p id='new'>next version</p>")
    expect_page(ana, "/")
    assert final_caches(ana, "kaiten-next") == ["kaiten-next"] != [before]
    server.kill()
    expect_page(ana, "/sheets")
    expect(ana.page.locator("#new")).to_be_visible()


def test_a_page_of_another_version_than_the_worker_is_not_cached(
    new_person: NewPerson, upgradable: tuple[Server, Path]
) -> None:
    """While several servers are upgraded, the page and the service worker may come from different versions."""
    server, pages = upgradable
    ana = visit_once(new_person("Ana", at=server, ignored_errors=ANY_ERROR))
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
    assert final_caches(ana, before) == [before]
    server.kill()
    expect_page(ana, "/")
    expect(ana.page.locator("img[src$='of-the-other.svg']")).to_have_count(0)


def test_plain_http_works_without_a_service_worker(new_person: NewPerson, tmp_path: Path) -> None:
    address = _own_address()
    if address.startswith(("127.", "localhost")):
        pytest.skip("this machine has no address but localhost")
    with serve(tmp_path, "--host", "0.0.0.0") as server:  # noqa: S104
        ana = new_person("Ana", at=server, ignored_errors="Cross-Origin-Opener-Policy header has been ignored")
        ana.url = f"http://{address}:{server.port}"
        expect_page(ana, "/")
        assert ana.page.evaluate("() => isSecureContext") is False
        assert ana.page.evaluate("() => 'serviceWorker' in navigator") is False
        ana.open("/rules")
        expect(ana.heading("The rules").first).to_be_visible()
        # The score sheet explains it, and works.
        ana.open("/sheets").sees("This address is plain http")
        ana.open("/sheets/new").button("Start the sheet").click()
        ana.sees("This address is plain http")
        ana.text("How to get an address").click()
        ana.sees("kaiten serve --tls-cert FILE --tls-key FILE")
        ana.button(re.compile("^tempura, ")).click()
        ana.page.reload()
        ana.sees("1 of 8 cards")
        ana.page.close()  # before the server stops: the page still has requests open


def test_the_page_can_be_installed(new_person: NewPerson) -> None:
    ana = visit_once(new_person("Ana"))
    line = ana.context.new_cdp_session(ana.page)
    manifest = line.send("Page.getAppManifest")
    assert manifest["errors"] == []
    faults = [one["errorId"] for one in line.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [fault for fault in faults if fault != "in-incognito"] == []  # every context of a test is
