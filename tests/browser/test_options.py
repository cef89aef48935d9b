"""Options of a table, lobby, spectators and proposals."""

import re

from playwright.sync_api import expect

from tests.browser import words
from tests.browser.conftest import NewPerson
from tests.browser.person import play


def test_hands_are_passed_to_the_right_in_round_2(new_person: NewPerson) -> None:
    ana = new_person("Ana").new_table("sushi-go", 3, bots=2, Hands_go="left, in round 2 right").start()
    expect(ana.page.get_by_text("Your hand goes to Miso", exact=True).first).to_be_attached()
    play([ana], words.round_of(2))
    expect(ana.page.get_by_text("Your hand goes to Miso-san").first).to_be_attached()
    play([ana], words.round_of(3))
    expect(ana.page.get_by_text("Your hand goes to Miso", exact=True).first).to_be_attached()


def test_players_control_the_dummy_in_turns(new_person: NewPerson) -> None:
    ana, ben = new_person("Ana"), new_person("Ben")
    ana.open("/new").choose("Players", "2").check("Play with a dummy").check("The dummy counts for puddings")
    ana.choose("Who controls the dummy first", "you").create_table().sees("Play with a dummy")
    ben.join(ana)
    ana.start()

    ana.sees("You play for the dummy this turn")
    ben.sees(words.round_of(1)).sees("Ana plays for the dummy this turn")
    ana.pick()
    expect(ana.confirm).to_have_count(0)
    ana.sees("And for the dummy?")
    ana.hand.nth(1).click()
    ana.confirm.click()
    expect(ana.confirmed).to_contain_text("for the dummy")
    ben.choose_any()
    ben.sees("You play for the dummy this turn")
    expect(ana.button(re.compile(r"^Table of The dummy"))).to_be_visible()

    play([ana, ben], words.round_of(2))
    assert ana.button(re.compile(r"^Table of The dummy")).is_visible()


def test_the_dummy_is_not_offered_for_three_players(new_person: NewPerson) -> None:
    ana = new_person("Ana").open("/new").choose("Players", "3")
    assert ana.page.get_by_role("checkbox", name="Play with a dummy").count() == 0


def test_a_clock_is_shown_and_runs(new_person: NewPerson) -> None:
    ana = new_person("Ana").new_table("sushi-go", 2, bots=1, Clock="Brisk: 30 seconds a turn").start()
    clock = ana.page.get_by_role("timer")
    expect(clock).to_contain_text(re.compile(r"0:(30|2\d)"))
    first = clock.inner_text()
    expect(clock).not_to_have_text(first)
    assert ana.button(words.MENU).is_visible()


def test_only_listed_tables_are_found(new_person: NewPerson) -> None:
    ana = new_person("Listing Ana").new_table("sushi-roll", 3, Who_may_come="Anybody: list it")
    quiet = new_person("Quiet Ben").new_table("sushi-go", 2)
    cleo = new_person("Cleo").open("/join")
    cleo.page.get_by_role("link", name="Listing Ana").click()
    cleo.sees("Who sits where")
    assert cleo.code == ana.code
    cleo.open("/join").sees("Listing Ana")
    assert cleo.page.get_by_text(quiet.name).count() == 0


def test_a_code_is_accepted_in_any_spelling_and_as_a_link(new_person: NewPerson) -> None:
    ana, ben = new_person("Ana").new_table("sushi-go", 2), new_person("Ben")
    for written in (f" {ana.code.lower()} ", ana.page.url):
        ben.open("/join").page.get_by_role("textbox", name="Code of the table").fill(written)
        ben.button("Go there").click()
        ben.sees("Who sits where")
        assert ben.code == ana.code


def test_a_spectator_sees_no_hand(new_person: NewPerson) -> None:
    for game in words.GAMES:
        ana = new_person("Ana").new_table(game, 2, bots=1).start()
        watching = new_person("Wim").open(f"/t/{ana.code}").sees(words.round_of(1))
        assert watching.page.get_by_role("region", name=words.HAND).count() == 0
        assert watching.belt.count() == 0
        ana.choose_any()
        expect(watching.button(re.compile(r"^(Table|Tray) of Ana"))).to_be_visible()
        if game == "sushi-go":
            watching.sees("You are watching: hands stay hidden")


