"""Score sheets survive reloads, crashes, missing storage and missing networks, and are synchronised between phones."""

import re

import pytest
from playwright.sync_api import Error, expect

from tests.browser.conftest import PHONE, NewPerson
from tests.browser.sheet_keeper import FIVE, TEN, SheetKeeper
from tests.browser.test_offline import ANY_ERROR, visit_once
from tests.server.harness import Server


def test_drafts_survive_a_reload_and_a_crashed_tab(new_person: NewPerson) -> None:
    keeper = SheetKeeper(new_person("Ana", ignored_errors=ANY_ERROR, **PHONE)).begin()
    address = keeper.page.url
    keeper.put("T T S")
    keeper.page.reload()
    expect(keeper.entry("Ana")).to_contain_text("3 of 7 cards")
    keeper.put("M1")
    # The tab crashes without any event.
    with pytest.raises(Error):
        keeper.page.goto("chrome://crash", timeout=5_000)
    keeper.page.close()
    keeper.page = keeper.person.page = keeper.person.context.new_page()
    keeper.page.goto(address)
    expect(keeper.entry("Ana")).to_contain_text("4 of 7 cards")
    keeper.put("M1 M1 P")
    keeper.put("D D")
    # Both drafts are stored.
    keeper.page.get_by_role("button", name="Enter the table of Cleo").click()
    keeper.put("S")
    keeper.page.goto(address)
    expect(keeper.entry("Ben")).to_contain_text("2 of 7 cards")
    keeper.page.get_by_role("button", name="Enter the table of Cleo").click()
    expect(keeper.entry("Cleo")).to_contain_text("1 of 7 cards")


def test_a_round_is_entered_and_scored_offline(new_person: NewPerson, own_server: Server) -> None:
    ana = visit_once(new_person("Ana", at=own_server, ignored_errors=ANY_ERROR, **PHONE), "/sheets")
    ana.sees("This works without a network now.")
    ana.context.set_offline(True)
    own_server.kill()
    keeper = SheetKeeper(ana).begin()
    for table in FIVE:
        keeper.put(table, on_wasabi="Squid nigiri" if "W" in table else "")
    ana.button("To round 2").click()
    keeper.put("T T")
    ana.page.reload()
    expect(keeper.entry("Ana")).to_contain_text("2 of 7 cards")
    assert not ana.text("No connection").count()
    ana.open("/sheets").sees("Go on: round 2")


def shared_sheet(new_person: NewPerson, server: Server | None = None) -> tuple[SheetKeeper, SheetKeeper]:
    """Two phones that share a sheet."""
    ana = SheetKeeper(new_person("Ana", at=server, ignored_errors=ANY_ERROR, **PHONE)).begin(names=("Ana", "Ben"))
    ana.person.button("Several phones").click()
    ana.person.button("Let other phones in").click()
    expect(ana.page.get_by_role("img", name=re.compile("QR"))).to_be_visible()
    ana.page.keyboard.press("Escape")
    ana.person.sees("In step with the other phones.")
    ben = SheetKeeper(new_person("Ben", at=server, ignored_errors=ANY_ERROR, **PHONE))
    ben.person.open(f"/s/{ana.person.code}").sees("In step with the other phones.")
    return ana, ben


def test_two_phones_enter_one_table_each(new_person: NewPerson) -> None:
    ana, ben = shared_sheet(new_person)
    ben.page.get_by_label("I enter for").select_option("Ben")
    ana.put(TEN)
    ben.put("D D D D D M2 M2 N1 N1 N1")
    for keeper in (ana, ben):
        expect(keeper.page.get_by_role("button", name="Change the table of Ana")).to_be_visible()
        expect(keeper.page.get_by_role("button", name="Change the table of Ben")).to_be_visible()


def test_concurrent_edits_conflict_until_one_is_chosen(new_person: NewPerson) -> None:
    ana, ben = shared_sheet(new_person)
    # Both begin Ana's table before either has finished it.
    ben.page.get_by_label("I enter for").select_option("everybody")
    ana.put("T T S S S M1 M1 M1 P")
    ben.put("T T S S S M1 M1 M1 P")
    ana.put("P")
    expect(ben.page.get_by_role("button", name="Change the table of Ana")).to_be_visible()
    ben.put("N3")
    for keeper in (ana, ben):
        keeper.person.sees("Ana, round 1: two phones say different things")
    clash = ben.page.get_by_role("alert").filter(has_text="two phones")
    clash.get_by_role("button", name=re.compile("squid nigiri")).click()
    for keeper in (ana, ben):
        expect(keeper.page.get_by_text("two phones say different things")).to_have_count(0)
        expect(keeper.page.get_by_role("region", name=re.compile("Scores")).locator("section").first).to_contain_text(
            "Squid"
        )
    assert len(ana.stored["sheet"]["edits"]) == 3


def test_an_offline_phone_synchronises_when_it_is_back(new_person: NewPerson, own_server: Server) -> None:
    ana, ben = shared_sheet(new_person, own_server)
    ben.person.context.set_offline(True)
    ben.page.get_by_label("I enter for").select_option("Ben")
    ben.put("D D D D D M2 M2 N1 N1 N1")
    ben.person.sees("No line to the other phones.")
    ana.put(TEN)
    own_server.kill()
    ana.person.sees("No line to the other phones.")
    own_server.start()
    ben.person.context.set_offline(False)
    for keeper in (ana, ben):
        keeper.person.sees("In step with the other phones.")
        expect(keeper.page.get_by_role("button", name="Change the table of Ana")).to_be_visible()
        expect(keeper.page.get_by_role("button", name="Change the table of Ben")).to_be_visible()


def test_an_unknown_sheet(new_person: NewPerson) -> None:
    ana = new_person("Ana", ignored_errors=ANY_ERROR).open("/s/0123456789abcdef0123456789abcdef")
    ana.sees("Nobody has shared this sheet here")


def test_two_tabs_enter_two_tables(new_person: NewPerson) -> None:
    one = SheetKeeper(new_person("Ana")).begin()
    other = SheetKeeper(one.person.second_tab())
    one.put("T T S")
    other.page.get_by_role("button", name="Enter the table of Ben").click()
    other.put("M1")
    one.put("S S D")
    for page in (one.page, other.page):
        page.reload()
        for name, count in (("Ben", 1), ("Ana", 6)):
            page.get_by_role("button", name=f"Enter the table of {name}").click()
            expect(page.get_by_role("region", name=f"What lies before {name}")).to_contain_text(f"{count} of 7 cards")


def test_a_full_storage_is_reported_and_scoring_still_works(new_person: NewPerson) -> None:
    full = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
    keeper = SheetKeeper(new_person("Ana", script=full)).begin(names=("Ana", "Ben"))
    keeper.person.sees("This browser cannot keep what you enter")
    keeper.put(TEN)
    assert "Sashimi 3: complete" in keeper.score("Ana")
