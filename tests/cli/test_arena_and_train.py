"""`kaiten arena` and `kaiten train`, as commands."""

import json
import subprocess
import sys
from pathlib import Path

from tests.cli.command import kaiten, kaiten_here, refused

ARENA = ("arena", "sushi-go", "random,greedy", "--games", "12", "--fewest", "8", "--processes", "1")


def test_an_arena_prints_tables_draws_a_picture_and_resumes(tmp_path: Path) -> None:
    file, picture = tmp_path / "results.jsonl", tmp_path / "cross.svg"
    result = kaiten(*ARENA, "--file", str(file), "--picture", str(picture))
    assert result.returncode == 0, result.stderr
    for text in ("random", "greedy", "95% interval", "wins of", "rating", "Picture: "):
        assert text in result.stdout
    assert picture.read_text().startswith("<svg")
    before = file.read_text()
    again = kaiten(*ARENA, "--file", str(file), "--json")
    assert file.read_text() == before
    data = json.loads(again.stdout)
    assert (data["game"], data["players"], data["options"]["pass"]) == ("sushi-go", 2, "left")
    assert data["pairs"][0]["games"] == 12 or data["pairs"][0]["settled"]
    assert {rating["name"] for rating in data["ratings"]} == {"random", "greedy"}


def test_the_arena_reports_why_a_program_forfeited() -> None:
    result = kaiten("arena", "sushi-roll", "random,run:false", "--games", "4", "--fewest", "2", "--processes", "1")
    assert result.returncode == 0, result.stderr
    assert "false has forfeited games. The first time, it ended" in result.stdout


def test_the_arena_refuses_impossible_options(tmp_path: Path) -> None:
    assert "name at least two different bots" in refused(kaiten_here("arena", "sushi-go", "random"))
    assert "name at least two different bots" in refused(kaiten_here("arena", "sushi-go", "random,random"))
    assert (
        "'nobody' is not known: the bots are mochi, soba, miso, yuzu, toro, random, greedy, regular, policy, search-10, champion"
        in refused(kaiten_here("arena", "sushi-go", "random,nobody"))
    )
    assert "players" in refused(kaiten_here("arena", "sushi-go", "random,greedy", "--players", "7"))
    other = tmp_path / "list.txt"
    other.write_text("eggs\n")
    assert "not the result of a game" in refused(
        kaiten_here("arena", "sushi-go", "random,greedy", "--file", str(other))
    )


def test_training_refuses_impossible_options(tmp_path: Path) -> None:
    good = str(tmp_path / "mine.npz")
    assert "the file has to end with .npz" in refused(
        kaiten_here("train", "sushi-go", "--out", str(tmp_path / "mine.txt"))
    )
    assert "there is no folder" in refused(kaiten_here("train", "sushi-go", "--out", str(tmp_path / "no" / "mine.npz")))
    assert "1 player: this game is for 2 to 5" in refused(
        kaiten_here("train", "sushi-go", "--players", "1", "--out", good)
    )
    assert "3 players with the dummy: that variant is for 2" in refused(
        kaiten_here("train", "sushi-go", "--players", "3", "--dummy", "--out", good)
    )


def test_the_command_starts_without_optional_imports() -> None:
    blocked = "import sys; sys.modules |= dict.fromkeys(('openskill', 'msgspec', 'numba', 'numpy', 'distributed'))"
    program = f"{blocked}; sys.argv = ['kaiten', 'simulate', 'sushi-go', '--games', '1']; from kaiten.cli.app import run; run()"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert result.returncode == 0, result.stderr
    assert "1 game, seed 0" in result.stdout
