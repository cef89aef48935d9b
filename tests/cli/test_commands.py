"""The other commands, and errors for invalid arguments."""

import json
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from kaiten.cli.options import complete_bots
from kaiten.record import append, dumps, read
from tests.cli.command import ENVIRONMENT, kaiten, kaiten_here, refused
from tests.playing import SETUPS, random_record


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file with a game of each setup, the last one unfinished."""
    path = tmp_path / "games.jsonl"
    for setup in SETUPS.values():
        append(path, random_record(setup, 1))
    append(path, random_record(SETUPS["sushi-roll-3"], 1, 9))
    return path


def test_simulate_gives_the_same_games_for_the_same_seed(tmp_path: Path) -> None:
    results = []
    for name in ("one.jsonl", "two.jsonl"):
        arguments = ("simulate", "sushi-roll", "--games", "6", "--seed", "4", "--players", "3", "--json")
        result = kaiten(*arguments, "--record", str(tmp_path / name))
        assert result.returncode == 0, result.stderr
        data = json.loads(result.stdout)
        assert data.pop("games_per_second") > 0
        results.append(data)
    assert results[0] == results[1]
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    assert len([*read(tmp_path / "one.jsonl")]) == 6
    assert [bot["name"] for bot in results[0]["bots"]] == ["regular", "random 1", "random 2"]
    assert sum(bot["wins"] for bot in results[0]["bots"]) == pytest.approx(6)


def test_simulate_shows_a_table(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    result = kaiten("simulate", "sushi-go", "--games", "5", "--dummy", "--bots", "greedy", "--record", str(file))
    assert result.returncode == 0, result.stderr
    for text in ("mean score", "wins", "95% interval", "greedy 1", "greedy 2", "5 games, seed 0", "games a second"):
        assert text in result.stdout
    assert all(record.options.dummy for record in read(file))


def test_simulate_plays_every_option() -> None:
    result = kaiten("simulate", "sushi-go", "--games", "3", "--pass", "both", "--bots", "random,greedy,regular,random")
    assert result.returncode == 0, result.stderr
    assert "4 players, 3 games" in result.stdout


def test_verify_counts_valid_games(games: Path) -> None:
    result = kaiten("verify", str(games))
    assert result.returncode == 0, result.stderr
    count = len(SETUPS) + 1
    assert f"all {count} games are valid." in result.stdout
    assert "Not finished: 1." in result.stdout
    assert f"Deals checked against their seeds: {count} of {count}." in result.stdout
    data = json.loads(kaiten("verify", str(games), "--json").stdout)
    assert data == {"file": str(games), "ok": True, "games": count, "finished": count - 1, "deals_checked": count}


def test_verify_reports_the_error_and_its_place(games: Path) -> None:
    lines = games.read_text().splitlines()
    lines[2] = lines[2].replace('"turns": [["', '"turns": [["T+T+T"], ["', 1)
    games.write_text("\n".join(lines))
    sentence = refused(kaiten("verify", str(games)))
    assert sentence.startswith(f'{games}, line 3, turn 1: the row is ["T+T+T"]: it should hold ')
    result = kaiten("verify", str(games), "--json")
    assert result.returncode == 2
    data = json.loads(result.stdout)
    assert (data["ok"], data["code"], data["line"], data["turn"]) == (False, "bad-record", 3, 1)


def test_replay_shows_every_turn_and_why_it_scored(games: Path) -> None:
    for number, (game, players, options) in enumerate(SETUPS.values(), 1):
        result = kaiten_here("replay", str(games), "--game", str(number))
        assert result.returncode == 0, result.stderr
        for text in (
            "Round 1 is over.",
            "Round 3 is over.",
            "The game is over.",
            "Turn 1 (" if game == "sushi-go" else "Action 1 (",
        ):
            assert text in result.stdout
        assert ("The dummy" in result.stdout) == (game == "sushi-go" and options.dummy)
        if players == 5:
            assert "Eva" in result.stdout
    broken_off = kaiten("replay", str(games), "--game", str(len(SETUPS) + 1))
    assert "the game is not finished" in broken_off.stdout


def test_replay_shows_one_turn_with_everything_on_the_table(games: Path) -> None:
    result = kaiten("replay", str(games), "--game", "2", "--turn", "12")
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("hand ") == 3
    assert "Turn 12 (round 2, turn 3)" in result.stdout
    dice = kaiten("replay", str(games), "--game", str(len(SETUPS)), "--turn", "3")
    assert "belt" in dice.stdout
    assert "tray" in dice.stdout


def test_replay_as_json(games: Path) -> None:
    data = json.loads(kaiten("replay", str(games), "--game", "1", "--json").stdout)
    assert len(data["turns"]) == 30
    assert set(data["turns"][0]) == {"turn", "round", "hands", "tables", "puddings", "choices"}
    dice = json.loads(kaiten("replay", str(games), "--game", str(len(SETUPS)), "--turn", "2", "--json").stdout)
    assert [turn["turn"] for turn in dice["turns"]] == [2]
    assert dice["turns"][0]["action"]


def test_score_is_itemised() -> None:
    result = kaiten(
        "score", "sushi-go", "W N3 T T M2", "S S M3", "D D", "--names", "Ana,Ben,Cleo", "--puddings", "4,0,0"
    )
    assert result.returncode == 0, result.stderr
    assert [line.rstrip() for line in result.stdout.splitlines()[:6]] == [
        "Ana: 17 points for the round",
        "    Maki: 2 icons, second, 3 points",
        "    Tempura: 2, one pair, 5 points",
        "    Squid nigiri: 1, tripled on wasabi, 9 points",
        "  and 6 points at the end of the game",
        "    Pudding: 4, most, 6 points",
    ]
    for text in (
        "Sashimi: 2, one short",
        "Pudding: 4, most, 6 points",
        "Pudding: 0, fewest, shared with one other, -3 points",
    ):
        assert text in result.stdout


def test_score_lists_puddings_for_the_end_of_the_game() -> None:
    result = kaiten_here("score", "sushi-go", "p P T t", "n3")
    assert "Pudding: 2, counted at the end of the game" in result.stdout
    assert "Player 1: 5 points for the round" in result.stdout


def test_score_for_programs() -> None:
    result = kaiten(
        "score",
        "sushi-roll",
        "T T T T S S",
        "W N3 M1",
        "--puddings",
        "2,2",
        "--menus",
        "3,0",
        "--chopsticks",
        "0,1",
        "--json",
    )
    data = json.loads(result.stdout)
    first, second = data["players"]
    assert (first["round"], first["end"], second["round"], second["end"]) == (17, 7, 15, 6)
    assert first["lines"][0] == {
        "item": "tempura",
        "count": 4,
        "points": 11,
        "reason": "short",
        "lacks": 2,
        "rivals": 0,
        "text": "Tempura: 4, one full set, two short of another, 11 points",
    }


def test_score_with_the_dummy() -> None:
    arguments = ("score", "sushi-go", "M1", "M2", "M3", "--dummy", "--puddings", "3,1,1")
    plain, penalty = kaiten(*arguments), kaiten(*arguments, "--dummy-pudding-penalty")
    assert "The dummy: 6 points for the round" in plain.stdout
    assert "fewest, no loss here" in plain.stdout
    assert "fewest, shared with one other, -3 points" in penalty.stdout


@pytest.mark.parametrize("game", ["sushi-go", "sushi-roll"])
def test_rules_are_printed(game: str) -> None:
    result = kaiten("rules", game)
    assert result.returncode == 0
    assert len(result.stdout.splitlines()) < 30
    assert "chopsticks" in result.stdout
    assert "Three rounds" in " ".join(result.stdout.split())


def test_both_rules_without_a_name() -> None:
    result = kaiten("rules")
    assert "Sushi Go!" in result.stdout
    assert "Sushi Roll" in result.stdout


@pytest.mark.parametrize("command", ["", "play", "rules", "score", "scorekeeper", "simulate", "replay", "verify"])
def test_help_has_a_description_and_an_example(command: str) -> None:
    result = kaiten(*command.split(), "--help")
    assert result.returncode == 0
    assert "Usage: kaiten" in result.stdout
    if command not in ("", "rules"):
        assert f"kaiten {command}" in result.stdout.split("Example")[1]


def test_version() -> None:
    from kaiten import __version__  # noqa: PLC0415

    assert kaiten("--version").stdout == f"kaiten {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["dance"], "No such command 'dance'."),
        (["play", "poker"], "'poker' is not one of"),
        (["play", "--players", "1"], "1 player: this game is for 2 to 5"),
        (["play", "--people", "Ana,Ben,Cleo", "--players", "2"], "3 people do not fit a table of 2"),
        (["play", "--players", "9"], "9 players: this game is for 2 to 5"),
        (["play", "--players", "two"], "'two' is not a whole number of 0 or more, with 18 digits at most"),
        (["play", "--dummy", "--players", "3"], "3 players with the dummy"),
        (["play", "--people", "Ana,Ben,Cleo,Dan,Eva,Finn"], "6 people do not fit a table of 5"),
        (["play", "--people", "Ana,,Ben"], "--people 'Ana,,Ben': write names with commas"),
        (["play", "--people", "Ana,ana"], "two people have the same name"),
        (
            ["play", "--bots", "wasabi"],
            "bot 'wasabi' is not known: the bots are mochi, soba, miso, yuzu, toro, random, greedy, regular",
        ),
        (["play", "--players", "4", "--bots", "greedy,random"], "names 2 bots for 3 free seats"),
        (["play", "--pass", "right"], "'right' is not one of"),
        (["play", "--first-control", "1"], "--first-control needs --dummy"),
        (["play", "--dummy-pudding-penalty"], "--dummy-pudding-penalty needs --dummy"),
        (["play", "--dummy", "--first-control", "2"], "first_control 2: it is seat 0 or seat 1"),
        (["play", "sushi-roll", "--dummy"], "--dummy is for Sushi Go!: Sushi Roll has no options"),
        (["play", "sushi-roll", "--pass", "both"], "--pass both is for Sushi Go!"),
        (["play", "--record", "."], ". exists already: name another file"),
        (["play", "--record", "no/such/folder/x.json"], "'no/such/folder/x.json' cannot be written: no such file or"),
        (["play", "--record", "x" * 300], "cannot be written: file name too long"),
        (["simulate", "sushi-go", "--record", "x" * 300], "cannot be written: file name too long"),
        (["play", "--people", "\udcff,Ben"], "the name '\\udcff' is not allowed"),
        (["play", "--people", "\x1b[31mRed,Ben"], "the name '\\x1b[31mRed' is not allowed"),
        (["play", "--people", "x" * 41], "is not allowed: write up to 40 printable characters"),
        (["play", "--seed", "9" * 19], "with 18 digits at most"),
        (["play", "--resume", "nothing.json"], "nothing.json cannot be read: no such file"),
        (["play", "--resume", "."], ". cannot be read: it is a folder"),
        (["play", "--seed", "-1"], "'-1' is not a whole number of 0 or more"),
        (["simulate"], "Missing argument"),
        (["simulate", "sushi-go", "--games", "0"], "'0' is not a whole number of 1 or more"),
        (["simulate", "sushi-go", "--players", "9"], "9 players: this game is for 2 to 5"),
        (["simulate", "sushi-go", "--players", "3", "--bots", "greedy,random"], "names 2 bots: 3 players need 3"),
        (["simulate", "sushi-go", "--bots", "greedy,"], "write names with commas between them"),
        (["simulate", "sushi-go", "--players", "3", "--dummy", "--bots", "random"], "3 players with the dummy"),
        (["simulate", "sushi-go", "--record", "."], ". exists already"),
        (["verify", "."], ". cannot be read: it is a folder"),
        (["verify", "nothing.jsonl"], "nothing.jsonl cannot be read: no such file or directory"),
        (["verify", "/dev/null"], "holds no games"),
        (["replay", "nothing.jsonl"], "nothing.jsonl cannot be read"),
        (["score", "sushi-go", "T T", "X"], "'X' is not a card: write one of T S D"),
        (["score", "sushi-go", "T"], "1 player: this game is for 2 to 5"),
        (["score", "sushi-go", "T", "S", "--dummy"], "--dummy needs three tables, the dummy's last"),
        (["score", "sushi-go", "T " * 11, "S"], "Player 1 has 11 cards: a round deals 10"),
        (["score", "sushi-go", "C C C", "C C"], "there are 5 chopsticks cards: the deck has 4"),
        (["score", "sushi-go", "T", "S", "--puddings", "1"], "--puddings '1': 2 numbers are needed"),
        (["score", "sushi-go", "T", "S", "--puddings", "1,-1"], "2 numbers are needed"),
        (["score", "sushi-go", "T", "S", "--puddings", "6,6"], "there are 12 puddings: the deck has 10"),
        (["score", "sushi-go", "P P", "S", "--puddings", "1,0"], "Player 1 has 2 puddings on the table, not 1"),
        (["score", "sushi-go", "T", "S", "--menus", "1,1"], "--menus is for Sushi Roll"),
        (["score", "sushi-go", "T", "S", "--names", "Ana"], "--names 'Ana': 2 names are needed"),
        (["score", "sushi-roll", "P", "T"], "'P' is not a face: write one of T S D"),
        (["score", "sushi-roll", "T " * 9, "T"], "Player 1 has 9 dice: a round gives 8"),
        (["score", "sushi-roll", "P1 P1 P1", "P1 P1"], "there are 5 pudding dice: the bag has 4"),
        (["score", "sushi-roll", "T", "T", "--puddings", "1,1"], "--menus is missing"),
        (
            ["score", "sushi-roll", "T", "T", "--puddings", "1,1", "--menus", "9,10", "--chopsticks", "0,0"],
            "supply has 18",
        ),
        (["rules", "chess"], "'chess' is not one of"),
    ],
)
def test_errors_are_one_line_with_exit_code_2(arguments: list[str], sentence: str) -> None:
    assert sentence in refused(kaiten_here(*arguments))


def test_missing_games_and_turns_are_refused(games: Path) -> None:
    count = len(SETUPS) + 1
    assert f"--game 99: {games} holds {count} games" in refused(kaiten("replay", str(games), "--game", "99"))
    assert "--turn 31: this game has 30 turns" in refused(kaiten("replay", str(games), "--turn", "31"))
    assert f"holds {count} games: to resume, a file has to hold" in refused(kaiten("play", "--resume", str(games)))


@pytest.mark.parametrize(
    "environment",
    [
        {"TERM": "dumb"},
        {"NO_COLOR": "1"},
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "TERM": ""},
        {"COLUMNS": "30"},
    ],
)
def test_output_works_without_colour_and_on_dumb_terminals(environment: dict[str, str]) -> None:
    for arguments in (["rules"], ["simulate", "sushi-go", "--games", "2"], ["play", "--people", "Zoë"], ["--help"]):
        result = kaiten(*arguments, stdin="1\n\nq\n", env=environment)
        assert result.returncode == 0, result.stderr
        assert "\033[" not in result.stdout
        assert result.stderr == ""


def test_a_closed_output_pipe_is_no_error(games: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "kaiten", "replay", str(games)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdout is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the full disk that Linux has")
@pytest.mark.parametrize("arguments", [["rules"], ["simulate", "sushi-go", "--games", "1", "--json"]])
def test_a_full_disk_is_reported_in_one_line(arguments: list[str]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        result = subprocess.run(
            [sys.executable, "-m", "kaiten", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=ENVIRONMENT,
            timeout=60,
        )
    assert refused(result) == "the output cannot be written: no space left on device"


def test_an_interrupted_simulate_shows_its_results(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with subprocess.Popen(
        [sys.executable, "-m", "kaiten", "simulate", "sushi-go", "--games", "100000", "--record", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    ) as process:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and not (file.exists() and file.stat().st_size > 20_000):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        try:
            said, error = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode == 130, error
    games = len([*read(file)])  # the signal may come between writing a game and counting it
    assert f"{games} games" in said or f"{games - 1} games" in said


def test_a_narrow_terminal_gets_the_totals_line_by_line() -> None:
    answers = "1\n" * 60
    result = kaiten("play", "--quick", "--seed", "5", "--players", "2", stdin=answers, env={"COLUMNS": "40"})
    assert result.returncode == 0, result.stderr
    assert re.search(r"You, \d+ in all \(round 1: \d+", result.stdout)


def test_control_characters_in_names_are_not_printed(tmp_path: Path) -> None:
    record = random_record(SETUPS["sushi-go-2"], 1)
    path = tmp_path / "game.json"
    path.write_text(dumps(replace(record, players=("\x1b[31mRed", "Ben\n"))))
    result = kaiten("replay", str(path))
    assert result.returncode == 0, result.stderr
    assert "\x1b" not in result.stdout
    assert "?[31mRed" in result.stdout


def test_the_shell_completes_games_and_bots() -> None:
    environment = {"_KAITEN_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "kaiten simulate "}
    result = kaiten(env=environment)
    assert "sushi-roll" in result.stdout
    assert complete_bots("g") == ["greedy"]
    assert complete_bots("greedy,r") == ["greedy,random", "greedy,regular"]
