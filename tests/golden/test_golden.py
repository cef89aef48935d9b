"""The golden files equal the engine's output. They change only by `make golden`."""

import json
from typing import Any, get_args

import msgspec
import pytest

from kaiten.protocol.commands import Command, Rematch
from kaiten.protocol.messages import ClientMessage, ServerMessage
from kaiten.protocol.news import News
from kaiten.record import from_json, loads, verify
from kaiten.sheet import find_problems, parse_cell, sheet_from_json, sheet_to_json
from tests.golden.messages import entries, messages_text
from tests.golden.perft import GAMES, POSITIONS, divide, perft
from tests.golden.playthrough import playthrough
from tests.golden.regenerate import MESSAGES, PERFT, PLAYTHROUGHS, SERIES, SHEETS, TALLIES, VECTORS, WIRE
from tests.golden.series import series
from tests.golden.sheets import sheets
from tests.golden.tallies import tallies
from tests.golden.vectors import COUNT, vector
from tests.golden.wire import MOMENTS, wire
from tests.playing import SETUPS


@pytest.mark.parametrize("name", SETUPS)
def test_golden_playthroughs(name: str) -> None:
    golden = (PLAYTHROUGHS / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough(name) == golden
    verify(loads(golden.splitlines()[-1]))


def test_no_golden_file_is_unused() -> None:
    assert {path.stem for path in PLAYTHROUGHS.iterdir()} == set(SETUPS)


def test_a_hundred_vectors_of_the_chance_algorithm() -> None:
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    assert len(vectors) == COUNT == 100
    for number, expected in enumerate(vectors):
        assert vector(number) == expected


def test_every_field_of_every_kind_of_line() -> None:
    golden = json.loads(TALLIES.read_text(encoding="utf-8"))
    assert json.loads(json.dumps([*tallies()])) == golden


def test_the_same_seed_gives_the_same_games_anywhere() -> None:
    assert [*series()] == json.loads(SERIES.read_text(encoding="utf-8"))


def test_golden_score_sheets() -> None:
    assert json.loads(json.dumps([*sheets()])) == json.loads(SHEETS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", json.loads(SHEETS.read_text(encoding="utf-8")), ids=lambda case: case["name"])
def test_a_score_sheet_follows_from_its_edits(case: dict[str, Any]) -> None:
    sheet = sheet_from_json(case["sheet"])
    assert sheet_to_json(sheet) == case["sheet"]
    for name, shown in case["cells"].items():
        cell = parse_cell(name)
        assert sheet.value(cell) == shown["value"]
        assert [edit.id for edit in sheet.conflict(cell)] == shown["conflict"]
    assert [[problem.code, [*problem.seats]] for problem in find_problems(sheet)] == [
        [problem["code"], problem["seats"]] for problem in case["problems"]
    ]


@pytest.mark.parametrize("name", MOMENTS)
def test_views_on_the_wire(name: str) -> None:
    assert wire(name) == (WIRE / f"{name}.json").read_text(encoding="utf-8")


def test_messages_on_the_wire() -> None:
    assert messages_text() == MESSAGES.read_text(encoding="utf-8")


def test_every_kind_of_message_is_among_them() -> None:
    found = entries()
    commands = [sent["command"] for sent in found["client"] if sent["type"] == "do"]
    for sent, union in (
        (found["client"], ClientMessage),
        (found["server"], ServerMessage),
        (found["news"], News),
        (commands, Command | Rematch),
    ):
        assert {entry["type"] for entry in sent} == {kind.__struct_config__.tag for kind in get_args(union)}
        for entry in sent:
            msgspec.json.decode(json.dumps(entry), type=union)


PERFT_ENTRIES: dict[str, Any] = json.loads(PERFT.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", POSITIONS)
def test_perft_counts(name: str) -> None:
    entry = PERFT_ENTRIES[name]
    record = from_json(entry["position"])
    game, state = GAMES[record.game], verify(record)
    for depth, expected in enumerate(entry["counts"], 1):
        count = perft(game, state, depth)
        assert count == expected, f"depth {depth}, by first turn: {divide(game, state, depth)}"
