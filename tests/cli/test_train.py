"""`kaiten train`, as a command, where its kernels are compiled already."""

import json
from pathlib import Path

import numpy as np
import pytest

from tests.cli.command import kaiten_here, refused

pytestmark = pytest.mark.compiled("sushi-go-bots")


def test_training_writes_weights(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    result = kaiten_here("train", "sushi-go", "--out", str(file), "--steps", "2")
    assert result.returncode == 0, result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.npz"]
    with np.load(file, allow_pickle=False) as data:
        card = json.loads(str(data["card"]))
        assert (data["weights"] != 0).any()
    assert (card["games"], card["players"], card["dummy"], card["parts"]) == (2_000, 2, False, 1)


def test_a_file_that_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    part = tmp_path / "mine.part.npz"
    part.write_text("eggs")
    why = refused(kaiten_here("train", "sushi-go", "--out", str(tmp_path / "mine.npz")))
    assert "is no training that was stopped" in why


def test_standing_is_for_sushi_go_without_the_dummy(tmp_path: Path) -> None:
    for which in (("sushi-roll",), ("sushi-go", "--dummy")):
        why = refused(kaiten_here("train", *which, "--standing", "--out", str(tmp_path / "mine.npz")))
        assert "--standing works only for sushi-go without the dummy" in why


def test_standing_writes_a_win_table(tmp_path: Path) -> None:
    file = tmp_path / "standing.npz"
    result = kaiten_here("train", "sushi-go", "--standing", "--out", str(file), "--steps", "1")
    assert result.returncode == 0, result.stderr
    with np.load(file, allow_pickle=False) as data:
        card = json.loads(str(data["card"]))
        assert (data["model"][1:, 0] > 0).all()
    assert (card["games"], card["players"]) == (1_000, 2)
    assert [path.name for path in tmp_path.iterdir()] == ["standing.npz"]
