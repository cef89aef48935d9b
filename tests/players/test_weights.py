"""Version 1 of the weights never changes, so that strengths stay comparable. New weights are a version 2."""

import hashlib
import json
from importlib.resources import files
from io import BytesIO

import numpy as np
import pytest

from kaiten.players.sushi_go.win_model import TABLE_SHAPE
from kaiten.players.weights import load_file

VERSION_1 = {
    "sushi-go-2": "0955d773c28a80ac",
    "sushi-go-3": "27141ed6eaac40cd",
    "sushi-go-4": "b3e52d50e38f8688",
    "sushi-go-5": "a33f4787203e6aaa",
    "sushi-go-dummy": "46a513dfe22401d6",
    "sushi-roll-2": "40d366c0137bf1be",
    "sushi-roll-3": "62afae19d8d013bd",
    "sushi-roll-4": "ab227ba3a5a7d298",
    "sushi-roll-5": "39d57cda85456643",
}

STANDINGS = {
    "sushi-go-2-standing": "d175a1f0a0aa347f",
    "sushi-go-3-standing": "07fbb680b65689e1",
    "sushi-go-4-standing": "350d57a4b55da4c4",
    "sushi-go-5-standing": "e5de7aeca07d9d0f",
}
"""The champion's win tables: other values make another champion, whose strength has to be measured."""


@pytest.mark.parametrize("name", VERSION_1)
def test_weights_equal_version_1_and_their_card_has_their_strength(name: str) -> None:
    data = (files("kaiten.players") / "weights" / f"{name}.npz").read_bytes()
    with np.load(BytesIO(data), allow_pickle=False) as found:
        numbers = b"".join([found["weights"].tobytes(), found["model"].tobytes()])
        card = json.loads(str(found["card"]))
    assert hashlib.sha256(numbers).hexdigest()[:16] == VERSION_1[name]
    assert card["version"] == 1
    assert card["seconds"] > 0
    assert any("policy" in line and "% of" in line for line in card["strength"])


@pytest.mark.parametrize("name", STANDINGS)
def test_win_tables_are_unchanged_and_have_a_model_card(name: str) -> None:
    model, card = load_file("sushi-go", name.removeprefix("sushi-go-"))
    assert hashlib.sha256(model["model"].tobytes()).hexdigest()[:16] == STANDINGS[name]
    assert model["model"].shape == TABLE_SHAPE
    assert (card["version"], card["players"], card["games"]) == (1, int(name[9]), 1_000_000)
    assert card["seconds"] > 0


def test_no_weights_file_is_unused() -> None:
    names = {f"{name}.npz" for name in (*VERSION_1, *STANDINGS)}
    found = {path.name for path in (files("kaiten.players") / "weights").iterdir() if path.name.endswith(".npz")}
    assert found == names
