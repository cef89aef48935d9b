"""`kaiten scorekeeper` end to end: whole games, mistakes, two devices, and kills."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kaiten.cli.sheet_files import SheetFolder
from kaiten.sheet import Sheet, dumps, loads, parse_cell, score_sheet
from tests.cli.command import ENVIRONMENT, kaiten, kaiten_here, refused
from tests.sheet.writing import filled, header, put

GO = "1\nAna, Ben, Cleo\n"
ROUND = "W N3 T T M2 P C D D\nN2 W N1 S S S M3 P D\nM1 M1 D T T S P N2 N2\n"


def keep(folder: Path, answers: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return kaiten_here("scorekeeper", "--folder", str(folder), *arguments, stdin=answers)


def keep_as_process(folder: Path, answers: str, columns: int = 80) -> subprocess.CompletedProcess[str]:
    result = kaiten("scorekeeper", "--folder", str(folder), stdin=answers, env={"COLUMNS": str(columns)})
    assert (result.returncode, result.stderr) == (0, "")
    return result


def kept(folder: Path) -> list[Sheet]:
    sheets = [sheet for path in folder.glob("*.json") for sheet in loads(path.read_text(encoding="utf-8"))]
    return sorted(sheets, key=lambda sheet: sheet.header.started)


def test_a_whole_game_of_cards(tmp_path: Path) -> None:
    result = keep_as_process(tmp_path, GO + ROUND * 3)
    assert "Ana, round 1 (9 cards): W N3 T T M2 P C D D\n" in result.stdout
    assert "W N3 T T M2 P C D D: 9 of 9 cards. On wasabi: squid nigiri." in result.stdout
    assert "N2 W N1 S S S M3 P D: 9 of 9 cards. On wasabi: egg nigiri." in result.stdout
    for text in ("Round 1 is over.", "Ana: 18 points, 18 in all.", "Ana: 18 points, 36 in all.", "Round 3 is over."):
        assert text in result.stdout
    assert "Pudding: 1, counted at the end of the game" in result.stdout
    assert "Ana: Pudding: 3, all equal" in result.stdout
    assert "Ben wins with 66 points." in result.stdout
    (sheet,) = kept(tmp_path)
    assert score_sheet(sheet).totals == (54, 66, 33)
    assert "Everything you entered is saved." in result.stdout


def test_a_whole_game_of_dice_with_tokens_and_a_tie_break(tmp_path: Path) -> None:
    trays = "T T T D P1 N2 M1 M1\nT T T D P2 N2 M1 M1\n"
    same = "T T T D S N2 M1 M1\nT T T D S N2 M1 M1\n"
    result = keep_as_process(tmp_path, "roll\nAna,Ben\n" + trays + same * 2 + "p2 c3 u1\n u2 c2\n")
    assert "Ana, tokens left, such as U2 C1 (puddings by the dice: 1): " in result.stdout
    assert "Ana and Ben share the win" in result.stdout
    again = keep(tmp_path, "open 1\nedit tokens Ana\nU2 C2\n")
    assert "Ben: Pudding: 2 tokens, most, 6 points" in again.stdout
    assert "Ben wins with 68 points." in again.stdout


def test_the_dummy_has_a_seat_and_no_win(tmp_path: Path) -> None:
    result = keep(tmp_path, "1\nAna,Ben\ny\ny\n" + "T T\nP\nP P M3\n" * 3 + "edit 1 dummy\n")
    assert "The dummy, round 1 (9 cards): P P M3" in result.stdout
    assert "The dummy, round 1 is now: P P M3." in result.stdout
    assert "Ana wins with 9 points." in result.stdout
    (sheet,) = kept(tmp_path)
    assert (sheet.header.dummy, sheet.header.dummy_pudding_penalty) == (True, True)


def test_impossible_entries_are_reported_and_corrected_or_kept(tmp_path: Path) -> None:
    result = keep(tmp_path, GO + "10T\nT T\nC C C\n\n")
    assert "Impossible: Ana has 10 cards in round 1: a round deals 9." in result.stdout
    assert "Enter to keep it anyway, or Ana, round 1 again: T T\n" in result.stdout
    (sheet,) = kept(tmp_path)
    assert [sheet.value(parse_cell(cell)) for cell in ("1/0", "1/1")] == ["T T", "C C C"]
    assert sheet.history(parse_cell("1/0"))[0].value == " ".join(["T"] * 10)
    again = keep(tmp_path, "none\nC C\n\n")
    assert "Impossible: there are 5 chopsticks cards (Ana 2, Ben 3): the deck has 4." in again.stdout
    assert "Ben, round 2 (9 cards): " in again.stdout


def test_mistyped_answers_are_asked_again(tmp_path: Path) -> None:
    result = keep(tmp_path, "3\n1\nAna\nAna,ana\nAna,Ben\nmaybe\n\nhello\n\n11T\nX\nT\n")
    for text in (
        "'3' is not a game: type 1 or 2.",
        "1 player: a sheet has 2 to 5",
        "Two players have the same name: 'Ana, ana'.",
        "'HELLO' is not a card: write one of T S D",
        "Type the codes with spaces between them",
    ):
        assert text in result.stdout
    (sheet,) = kept(tmp_path)
    assert sheet.value(parse_cell("1/0")) == "T"


def test_every_command_at_any_prompt(tmp_path: Path) -> None:
    answers = "help\nshow\nlist\nstats\n" + GO + "W N3\nshow\nhelp\ntrack\nhistory\nhistory 1 Ana\nhistory 2 Ana\n"
    answers += (
        "edit 1 Ana\nN3 W\nundo\nundo\nundo\nrename Ben Benedikt\nrename\nrename 1\nrename Cleo ana\nrename Zoe X\n"
    )
    answers += "edit 9 Ana\nedit 1\nedit 1 Zoe\nedit 1 Ana now\nopen 7\nopen x\nkeep\nexport\nexport no.txt\nimport\nimport nothing.json\n"
    result = keep(tmp_path, answers)
    assert result.returncode == 0, result.stderr
    for text in (
        "No sheet is open: begin a new one, or open one of the list.",
        "There are no sheets yet.",
        "No game is finished yet.",
        "Sushi Go!: Ana, Ben and Cleo, ",
        "edit 1 Ana",
        "[ 0 ]oo>",
        "Ana, round 1: W N3, by terminal of",
        "There are no edits.",
        "Ana, round 1 is now: W N3. Enter keeps it, clear empties it.",
        "Nothing lies on wasabi: the nigiri came before it.",
        "Taken back: Ana, round 1 is W N3 again.",
        "Taken back: Ana, round 1 is empty again.",
        "There is no entry of yours to take back.",
        "At the table: Ana, Benedikt and Cleo.",
        "'' is not a player: Ana, Benedikt and Cleo play.",
        "Rename whom to what? Such as: rename Ana Anna.",
        "Two players have the same name: 'Ana, Benedikt, ana'.",
        "'Zoe X' is not a player",
        "Edit what? A round and a player, such as: edit 1 Ana.",
        "'Zoe' is not a player: Ana, Benedikt and Cleo play.",
        "Open '7': list numbers the sheets, from 1 to 1.",
        "There are no conflicts to settle.",
        "Export to which file? Such as: export evening.json.",
        "neither JSON nor CSV",
        "Import which file?",
        "Nothing.json cannot be read: no such file or directory.",
    ):
        assert text in " ".join(result.stdout.split()).replace("\n", " ") or text in result.stdout, text


def test_a_name_may_be_a_command(tmp_path: Path) -> None:
    keep(tmp_path, "1\nShow Girl, Undo\n\nT\nrename undo History Buff\n")
    (sheet,) = kept(tmp_path)
    assert sheet.names == ("Show Girl", "History Buff")


def test_without_options_it_continues_the_game_and_offers_the_last_names(tmp_path: Path) -> None:
    keep(tmp_path, GO + ROUND * 2 + "T\n")
    result = keep(tmp_path, "S\nD\nnew\n\n\n")
    assert "Next: Ben, round 3." in result.stdout
    assert "The game is over." in result.stdout
    assert "Who plays, in seat order (Enter: Ana, Ben, Cleo): " in result.stdout
    first, second = kept(tmp_path)
    assert score_sheet(first).finished
    assert second.names == first.names
    assert second.edits == ()


def test_with_all_sheets_finished_a_new_game_is_offered(tmp_path: Path) -> None:
    keep(tmp_path, GO + ROUND * 3)
    result = keep(tmp_path, "list\nopen 1\nshow\nhello\n")
    assert "No game is unfinished. 1 is finished: list shows them." in result.stdout
    assert "Ben won with 66 points" in result.stdout
    assert "'hello' is not a command: help lists them." in result.stdout
    assert "Which game?" in keep(tmp_path, "", "--new").stdout


@pytest.mark.parametrize("suffix", ["json", "csv"])
def test_export_and_import_on_another_machine(tmp_path: Path, suffix: str) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / f"evening.{suffix}"
    keep(here, GO + ROUND)
    assert f"Written: {file}" in keep(here, f"export {file}\n").stdout.replace("\n", "")
    assert "exists already" in keep(here, f"export {file}\n").stdout.replace("\n", " ")
    result = keep(there, f"import {file}\n")
    assert "New: Sushi Go!: Ana, Ben and Cleo" in result.stdout
    assert "Next: Ana, round 2." in result.stdout
    assert score_sheet(*kept(there)) == score_sheet(*kept(here))
    again = keep(there, "", "--import", str(file))
    assert again.returncode == 0
    assert "Merged: Sushi Go!: Ana, Ben and Cleo" in again.stdout
    assert "(0 new entries)" in again.stdout


def test_concurrent_entries_conflict_until_settled(tmp_path: Path) -> None:
    start = Sheet(header(people=3))
    mine, yours = put(start, "1/0", "W N3", by="Ana's phone"), put(start, "1/0", "N3 W", by="Ben's phone", at=3000)
    mine = put(mine, "name/1", "Benno", by="Ana's phone")
    yours = put(yours, "name/1", "Benedikt", by="Ben's phone")
    (tmp_path / "one.json").write_text(dumps([mine]), encoding="utf-8")
    (tmp_path / "two.json").write_text(dumps([yours]), encoding="utf-8")
    folder = tmp_path / "sheets"
    answers = f"import {tmp_path / 'one.json'}\nimport {tmp_path / 'two.json'}\n\n\nshow\nkeep\nkeep 9\nkeep 1\n2\n"
    result = keep(folder, answers)
    for text in (
        "Two entries for Ana, round 1:",
        "1  W N3 (by Ana's phone, ",
        "2  N3 W (by Ben's phone, ",
        "Conflict: Ana, round 1. Settle it with keep.",
        "Keep '9': write a number from 1 to 2.",
        "Settled: Ana, round 1 is W N3.",
        "Settled: name of player 2 is",
    ):
        assert text in result.stdout, text
    (sheet,) = kept(folder)
    assert sheet.conflicts() == {}
    assert sheet.value(parse_cell("1/0")) == "W N3"


def test_a_conflict_can_be_settled_by_a_third_table_or_name(tmp_path: Path) -> None:
    start = Sheet(header(people=3))
    both = put(start, "1/0", "T").merge(put(start, "1/0", "S", by="laptop"))
    both = both.merge(put(start, "name/0", "Anna")).merge(put(start, "name/0", "Anne", by="laptop"))
    tmp_path.joinpath(f"{both.header.sheet}.json").write_text(dumps([both]), encoding="utf-8")
    keep(tmp_path, "D D\nAna\n")
    (sheet,) = kept(tmp_path)
    assert sheet.conflicts() == {}
    assert (sheet.value(parse_cell("1/0")), sheet.value(parse_cell("name/0"))) == ("D D", "Ana")


def test_sheets_of_a_file_of_several_are_taken_together_or_not_at_all(tmp_path: Path) -> None:
    file, folder = tmp_path / "all.json", tmp_path / "sheets"
    keep(folder, GO + ROUND)
    keep(folder, GO + "T\n", "--new")
    assert "Written: 2 sheets to" in keep(folder, "", "--export", str(file)).stdout
    data = json.loads(file.read_text(encoding="utf-8"))
    data["sheets"][1]["players"][0] = "Mallory"
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(data), encoding="utf-8")
    assert "is another game than" in refused(keep(folder, "", "--import", str(bad)))
    assert "New:" in keep(tmp_path / "elsewhere", f"import {file}\n").stdout
    assert len(kept(tmp_path / "elsewhere")) == 2


def test_lists_and_statistics_for_people_and_programs(tmp_path: Path) -> None:
    keep(tmp_path, GO + ROUND * 3)
    keep(tmp_path, GO + "W W W W W W W\n", "--new")
    assert "next: Ben" in keep(tmp_path, "", "--list").stdout
    listed = json.loads(keep(tmp_path, "", "--list", "--json").stdout)
    assert [row["finished"] for row in listed] == [False, True]
    assert listed[1]["totals"] == [54, 66, 33]
    assert listed[1]["winners"] == [1]
    assert listed[0]["problems"] == ["there are 7 wasabi cards (Ana 7): the deck has 6"]
    assert "favourite" in keep(tmp_path, "", "--stats").stdout
    statistics = json.loads(keep(tmp_path, "", "--stats", "--json").stdout)
    assert statistics["sushi-roll"] == []
    assert statistics["sushi-go"][0] == {
        "name": "Ben", "games": 1, "wins": 1, "best_round": 22, "mean_total": 66.0, "favourite": "sashimi",
    }  # fmt: skip


def test_a_damaged_file_is_skipped_and_not_changed(tmp_path: Path) -> None:
    (tmp_path / "damaged.json").write_text('{"format": "kaiten-she')
    result = keep(tmp_path, GO + "T\nlist\n")
    assert "damaged.json cannot be read: this is not JSON" in " ".join(result.stdout.split())
    assert (tmp_path / "damaged.json").read_text() == '{"format": "kaiten-she'
    assert "Skipped" in keep(tmp_path, "", "--list").stdout


def test_an_edit_with_an_impossible_time_is_shown(tmp_path: Path) -> None:
    sheet = put(Sheet(header()), "1/0", "T", at=8_640_000_000_000_000)
    (tmp_path / "far.json").write_text(dumps([sheet]), encoding="utf-8")
    assert "8640000000000000 ms" in keep(tmp_path, "history\n").stdout


def test_an_unwritable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    sentence = refused(keep(tmp_path / "file" / "sheets", GO))
    assert "sheets cannot be saved in" in sentence
    assert "choose another folder with --folder" in sentence
    assert "sheets cannot be saved in /dev/null" in refused(kaiten("scorekeeper", stdin=GO))


def test_the_folder_is_set_by_the_environment_or_a_default(tmp_path: Path) -> None:
    kaiten("scorekeeper", stdin=GO + "T\n", env={"KAITEN_SHEETS": str(tmp_path / "mine")})
    assert len(kept(tmp_path / "mine")) == 1
    kaiten("scorekeeper", stdin=GO + "T\n", home=tmp_path)
    assert len(kept(tmp_path / "kaiten" / "sheets")) == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--list", "--stats"], "--list cannot be combined with --stats"),
        (["--json"], "--json needs --list or --stats"),
        (["--export", "x.txt"], "there are no sheets in"),
        (["--import", "nothing.csv"], "nothing.csv cannot be read: no such file or directory"),
        (["--import", "."], ". cannot be read: it is a folder"),
        (["--import", "/dev/null"], "this is not JSON, or is cut short"),
    ],
)
def test_incompatible_options_are_refused(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    assert sentence in refused(keep(tmp_path, "", *arguments))


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_bytes(b"\xff\xfe\x00")
    assert "it is not UTF-8 text" in refused(keep(tmp_path, "", "--import", str(tmp_path / "x.csv")))
    (tmp_path / "y.csv").write_text("a,b\n1,2\n")
    assert "column 'sheet' is missing" in refused(keep(tmp_path, "", "--import", str(tmp_path / "y.csv")))


@pytest.mark.parametrize("columns", [20, 40, 120])
def test_sheets_are_shown_in_narrow_and_wide_terminals(tmp_path: Path, columns: int) -> None:
    result = keep_as_process(tmp_path, GO + ROUND * 3 + "show\nlist\nstats\ntrack\nhelp\n", columns=columns)
    assert ("mean total: 66.0" in result.stdout) == (columns < 70)


def start(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "kaiten", "scorekeeper", "--folder", str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**ENVIRONMENT, "XDG_DATA_HOME": os.devnull, "COLUMNS": "80"},
    )


def wait_for(folder: Path, cell: str, value: str) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if any(sheet.value(parse_cell(cell)) == value for sheet in kept(folder)):
            return
        time.sleep(0.05)
    raise AssertionError(f"{cell} was not kept")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_kill_in_mid_entry_loses_no_entry(tmp_path: Path, number: signal.Signals) -> None:
    with start(tmp_path) as process:
        assert process.stdin is not None
        process.stdin.write(GO + "W N3 T\nS S S\nM1 M2")
        process.stdin.flush()
        wait_for(tmp_path, "1/1", "S S S")
        process.send_signal(number)
        said, error = process.communicate(timeout=60)
    assert "Traceback" not in error
    if number == signal.SIGINT:
        assert process.returncode == 130
        assert "Everything you entered is saved." in said
    result = keep(tmp_path, "M1 M2 M3\n")
    assert "Next: Cleo, round 1." in result.stdout
    (sheet,) = kept(tmp_path)
    assert [sheet.value(parse_cell(f"1/{seat}")) for seat in range(3)] == ["W N3 T", "S S S", "M1 M2 M3"]


def test_two_terminals_with_one_sheet_lose_no_entry(tmp_path: Path) -> None:
    with start(tmp_path) as process:
        assert process.stdin is not None
        process.stdin.write(GO + "W N3\n")
        process.stdin.flush()
        wait_for(tmp_path, "1/0", "W N3")
        keep(tmp_path, "edit 2 Cleo\nS S\n")
        process.stdin.write("T T\nquit\n")
        process.stdin.flush()
        process.communicate(timeout=60)
    (sheet,) = kept(tmp_path)
    assert [sheet.value(parse_cell(cell)) for cell in ("1/0", "1/1", "2/2")] == ["W N3", "T T", "S S"]


def test_many_programs_write_to_one_sheet_at_the_same_time(tmp_path: Path) -> None:
    sheets_folder, sheet = SheetFolder(tmp_path), Sheet(header(people=5))
    cells = [f"{number}/{seat}" for number in (1, 2, 3) for seat in range(5)]
    with ThreadPoolExecutor(len(cells)) as pool:
        # Each has its own copy, without the edits of the others.
        [*pool.map(lambda cell: sheets_folder.save(put(sheet, cell, "T", by=cell)), cells)]
    (kept_sheet,) = kept(tmp_path)
    assert sorted(str(edit.cell) for edit in kept_sheet.edits) == sorted(cells)


def test_the_winner_of_a_sheet_made_elsewhere(tmp_path: Path) -> None:
    sheet = filled(header(), ("P", ""), ("", "D"))
    (tmp_path / "sheet.json").write_text(dumps([sheet]), encoding="utf-8")
    assert "Ana won with 6 points" in keep(tmp_path, "", "--list").stdout.replace("\n", " ")
