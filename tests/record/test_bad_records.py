"""Invalid records are refused, with the problem and its place."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaiten.kit.errors import KaitenError
from kaiten.record import RecordError, append, dumps, from_json, game_named, loads, read, to_json, verify
from kaiten.sushi_go import Card
from tests.playing import SETUPS, random_record, seeds

Edit = Callable[[dict[str, Any]], Any]

SAMPLES = {
    "cards": json.dumps(to_json(random_record(SETUPS["sushi-go-3"], 1))),
    "dummy": json.dumps(to_json(random_record(SETUPS["sushi-go-2-dummy-lot"], 1))),
    "dice": json.dumps(to_json(random_record(SETUPS["sushi-roll-2"], 1))),
}
CARDS, DUMMY, DICE = SAMPLES


def drop(*path: Any) -> Edit:
    def edit(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        del data[path[-1]]

    return edit


def put(value: Any, *path: Any) -> Edit:
    def edit(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return edit


def refusal(sample: str, *edits: Edit) -> RecordError:
    data = json.loads(SAMPLES[sample])
    for edit in edits:
        edit(data)
    with pytest.raises(RecordError) as caught:
        verify(loads(json.dumps(data)))
    return caught.value


def test_the_sample_records_verify() -> None:
    for text in SAMPLES.values():
        verify(loads(text))


@pytest.mark.parametrize(
    ("sample", "edit", "message"),
    [
        (CARDS, drop("format"), "the record has no 'format'"),
        (CARDS, drop("turns"), "the record has no 'turns'"),
        (CARDS, put("kaiten/2", "format"), 'format "kaiten/2" is not known: it is kaiten/1'),
        (CARDS, put("poker", "game"), "game 'poker' is not known: it is sushi-go or sushi-roll"),
        (CARDS, put(["sushi-go"], "game"), 'game is ["sushi-go"]: it should be a text'),
        (CARDS, put("Ana", "players"), 'players is "Ana": it should be a list'),
        (CARDS, put(" ", "players", 1), 'players is " ": it should be a name'),
        (CARDS, put(7, "players", 1), "players is 7: it should be a name"),
        (CARDS, put(["Ana"], "players"), 'players is ["Ana"]: it should be 2 to 5 names'),
        (
            CARDS,
            put(["Ana"] * 6, "players"),
            'players is ["Ana", "Ana", "Ana", "Ana", "Ana", "Ana"]: it should be 2 to',
        ),
        (CARDS, put(True, "options", "dummy"), "3 players with the dummy: that variant is for 2"),
        (CARDS, put("right", "options", "pass"), "pass 'right': hands pass 'left' or 'both' ways"),
        (CARDS, drop("options", "pass"), "option 'pass' is missing"),
        (CARDS, put([], "options"), "options is []: it should be an object"),
        (CARDS, put(1, "options", "first_control"), "first_control 1: it is 0 where there is no dummy"),
        (DICE, put({"pass": "left"}, "options"), "option 'pass' is not known: Sushi Roll has no options"),
        (CARDS, put(None, "chance"), "chance is null: it should be an object"),
        (CARDS, drop("chance", "deck"), "chance.deck is null: it should be a list"),
        (CARDS, put(5, "chance", "deck", 3), "chance.deck is 5: it should be a text"),
        (CARDS, put("Q", "chance", "deck", 3), "the deck holds 'Q': a card is one of T S D"),
        (CARDS, drop("chance", "deck", 0), "the deck holds "),
        (DICE, put(True, "chance", "red_belt"), "chance.red_belt is true: it should be a seat number"),
        (DICE, put(2, "chance", "red_belt"), "red_belt 2: it is a seat from 0 to 1"),
        (DICE, put({}, "chance", "bags"), "chance.bags is {}: it should be a list"),
        (DICE, drop("chance", "bags", 1, 0), "chance.bags, round 2 is [["),
        (DICE, drop("chance", "bags", 0, 0, 0), "chance.bags, round 1 is [["),
        (DICE, put([[], []], "chance", "bags", 0), "the bag gave 0 dice: 2 players take 16"),
        (DICE, put([1], "chance", "rolls", 2), "chance.rolls, entry 3 is 1: it should be a text"),
        (DICE, put("T", "chance", "rolls"), 'chance.rolls is "T": it should be a list'),
        (DICE, put(3, "turns"), "turns is 3: it should be a list"),
        (CARDS, put([], "scores"), "scores is []: it should be an object"),
        (CARDS, drop("scores"), "the game is finished, so it must have scores"),
        (CARDS, drop("turns", -1), "the game stops after 78 choices, so it cannot have scores yet"),
        (CARDS, drop("scores", "puddings"), "scores has no 'puddings': the game gives ["),
        (CARDS, put([0, 0, 0], "scores", "totals"), "scores: totals is [0, 0, 0], but the game gives ["),
        (CARDS, put([True], "scores", "winners"), "scores: winners is [true], but the game gives ["),
        (DICE, put(1.0, "scores", "tokens", 0), "scores: tokens is [1.0, "),
        (DICE, lambda data: data["chance"]["rolls"].append(["T"]), "chance holds more roll than the game drew"),
    ],
)
def test_a_bad_record_is_refused_with_its_fault(sample: str, edit: Edit, message: str) -> None:
    error = refusal(sample, edit)
    assert str(error).startswith(message)
    assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("sample", "edit", "turn", "seat", "message"),
    [
        (CARDS, put("Z", "turns", 4, 1), 5, 1, "turn 5, seat 1: 'Z' is not a card: write one of T S D"),
        (CARDS, put("T+T", "turns", 0, 2), 1, 2, "turn 1, seat 2: 'T+T': two cards need chopsticks"),
        (CARDS, put(None, "turns", 4, 1), 5, 1, "turn 5, seat 1: the choice is null: it should be a text"),
        (CARDS, put(["T", "T"], "turns", 4), 5, None, 'turn 5: the row is ["T", "T"]: it should hold 3 choices'),
        (CARDS, put("T", "turns", 4), 5, None, 'turn 5: the row is "T": it should hold 3 choices'),
        (DICE, put([0], "turns", 7), 8, None, "turn 8: the row is [0]: it should be a seat and an action"),
        (DICE, put([True, "take 0"], "turns", 7), 8, None, 'turn 8: the row is [true, "take 0"]'),
        (DICE, put([0, "eat 0"], "turns", 0), 1, 0, "turn 1, seat 0: 'eat 0' is not a move"),
        (DICE, put([5, "take 0"], "turns", 0), 1, 5, "turn 1, seat 5: 'take 0': the seats are 0 to 1"),
    ],
)
def test_a_bad_record_is_refused_with_turn_and_seat(
    sample: str, edit: Edit, turn: int, seat: int | None, message: str
) -> None:
    error = refusal(sample, edit)
    assert str(error).startswith(message)
    assert (error.turn, error.seat) == (turn, seat)


def test_an_illegal_choice_is_reported_with_the_legal_ones() -> None:
    data = json.loads(SAMPLES[CARDS])
    hand = sorted(set(data["chance"]["deck"][9:18]))
    absent = next(card.code for card in Card if card.code not in hand)
    error = refusal(CARDS, put(absent, "turns", 0, 1))
    assert (error.turn, error.seat, error.choice) == (1, 1, absent)
    assert sorted((error.legal or "").split(", ")) == hand
    assert f"turn 1, seat 1: '{absent}': the hand is " in str(error)
    assert str(error).endswith(f"(legal: {error.legal})")


def test_missing_and_wrong_rolls_are_found_at_their_turn() -> None:
    error = refusal(DICE, lambda data: data["chance"]["rolls"].pop())
    assert error.turn is not None
    assert "the record has no roll for this draw" in str(error)
    error = refusal(DICE, put(["M9"] * 8, "chance", "rolls", 0))
    assert "the roll shows 'M9' on a" in str(error)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON: the record is cut short"),
        (SAMPLES[CARDS][:500], "not JSON: the record is cut short"),
        (SAMPLES[CARDS][:11], "not JSON: the record is cut short"),
        ("{\n", "a record is one line of JSON, and this one is spread over several"),
        ('{"format": "kaiten/2"}', 'format "kaiten/2" is not known: it is kaiten/1'),
        ("{}", "the record has no 'format'"),
        ("[]", "a record is a JSON object, this is a list"),
        ("null", "a record is a JSON object, this is null"),
        ("3", "a record is a JSON object, this is a number"),
        ('"x"', "a record is a JSON object, this is a text"),
        ('{"format": NaN}', "NaN is not JSON"),
        ('{"format": 1, "format": 2}', '"format" occurs twice in one object'),
        ("[" * 200_000, "not a record: brackets are nested too deeply"),
    ],
)
def test_invalid_records_are_refused(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads(text)
    assert str(caught.value).startswith(message)


def test_errors_name_the_line_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for seed in (1, 2):
        append(path, random_record(SETUPS["sushi-go-2"], seed))
    lines = path.read_text().splitlines()
    data = json.loads(lines[1])
    data["turns"][6][1] = "T+T+T"
    path.write_text(lines[0] + "\n\n" + json.dumps(data) + "\n")
    games = read(path)
    next(games)
    with pytest.raises(RecordError, match="games.jsonl, line 3, turn 7, seat 1: 'T\\+T\\+T' is not a choice") as caught:
        next(games)
    assert caught.value.line == 3


def edited_proof(value: Any, *path: Any) -> Edit:
    return put(value, "fairness", *path)


@pytest.mark.parametrize(
    ("sample", "edit", "message"),
    [
        (CARDS, put(3, "fairness"), "fairness is 3: it should be an object"),
        (CARDS, edited_proof("md5", "algorithm"), 'fairness: algorithm "md5" is not known: it is hmac-sha256/1'),
        (CARDS, edited_proof(["", ""], "seat_seeds"), 'fairness: seat_seeds is ["", ""]: it should hold one for each'),
        (CARDS, edited_proof("", "seat_seeds"), 'fairness: seat_seeds is ""'),
        (CARDS, edited_proof(7, "seat_seeds", 0), "fairness: seat_seeds holds 7: a seed is written in lower-case hex"),
        (CARDS, edited_proof("AB", "seat_seeds", 0), 'fairness: seat_seeds holds "AB"'),
        (CARDS, edited_proof("00", "server_seed"), "fairness: server_seed has 1 bytes: it should be 32"),
        (CARDS, edited_proof("0" * 64, "commitment"), "fairness: the server seed does not give the commitment"),
        (CARDS, edited_proof("00", "seat_seeds", 0), "fairness: the seeds do not give the recorded deck"),
        (DUMMY, edited_proof("00", "seat_seeds", 0), "fairness: the seeds do not give the recorded deck"),
        (DICE, edited_proof("0101", "seat_seeds", 0), "fairness: the seeds do not give the recorded "),
    ],
)
def test_an_unfair_deal_is_refused(sample: str, edit: Edit, message: str) -> None:
    assert str(refusal(sample, edit)).startswith(message)


def test_the_first_error_is_reported() -> None:
    error = refusal(CARDS, put("C+C", "turns", 2, 1), put(["T"], "turns", 9))
    assert (error.turn, error.seat, error.choice) == (3, 1, "C+C")
    error = refusal(CARDS, put(["T"], "turns", 9), put([0], "scores", "totals"))
    assert error.turn == 10
    error = refusal(CARDS, put(["T"], "turns", 0))
    assert error.turn == 1


def test_a_turn_in_which_nobody_has_chosen_is_not_written() -> None:
    error = refusal(CARDS, lambda data: data["turns"].append([None, None, None]))
    assert str(error) == "turn 28: the row is [null, null, null]: a turn in which nobody has chosen is not written"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"format": ' + "1" * 5000 + "}", "the number 111111111111111111... is too long"),
        ('{"clock": 1e999}', "the number 1e999 is too large"),
        ('{"a": 0, ' + ", ".join(f'"k{n}": 0' for n in range(20_000)) + ', "a": 1}', '"a" occurs twice in one object'),
        ("\ufeff{}", "not JSON: "),
        ("{} {}", "not JSON: Extra data at character 4"),
    ],
)
def test_json_that_is_too_deep_or_too_large_is_refused(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads(text)
    assert str(caught.value).startswith(message)
    assert "cut short" not in str(caught.value)


def test_error_messages_are_cut_when_long() -> None:
    long = "T+" * 10_000
    for error in (
        refusal(CARDS, put(long, "turns", 0, 0)),
        refusal(CARDS, put([long] * 1000, "turns", 0)),
        refusal(CARDS, put(long, "game")),
        refusal(CARDS, put({long: 1}, "options")),
        refusal(CARDS, put([long], "scores", "winners")),
        refusal(DICE, put([0, "take " + "1" * 10_000], "turns", 0)),
        refusal(DICE, put([long] * 8, "chance", "rolls", 0)),
        refusal(DICE, put([[long] * 8] * 2, "chance", "bags", 0)),
    ):
        assert len(str(error)) < 300


def test_values_that_are_not_json_are_shown_in_errors() -> None:
    data = json.loads(SAMPLES[CARDS])
    for value in (10**5000, object(), [10**5000]):
        data["scores"]["totals"] = value
        with pytest.raises(RecordError, match="scores: totals is .{1,60}, but the game gives"):
            verify(from_json(data))


def test_half_a_surrogate_pair_is_refused_in_a_name_only() -> None:
    error = refusal(CARDS, put("\ud800", "players", 0))
    assert str(error) == 'players is "\ud800": it should be a name'
    data = json.loads(SAMPLES[CARDS])
    data["note"] = "\ud800"
    record = from_json(data)
    assert loads(dumps(record).encode().decode()) == record


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(SAMPLES[CARDS], encoding="utf-8-sig")
    assert [*read(path)] == [loads(SAMPLES[CARDS])]


def test_fairness_may_be_null() -> None:
    data = json.loads(SAMPLES[CARDS])
    data["fairness"] = None
    verify(from_json(data))


def test_a_seed_not_yet_revealed_is_no_fault() -> None:
    data = json.loads(SAMPLES[CARDS])
    del data["fairness"]["server_seed"]
    verify(from_json(data))


def test_a_record_may_have_further_fields() -> None:
    data = json.loads(SAMPLES[DICE])
    data["clock"] = {"name": "brisk"}
    record = from_json(data)
    assert record.more["clock"] == {"name": "brisk"}
    assert to_json(record) == data


def test_an_unknown_game_is_refused_by_name() -> None:
    with pytest.raises(RecordError, match="game 'x' is not known"):
        game_named("x")


@given(st.sampled_from([*SETUPS.values()]), seeds, st.data())
def test_a_truncated_or_mutated_record_never_crashes(setup: Any, seed: int, data: Any) -> None:
    text = dumps(random_record(setup, seed))
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from('"[]{},:0123456789TSDMNPWC+/ \x00é'))
    for damaged in (text[:place], text[:place] + letter + text[place + 1 :]):
        try:
            verify(loads(damaged))
        except KaitenError as error:
            assert "\n" not in str(error)  # noqa: PT017
