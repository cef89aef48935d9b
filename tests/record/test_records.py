"""Records of finished and unfinished games: written, read, replayed, resumed."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaiten import sushi_go
from kaiten.kit.chance import Stream
from kaiten.record import (
    GAMES,
    FileError,
    Recording,
    append,
    dumps,
    from_json,
    loads,
    read,
    replay,
    start,
    to_json,
    verify,
    write,
)
from tests.playing import NAMES, SETUPS, Setup, chance, key, random_move, random_record, random_states, seeds, setups


@given(setups, seeds)
def test_a_record_replays_to_the_same_states_and_scores(setup: Setup, seed: int) -> None:
    record = random_record(setup, seed)
    game = GAMES[setup[0]]
    states = [start(record), *[step.after for step in replay(record)]]
    played = [state for state in random_states(setup, seed) if game.owed(state) is None]
    if setup[0] == "sushi-roll":
        assert states == played
    else:  # a record keeps the choices of a turn in seat order, so compare where all have chosen
        turns = [state for state in states if not any(state.choices)]
        assert turns == [state for state in played if not any(state.choices)]
    assert verify(record) == played[-1]
    outcome = game.outcome(played[-1])
    assert record.scores is not None
    assert outcome is not None
    assert tuple(record.scores["totals"]) == outcome.totals


@given(setups, seeds, st.integers(0, 60))
def test_records_round_trip_finished_or_not(setup: Setup, seed: int, choices: int) -> None:
    for record in (random_record(setup, seed), random_record(setup, seed, choices)):
        again = loads(dumps(record))
        assert again == record
        assert "\n" not in dumps(record)
        assert to_json(again) == to_json(record) == json.loads(dumps(record))
        verify(again)


@given(setups, seeds, st.integers(0, 60))
def test_a_resumed_game_equals_an_uninterrupted_one(setup: Setup, seed: int, choices: int) -> None:
    """The record carries its seeds, so even the rolls to come are the same."""
    whole = random_record(setup, seed)
    stopped = random_record(setup, seed, choices)
    game = Recording.resume(loads(dumps(stopped)), chance(seed + 1))
    assert game.record() == stopped
    row = setup[1] if setup[0] == "sushi-go" else 1
    turns_done = len(stopped.choices) // row * row
    pending = stopped.choices[turns_done:]
    for choice in whole.choices[turns_done:]:
        if choice in pending:
            pending = tuple(made for made in pending if made != choice)
        else:
            game.choose(choice[0], game.rules.parse_move(choice[1]))
    assert game.record() == whole


@pytest.mark.parametrize("name", SETUPS)
def test_without_seeds_a_resumed_game_continues_with_new_chance(name: str) -> None:
    data = to_json(random_record(SETUPS[name], 3, 5))
    del data["fairness"]
    game = Recording.resume(from_json(data), chance(99))
    source = Stream(key(4))
    while actors := game.rules.actors(game.state):
        game.choose(actors[0], random_move(game.rules, game.state, actors[0], source))
    verify(loads(dumps(game.record())))
    assert "fairness" not in to_json(game.record())


def test_only_the_last_choice_of_a_turn_is_recorded() -> None:
    game = Recording("sushi-go", NAMES[:3], sushi_go.Options(), chance(1))
    hands = [sushi_go.legal(game.state, seat) for seat in range(3)]
    for seat, pick in ((2, 0), (0, 0), (2, 1), (0, 1), (1, 0)):
        game.choose(seat, hands[seat][pick])
    record = game.record()
    assert record.choices == tuple(
        (seat, sushi_go.format_move(hands[seat][pick])) for seat, pick in ((0, 1), (1, 0), (2, 1))
    )
    verify(record)


def test_a_choice_not_yet_made_is_null_in_the_last_row() -> None:
    game = Recording("sushi-go", NAMES[:3], sushi_go.Options(), chance(1))
    move = sushi_go.legal(game.state, 1)[0]
    game.choose(1, move)
    data = to_json(game.record())
    assert data["turns"] == [[None, sushi_go.format_move(move), None]]
    assert "scores" not in data
    assert verify(from_json(data)) == game.state


@pytest.mark.parametrize("name", SETUPS)
def test_the_fixed_fields_of_the_format(name: str) -> None:
    data = to_json(random_record(SETUPS[name], 5))
    game, players, options = SETUPS[name]
    assert list(data) == ["format", "game", "players", "options", "chance", "turns", "scores", "fairness"]
    assert (data["format"], data["game"], data["players"]) == ("kaiten/1", game, list(NAMES[:players]))
    if game == "sushi-go":
        size = sushi_go.hand_size(options, players)
        assert set(data["options"]) == {"pass", "dummy", "dummy_pudding_penalty", "first_control"}
        assert type(data["options"]["first_control"]) is int
        assert len(data["chance"]["deck"]) == 108
        assert len(data["turns"]) == 3 * size
        assert all(len(row) == players for row in data["turns"])
        assert set(data["scores"]) == {"rounds", "puddings", "totals", "winners"}
        assert len(data["scores"]["totals"]) == players + options.dummy
    else:
        assert data["options"] == {}
        assert set(data["chance"]) == {"red_belt", "bags", "rolls"}
        assert [[len(belt) for belt in bag] for bag in data["chance"]["bags"]] == [[10 - players] * players] * 3
        assert set(data["scores"]) == {"rounds", "puddings", "tokens", "totals", "winners"}


def test_files_hold_a_game_a_line(tmp_path: Path) -> None:
    games = [random_record(setup, 1) for setup in SETUPS.values()]
    path = tmp_path / "games.jsonl"
    for game in games:
        append(path, game)
    assert [*read(path)] == games
    write(path, games[3])
    assert [*read(path)] == [games[3]]
    assert [*tmp_path.iterdir()] == [path]


def test_names_in_any_script_are_kept(tmp_path: Path) -> None:
    game = Recording("sushi-go", ["Zoë", "寿司\u2028"], sushi_go.Options(), chance(1))
    write(tmp_path / "game.json", game.record())
    (record,) = read(tmp_path / "game.json")
    assert record.players == ("Zoë", "寿司\u2028")


def test_files_that_hold_no_records_are_refused(tmp_path: Path) -> None:
    record = random_record(SETUPS["sushi-go-2"], 1, 3)
    with pytest.raises(FileError, match="cannot be read: it is a folder"):
        [*read(tmp_path)]
    with pytest.raises(FileError, match="nothing.json cannot be read: no such file"):
        [*read(tmp_path / "nothing.json")]
    with pytest.raises(FileError, match="cannot be written: it is a folder"):
        write(tmp_path, record)
    with pytest.raises(FileError, match="cannot be written: it is a folder"):
        append(tmp_path, record)
    with pytest.raises(FileError, match="cannot be written: no such file or directory"):
        write(tmp_path / "no" / "game.json", record)
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    with pytest.raises(FileError, match="cannot be written: it is not a plain file"):
        write(fifo, record)
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n")
    with pytest.raises(FileError, match="holds no games"):
        [*read(empty)]
    endless = tmp_path / "endless"
    endless.write_text("\n" + "[" * 2_000_000)
    with pytest.raises(FileError, match="endless cannot be read: line 2 is longer than any record"):
        [*read(endless)]
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FileError, match="it is not UTF-8 text"):
        [*read(binary)]


def test_a_failed_write_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    before = random_record(SETUPS["sushi-go-2"], 1, 3)
    write(path, before)

    def full(_: int) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match="game.json cannot be written: no space left on device"):
        write(path, random_record(SETUPS["sushi-go-2"], 2))
    assert [*read(path)] == [before]
    assert [*tmp_path.iterdir()] == [path]
