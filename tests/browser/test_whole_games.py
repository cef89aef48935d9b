"""Whole games to the result, and on to the rematch."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import words
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.person import play
from tests.browser.scenarios import finished_table
from tests.cli.command import kaiten
from tests.server.harness import Server

GAMES = tuple(words.GAMES)
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")

# On a page over http browsers hide WebCrypto.
WITHOUT_CRYPTO = "Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined });"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_against_bots_from_the_start_page_to_the_rematch(
    new_person: NewPerson, game: str, tmp_path: Path
) -> None:
    ana = new_person("Ana").play_now(game)
    first = ana.code
    play([ana])
    expect(ana.page.get_by_role("table").first).to_be_visible()

    with ana.page.expect_download() as download:
        ana.button(words.RECORD).click()
    record = tmp_path / "record.json"
    download.value.save_as(record)
    verified = kaiten("verify", str(record))
    assert verified.returncode == 0, verified.stderr

    ana.button(words.CHECK).click()
    ana.sees(words.FAIR)

    ana.button(words.AGAIN).click()
    ana.button(words.START).click()
    ana.sees(words.round_of(1))
    assert ana.code != first

    ana.open("/games").page.get_by_role("listitem").get_by_role("button").first.click()
    expect(ana.button(words.AGAIN).or_(ana.button(words.TO_NEXT))).to_be_visible()
    assert ana.code == first


@pytest.mark.parametrize("game", GAMES)
def test_the_deal_is_verified_without_webcrypto(new_person: NewPerson, server: Server, game: str) -> None:
    ana = new_person("Ana", script=WITHOUT_CRYPTO).open(f"/t/{finished_table(server, game)}")
    assert ana.page.evaluate("() => crypto.subtle") is None
    ana.button(words.CHECK).click()
    ana.sees(words.FAIR)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_people_play_together(new_person: NewPerson, game: str, players: int) -> None:
    host, *guests = [
        new_person(name, **PHONE) if seat else new_person(name) for seat, name in enumerate(NAMES[:players])
    ]
    host.new_table(game, players)
    for guest in guests:
        guest.join(host)
    host.start()
    play([host, *guests])
    results = [sorted(person.page.locator("tbody tr").all_inner_texts()) for person in (host, *guests)]
    assert len(results[0]) >= players
    assert all(result == results[0] for result in results)
    assert "You win" in "".join(person.heading("win").first.inner_text() for person in (host, *guests))

    host.button(words.AGAIN).click()
    for guest in guests:
        guest.button(words.TO_NEXT).click()
        guest.sees("Who sits where")
    host.sees("Who sits where")
    assert {person.code for person in guests} == {host.code}
