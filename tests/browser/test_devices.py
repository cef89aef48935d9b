"""Device links, export and deletion of personal data, settings."""

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.browser import words
from tests.browser.conftest import NewPerson


def test_a_device_link_makes_another_device_the_same_player(new_person: NewPerson) -> None:
    ana = new_person("Ana").play_now("sushi-go")
    held = ana.hand_names()
    ana.button(words.SETTINGS).click()
    ana.button("Show a code").click()
    link = ana.dialog(words.SETTINGS).get_by_role("img", name="/link#").get_attribute("alt")
    assert link is not None

    phone = new_person("", viewport={"width": 360, "height": 640})
    phone.page.goto(link)
    phone.button("Use this device").click()
    assert "#" not in phone.page.url, "the secret stays in the history"
    phone.page.wait_for_url("**/games")
    phone.page.get_by_role("link", name=words.GAMES["sushi-go"]).click()
    assert phone.hand_names() == held

    ana.page.keyboard.press("Escape")
    phone.choose_any()
    expect(ana.page.get_by_role("img", name="Turn 2 of 9")).to_be_visible()


def test_personal_data_can_be_downloaded_and_deleted(new_person: NewPerson, tmp_path: Path) -> None:
    ana = new_person("Ana").play_now("sushi-roll")
    expect(ana.belt.first).to_have_attribute("aria-disabled", "false")  # the bots before her are done
    ana.open("/games").sees("Your turn")
    ana.button(words.SETTINGS).click()
    with ana.page.expect_download() as download:
        ana.button("Download everything that is kept about me").click()
    kept = tmp_path / "kept.json"
    download.value.save_as(kept)
    assert json.loads(kept.read_text())["player"]

    ana.button("Delete everything about me").click()
    ana.button("Yes, delete").click()
    expect(ana.dialog(words.SETTINGS)).to_have_count(0)
    ana.open("/games").sees("You sit at no table just now.")


def test_settings_survive_a_reload(new_person: NewPerson) -> None:
    ana = new_person("").open()
    ana.button(words.SETTINGS).click()
    ana.page.get_by_role("textbox", name="Your name").fill("Anabel")
    ana.choose("Colours", "dark")
    ana.page.keyboard.press("Escape")
    ana.page.reload()
    expect(ana.page.locator("html")).to_have_attribute("data-theme", "dark")
    ana.open("/new")
    expect(ana.page.get_by_role("textbox", name="Your name")).to_have_value("Anabel")
