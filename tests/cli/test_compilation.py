"""Trained bots are compiled in background processes, which a bot waits for at its first two choices and which end with the game."""

import subprocess
import sys
from typing import Any

import pytest

from kaiten.cli import compilation
from kaiten.cli.compilation import FIRST, LATER, Compilation
from kaiten.kit.chance import Stream
from kaiten.players.bot import random
from tests.playing import card_position

Process = subprocess.Popen[bytes]


def test_untrained_bots_start_no_process() -> None:
    assert Compilation("sushi-go", {"miso", "random"}, 3, dummy=False).wrap(random) is random


def test_a_bot_waits_at_its_first_two_choices(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[tuple[range, Process]] = []

    def start(game: str, bots: list[str], players: int, dummy: bool, choices: range) -> Process:
        assert (game, bots, players, dummy) == ("sushi-go", ["toro"], 2, False)
        seconds = 0.2 if choices == FIRST else 60
        started.append((choices, subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({seconds})"])))
        return started[-1][1]

    monkeypatch.setattr(compilation, "_start", start)
    monkeypatch.setattr(compilation, "_PATIENCE", 0.01)
    found = Compilation("sushi-go", {"toro", "miso"}, 2, dummy=False)
    (first, early), (later, late) = started
    assert (first, later) == (FIRST, LATER)
    view: Any = card_position("S N2 M1 T", "D D D", turn=7)
    bot, source = found.wrap(lambda *_: "move"), Stream(bytes(32))
    assert bot(view, source) == "move"
    assert early.returncode == 0
    assert "being compiled for this machine" in capsys.readouterr().out
    assert late.poll() is None
    found.stop()
    assert late.returncode is not None
    assert bot(view, source) == bot(view, source) == "move"
