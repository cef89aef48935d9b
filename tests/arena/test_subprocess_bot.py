"""Programs as bots: valid answers, and failures that forfeit their game without affecting others."""

import os
import re
import shlex
import shutil
import sys
import time
from pathlib import Path

import pytest

from kaiten import sushi_go, sushi_roll
from kaiten.arena import subprocess_bot
from kaiten.arena.job import Job, Result, play_job
from kaiten.arena.subprocess_bot import SubprocessBot
from kaiten.kit.chance import SeededChance, Stream
from kaiten.kit.errors import OptionError
from kaiten.kit.game import GameName, settled
from kaiten.record import GAMES

BOTS = Path(__file__).parents[2] / "examples" / "bots"
PYTHON = f"run:{shlex.quote(sys.executable)}"

GOOD = "import sys\nfor line in sys.stdin: print('{\"move\": 0}', flush=True)"
BAD = {
    "ended": "import sys; sys.stdin.readline()",
    "was silent for": "import sys, time\nfor line in sys.stdin: time.sleep(60)",
    "not JSON": "import sys\nfor line in sys.stdin: print('hello', flush=True)",
    "not legal": "import sys\nfor line in sys.stdin: print('{\"move\": 999}', flush=True)",
    "more than one line": "import sys\nfor line in sys.stdin: sys.stdout.write('{\"move\": 0}\\n' * 2); sys.stdout.flush()",
    "bytes without a line end": "import sys\nwhile True: sys.stdout.write('x' * 65536); sys.stdout.flush()",
}


def program(folder: Path, text: str) -> str:
    file = folder / "bot.py"
    file.write_text(text)
    return f"{PYTHON} {shlex.quote(str(file))}"


def game(*seating: str, name: GameName = sushi_go.NAME) -> Result:
    return play_job(Job(name, GAMES[name].Options(), seating, 1, 0))


@pytest.mark.parametrize("name", [sushi_go.NAME, sushi_roll.NAME])
def test_a_program_plays_a_whole_game(tmp_path: Path, name: GameName) -> None:
    result = game("greedy", program(tmp_path, GOOD), name=name)
    assert result.forfeits == {}
    assert len(result.winners) >= 1


@pytest.mark.parametrize(("why", "text"), BAD.items(), ids=[*BAD])
def test_a_program_that_breaks_the_protocol_forfeits_its_game_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str, text: str
) -> None:
    monkeypatch.setattr(subprocess_bot, "FIRST_SECONDS", 1.5)
    monkeypatch.setattr(subprocess_bot, "SECONDS", 0.5)
    result = game(program(tmp_path, text), "random")
    assert why in result.forfeits[0]
    assert result.winners == (1,)


# A newcomer's bot: reads view.legal, answers the move itself or its index, by turns.
LEGAL = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    legal = asked["view"]["legal"]
    place = len(legal) - 1
    print(json.dumps({"move": legal[place] if asked["number"] % 2 else place}), flush=True)
"""


@pytest.mark.parametrize("name", [sushi_go.NAME, sushi_roll.NAME])
def test_a_program_finds_its_legal_moves_in_the_view(tmp_path: Path, name: GameName) -> None:
    result = game(program(tmp_path, LEGAL), "random", name=name)
    assert result.forfeits == {}


@pytest.mark.parametrize("name", [sushi_go.NAME, sushi_roll.NAME])
def test_an_index_refers_to_the_documented_order_of_moves(name: GameName) -> None:
    rules = GAMES[name]
    state = settled(rules, rules.new(rules.Options(), 3), SeededChance(bytes(32)))
    view = rules.view(state, rules.actors(state)[0])
    shown = [rules.format_move(move) for move in view.legal]
    if name == sushi_go.NAME:
        assert shown == sorted(shown, key=[*sushi_go.tables.DECK].index)
        return
    kinds = [text.split()[0] for text in shown]
    assert kinds == sorted(kinds, key=["take", "swap", "menu"].index)
    numbers = [[int(number) for number in re.findall("[0-9]+", text)] for text in shown]
    for kind in ("take", "swap"):
        mine = [row for row, word in zip(numbers, kinds) if word == kind]
        assert mine == sorted(mine)
    menus = [row for row, word in zip(numbers, kinds) if word == "menu"]
    assert menus == sorted(menus, key=lambda dice: (len(dice), dice))


def test_a_forfeit_shows_the_end_of_standard_error(tmp_path: Path) -> None:
    text = "import sys\nprint('x' * 100_000, file=sys.stderr)\nsys.stdin.readline()\nraise SystemExit('no plan for this hand')"
    result = game(program(tmp_path, text), "random")
    assert result.forfeits[0].startswith("ended; its last lines of standard error: ")
    assert result.forfeits[0].endswith("| no plan for this hand")
    assert len(result.forfeits[0]) < 400


def test_the_examples_play(monkeypatch: pytest.MonkeyPatch) -> None:
    # Node is installed with the tools of the web client.
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    assert shutil.which("node")
    result = game(f"{PYTHON} {BOTS / 'most_now.py'}", f"run:node {BOTS / 'nigiri.mjs'}")
    assert result.forfeits == {}


def test_child_processes_of_a_program_end_with_the_game(tmp_path: Path) -> None:
    mark = tmp_path / "alive"
    child = (
        f"import time, pathlib\\nwhile True: pathlib.Path({str(mark)!r}).write_text(str(time.time())); time.sleep(0.05)"
    )
    text = f'import subprocess, sys\nsubprocess.Popen([sys.executable, "-c", "{child}"])\n{GOOD}'
    assert game(program(tmp_path, text), "random").forfeits == {}
    time.sleep(0.3)
    said = mark.read_text() if mark.exists() else ""
    time.sleep(0.3)
    assert (mark.read_text() if mark.exists() else "") == said


def test_a_move_may_be_answered_by_its_index_or_in_full() -> None:
    view = sushi_go.view(settled(sushi_go, sushi_go.new(sushi_go.Options(), 2), SeededChance(bytes(32))), 0)
    code = sushi_go.format_move(view.legal[-1])
    echo = f'import sys; sys.stdin.readline(); print(\'{{"move": {{"type": "cards", "cards": ["{code}"], "dummy": null}}}}\')'
    bot = SubprocessBot(sushi_go.NAME, f"{PYTHON} -c {shlex.quote(echo)}")
    try:
        assert bot(view, Stream(bytes(32))) == view.legal[-1]
    finally:
        bot.close()


def test_a_program_that_cannot_be_run_is_refused_by_name() -> None:
    with pytest.raises(OptionError, match="'no-such-program' cannot be run"):
        SubprocessBot(sushi_go.NAME, "run:no-such-program")
    with pytest.raises(OptionError, match="names no program"):
        SubprocessBot(sushi_go.NAME, "run:")