def test_a_table_without_spectators_refuses_them(new_person: NewPerson) -> None:
    ana = (
        new_person("Ana")
        .open("/new")
        .choose("Players", "2")
        .choose("Bots", "1")
        .check("Others may watch", on=False)
        .create_table()
    )
    early = new_person("Early").open(f"/t/{ana.code}").sees("Who sits where")
    ana.start()
    early.sees("This table is for its players alone.")
    late = new_person("Late").open(f"/t/{ana.code}").sees("This table is for its players alone.")
    late.page.get_by_role("link", name=words.HOME).click()
    expect(late.button(re.compile("Play now")).first).to_be_visible()


def test_seats_are_taken_renamed_left_and_filled_by_bots(new_person: NewPerson) -> None:
    ana, ben = new_person("Ana").new_table("sushi-go", 3), new_person("Ben")
    ben.join(ana)
    ben.page.get_by_role("textbox", name="Your name").fill("Benedict")
    ben.button("Change name").click()
    ana.sees("Benedict")
    ben.button("Leave the seat").click()
    expect(ana.page.get_by_text("Free seat")).to_have_count(2)
    expect(ana.button(words.START)).to_be_disabled()
    for left in (1, 0):
        ana.button(words.BOT_HERE).first.click()
        expect(ana.button(words.BOT_HERE)).to_have_count(left)
    ana.button("Remove Miso-san").click()
    expect(ana.button(words.BOT_HERE)).to_have_count(1)
    ben.join(ana)
    ana.start()


def test_bots_of_every_level_can_be_chosen(new_person: NewPerson) -> None:
    ana = new_person("Ana").open("/new").choose("Players", "4").choose("Bots", "1")
    offered = ana.page.get_by_role("group", name="Which bots?").get_by_role("radio")
    expect(offered).to_have_count(5)
    expect(offered.nth(2)).to_be_checked()
    expect(offered.nth(4)).to_have_accessible_name(re.compile(r"^Toro level 5 of 5 rating \d+ The champion: "))
    # Arrow keys change the level.
    offered.nth(2).focus()
    for _ in range(2):
        ana.page.keyboard.press("ArrowUp")
    expect(offered.first).to_be_checked()
    ana.create_table()
    expect(ana.page.get_by_role("listitem").filter(has_text="Mochi").filter(has_text="level 1 of 5")).to_be_visible()
    picker = ana.page.get_by_role("combobox", name="Which bots?")
    for level, says in (("toro", "The champion"), ("mochi", "whatever looks tasty")):
        picker.select_option(level)
        expect(picker).to_have_accessible_description(re.compile(says))
        ana.button(words.BOT_HERE).first.click()
        expect(ana.button(words.BOT_HERE)).to_have_count(1 if level == "toro" else 0)
    ana.sees("Mochi-san").start()
    ana.choose_any()
    for name in ("Toro", "Mochi", "Mochi-san"):
        expect(ana.button(re.compile(rf"^Table of {name}\b"))).not_to_have_count(0)


def test_a_proposal_can_be_put_off_or_agreed_to(new_person: NewPerson) -> None:
    ana, ben = new_person("Ana").new_table("sushi-go", 2), new_person("Ben")
    ben.join(ana)
    ana.start()
    ben.button(words.MENU).click()
    ben.button("Propose to stop here").click()
    expect(ben.button("You would stop here")).to_be_disabled()
    ana.sees("Ben would stop here.").button("Not now").click()
    expect(ana.button("Agree")).to_have_count(0)
    ana.button(words.MENU).click()
    ana.button("Agree to stop here").click()
    for person in (ana, ben):
        person.sees("The game was stopped: nobody wins.").sees("So far")


def test_a_removed_player_is_notified(new_person: NewPerson) -> None:
    ana, ben = new_person("Ana").new_table("sushi-roll", 2), new_person("Ben")
    ben.join(ana)
    ana.button("Remove Ben").click()
    ben.sees("The host has given your seat free.")
    ben.button(words.SIT_DOWN, exact=True).click()
    # On the page itself: the live region may still have the text, joined with later ones.
    expect(ben.page.get_by_role("main").get_by_text("The host has given your seat free.")).to_have_count(0)
