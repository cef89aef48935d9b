"""`kaiten play` from the first card to the last, with what people type."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kaiten import sushi_go
from kaiten.record import read, start
from tests.cli.command import ENVIRONMENT, kaiten, kaiten_here, refused

# Answers that bring any game to its end: invalid ones are asked again.
CARDS = "1/2\n1/1\n1\n\n" * 400
DICE = "menu all\n\nswap 0 with 1:0\n\n0\n\n" * 400


def named(value: list[str] | str) -> str:
    """The id of a test case; long answers are truncated."""
    return value[:20] if isinstance(value, str) else " ".join(value)


@pytest.mark.parametrize(
    ("arguments", "answers"),
    [
        (["sushi-go", "--players", "2"], CARDS),
        (["sushi-go", "--players", "5", "--pass", "both", "--bots", "greedy"], CARDS),
        (["sushi-go", "--dummy"], CARDS),
        (["sushi-go", "--dummy", "--dummy-pudding-penalty", "--first-control", "1"], CARDS),
        (["sushi-go", "--people", "Ana,Ben", "--players", "2"], "\n1\n" * 800),
        (["sushi-go", "--people", "Ana,Ben,Cleo", "--quick"], "\n1\n" * 800),
        (["sushi-roll", "--players", "2", "--bots", "random"], DICE),
        (["sushi-roll", "--players", "4", "--quick"], DICE),
        (["sushi-roll", "--people", "Ana,Ben", "--players", "3"], DICE),
    ],
    ids=named,
)
def test_a_whole_game_is_played_and_kept(arguments: list[str], answers: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    result = kaiten("play", *arguments, "--seed", "3", "--record", str(file), stdin=answers)
    assert result.returncode == 0, result.stderr
    assert "The game is over." in result.stdout
    assert "Round 3 is over." in result.stdout
    assert " win" in result.stdout
    assert f"Saved as {file}" in result.stdout
    (record,) = read(file)
    assert record.scores is not None


def test_a_turn_shows_hand_tables_scores_and_choices() -> None:
    result = kaiten("play", "--seed", "5", stdin="1\n\nq\n")
    assert result.returncode == 0
    for line in (
        "Sushi Go!: You, Miso and Miso-san.",
        "Round 1 of 3, turn 1 of 9.",
        "The hand you hold goes to Miso next.",
        "Miso: 0 points, 0 more on the table",
        "Your hand, 9 cards:",
    ):
        assert line in result.stdout
    assert "Sashimi: 1, two short" in result.stdout
    assert "You chose " in result.stdout
    assert "Enter to reveal, u to choose again" in result.stdout
    assert "Miso keeps " in result.stdout
    assert "Round 1 of 3, turn 2 of 9." in result.stdout


def test_a_choice_can_be_changed_before_it_is_confirmed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    result = kaiten("play", "--seed", "5", "--record", str(file), stdin="1\nu\n2\n\nq\n")
    assert result.returncode == 0
    (record,) = read(file)
    first, second, *_ = sushi_go.legal(start(record), 0)
    assert record.choices[0] == (0, sushi_go.format_move(second))
    assert f"You chose {first.cards[0].label}." in result.stdout
    assert f"You keep {second.cards[0].label}." in result.stdout
    assert "The game is saved." in result.stdout


def test_with_several_people_any_player_can_change_a_choice(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    typed = "\n1\n\n1\nAna\n\n2\n\n\n"
    result = kaiten("play", "--people", "Ana,Ben", "--players", "2", "--seed", "5", "--record", str(file), stdin=typed)
    refused(result)
    (record,) = read(file)
    assert len(record.choices) == 2
    again = kaiten("play", "--people", "Ana,Ben", "--players", "2", "--seed", "5", stdin="\n2\n\n1\n\nq\n")
    assert "Enter when everybody has seen it." in again.stdout
    assert f"Ana keeps {_label(record.choices[0][1])}" in again.stdout


def _label(code: str) -> str:
    return sushi_go.parse_card(code).label


def test_hands_are_hidden_between_people() -> None:
    result = kaiten("play", "--people", "Ana,Ben", "--players", "2", "--seed", "5", stdin="\n1\n\n1\n\nq\n")
    assert "Ana, take the keyboard and press Enter when nobody else looks." in result.stdout
    for question in ("Ben, take the keyboard", "Everybody has chosen."):
        assert result.stdout.split(question)[0].endswith("\n" * 50)


def test_help_memory_and_rules_at_the_prompt() -> None:
    result = kaiten("play", "--seed", "5", "--players", "2", stdin="?\nr\n1\n\nm\nq\n")
    assert "With chopsticks in front of you, two cards" in result.stdout
    assert "Everybody chooses one at the same time" in result.stdout
    assert "Miso holds " in result.stdout


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("99", "There is no card '99': the numbers go from 1 to "),
        ("9" * 5000, "There is no card '999"),
        ("X", "'x' is not one of your cards"),
        ("\x1b[A", "is not one of your cards"),
        ("1+2", "two cards need chopsticks on the table from an earlier turn"),
        ("1/2", "only the player in control chooses for the dummy"),
        ("1+2+3", "names 3 cards: choose one, or two with chopsticks"),
        ("[bold]", "'[bold]' is not one of your cards"),
    ],
    ids=named,
)
def test_a_wrong_choice_is_explained_and_asked_again(typed: str, said: str) -> None:
    result = kaiten_here("play", "--seed", "5", stdin=f"{typed}\nq\n")
    assert result.returncode == 0
    assert said in " ".join(result.stdout.split())
    assert result.stdout.count("Your choice (? for help):") == 2


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("take 99", "Not take 99: the belt is "),
        ("menu 0,x", "'menu 0,x' is not a move"),
        ("swap 0 with Zoe:1", "'Zoe' is not a player: You and Miso"),
        ("eat it", "'eat it' is not a move: write it like 'menu 0,3'"),
        ("menu " + "9" * 5000, "is not a move"),
        ("swap 0 with 1:" + "9" * 5000, "is not a move"),
        ("m", "in Sushi Roll everything is open"),
    ],
    ids=named,
)
def test_a_wrong_action_is_explained_and_asked_again(typed: str, said: str) -> None:
    result = kaiten_here("play", "sushi-roll", "--players", "2", "--seed", "9", stdin=f"{typed}\n?\nr\nq\n")
    assert result.returncode == 0
    assert said in " ".join(result.stdout.split())


def test_dice_are_swapped_by_name_and_rerolled_in_any_order(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    typed = "swap 1 with miso:0\n\nmenu 2, 0\n\n0\nu\n1\n\nq\n"
    kaiten("play", "sushi-roll", "--players", "2", "--seed", "9", "--record", str(file), stdin=typed)
    (record,) = read(file)
    mine = [choice for seat, choice in record.choices if seat == 0]
    assert mine == ["swap 1 with 1:0", "menu 0,2", "take 1"]


def test_an_unfinished_game_is_resumed(tmp_path: Path) -> None:
    left = kaiten("play", "--players", "3", "--seed", "8", stdin="1\n\n1\n\nq\n", home=tmp_path)
    assert left.returncode == 0
    (file,) = (tmp_path / "kaiten" / "games").iterdir()
    assert f" play --resume {file}" in left.stdout
    (before,) = read(file)
    result = kaiten("play", "--resume", str(file), stdin=CARDS)
    assert result.returncode == 0, result.stderr
    assert "Round 1 of 3, turn 3 of 9." in result.stdout
    (after,) = read(file)
    assert after.choices[:6] == before.choices[:6]
    assert len(before.choices) >= 6
    assert after.scores is not None
    finished = kaiten("play", "--resume", str(file))
    assert "is finished: kaiten replay" in refused(finished)


def test_every_unfinished_game_has_its_own_file(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        kaiten("play", "--seed", seed, stdin="1\n\nq\n", home=tmp_path)
    assert len([*(tmp_path / "kaiten" / "games").iterdir()]) == 2


def test_resume_last_finds_the_last_unfinished_game(tmp_path: Path) -> None:
    assert "there is no unfinished game in " in refused(kaiten("play", "--resume", "last", home=tmp_path))
    kaiten("play", "sushi-roll", "--players", "2", "--seed", "9", stdin="tempura\n\n0\n\nq\n", home=tmp_path)
    result = kaiten("play", "--resume", "last", stdin=DICE, home=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "The game is over." in result.stdout
    assert "no unfinished game" in refused(kaiten("play", "--resume", "last", home=tmp_path))


def test_options_fixed_in_a_saved_game_are_refused_with_resume(tmp_path: Path) -> None:
    file = tmp_path / "my game.json"
    left = kaiten("play", "--record", str(file), stdin="1\n\nq\n")
    assert f"play --resume '{file}'" in left.stdout
    for asked in (["sushi-roll"], ["--seed", "1"], ["--record", "x.json"], ["--players", "3"], ["--dummy"]):
        assert " cannot be combined with --resume" in refused(kaiten("play", "--resume", str(file), *asked))


def test_two_sessions_of_one_file_lose_no_move(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    kaiten("play", "--record", str(file), "--seed", "5", stdin="1\n\nq\n")
    with subprocess.Popen(
        [sys.executable, "-m", "kaiten", "play", "--resume", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**ENVIRONMENT, "PYTHONUNBUFFERED": "1"},
    ) as earlier:
        assert earlier.stdout is not None
        while "Your hand" not in earlier.stdout.readline():
            pass
        kaiten("play", "--resume", str(file), stdin="1\n\n1\n\nq\n")
        (later,) = read(file)
        _, error = earlier.communicate("1\n\nq\n", timeout=30)
    assert earlier.returncode == 2
    assert "was changed by another program meanwhile" in error
    assert [*read(file)] == [later]


def test_a_game_without_a_choice_leaves_no_file(tmp_path: Path) -> None:
    result = kaiten("play", stdin="q\n", home=tmp_path)
    assert "Nothing was played, so nothing is saved." in result.stdout
    assert [*(tmp_path / "kaiten" / "games").iterdir()] == []


def test_without_a_writable_folder_the_game_is_played_unsaved() -> None:
    result = kaiten("play", "--seed", "5", stdin="1\n\nq\n")
    assert result.returncode == 0
    assert "This game cannot be saved: " in result.stdout
    assert "The game was not saved." in result.stdout


def test_a_player_of_a_record_can_resume_it(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    kaiten("play", "--people", "Ana,Ben", "--players", "2", "--record", str(file), stdin="\n1\n\n1\n\n\n")
    result = kaiten("play", "--resume", str(file), "--people", "Ben", stdin="q\n")
    assert result.returncode == 0
    assert "Your hand, " in result.stdout
    assert "'Zoe' does not play in this game" in refused(kaiten("play", "--resume", str(file), "--people", "Zoe"))


@pytest.mark.parametrize("stop", [signal.SIGINT])
def test_ctrl_c_leaves_a_record_to_resume(stop: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with subprocess.Popen(
        [sys.executable, "-m", "kaiten", "play", "--seed", "5", "--record", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**ENVIRONMENT, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdin is not None
        process.stdin.write("1\n\n")
        process.stdin.flush()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if file.exists() and len(next(iter(read(file))).choices) >= 3:
                break
            time.sleep(0.05)
        time.sleep(0.3)
        os.kill(process.pid, stop)
        process.wait(timeout=30)
        assert process.stdout is not None
        said = process.stdout.read()
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    assert process.returncode == 130
    assert "Continue with: " in said
    assert f" play --resume {file}" in said
    (record,) = read(file)
    assert len(record.choices) >= 3
    assert kaiten("play", "--resume", str(file), stdin=CARDS).returncode == 0


def test_a_game_can_be_left_between_rounds_and_turns(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    result = kaiten("play", "--quick", "--record", str(file), stdin="1\n" * 9 + "q\n")
    assert result.returncode == 0
    assert "The game is saved." in result.stdout
    (record,) = read(file)
    assert len(record.choices) == 27


def test_the_last_card_is_put_down_with_enter() -> None:
    result = kaiten("play", "--quick", "--seed", "5", "--players", "2", stdin="1\n" * 9 + "\nq\n")
    assert "Enter puts it down" in result.stdout
    assert "Round 1 is over." in result.stdout


def test_binary_and_missing_input_is_refused() -> None:
    command = [sys.executable, "-m", "kaiten", "play", "--seed", "5"]
    environment = {**ENVIRONMENT, "PYTHONIOENCODING": "utf-8:strict", "XDG_DATA_HOME": os.devnull}
    garbled = subprocess.run(command, input=b"\xff\nq\n", capture_output=True, check=False, env=environment, timeout=60)
    assert garbled.returncode == 0
    assert b"Traceback" not in garbled.stderr
    closed = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *command],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        timeout=60,
    )
    assert "standard input has ended" in refused(closed)


def test_closed_input_is_reported_in_one_line() -> None:
    for arguments in (["play"], ["play", "sushi-roll"], ["play", "--people", "Ana,Ben"]):
        assert "standard input has ended" in refused(kaiten(*arguments))
