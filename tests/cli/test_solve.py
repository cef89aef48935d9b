"""`kaiten solve`, as a command."""

import json

import pytest

from tests.cli.command import kaiten_here, refused

pytestmark = pytest.mark.compiled("sushi-go-bots")

POSITION = "S N3 P : S N2 D M2 D T | D P W : S T T T N2 D"
SETTING = ("--points", "28,27", "--puddings", "2,3")


def test_a_position_is_solved() -> None:
    result = kaiten_here("solve", POSITION, *SETTING)
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0] == "Your win probability: 50.0%"
    rows = [line.split() for line in lines]
    # The optimal strategy mixes squid and pudding; sashimi is worth half as much.
    assert ["N3", "50.0%", "50.0%"] in rows
    assert ["P", "50.0%", "50.0%"] in rows
    assert ["S", "25.0%"] in rows
    assert " positions in " in lines[-1]


def test_json_output() -> None:
    data = json.loads(kaiten_here("solve", POSITION.lower(), *SETTING, "--json").stdout)
    assert (data["round"], data["exact"]) == (3, True)
    assert data["value"] == pytest.approx(0.5)
    assert [sum(choice["often"] for choice in data[whose]) for whose in ("mine", "theirs")] == pytest.approx([1, 1])
    assert {choice["choice"] for choice in data["mine"]} == {"S", "N3", "P"}
    earlier = json.loads(kaiten_here("solve", POSITION, *SETTING, "--round", "1", "--json").stdout)
    assert not earlier["exact"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["T"], "is not a position: write both players with a bar between"),
        (["X | T"], "'X' is not a card"),
        (["T T | T"], "the hands have 2 and 1 cards"),
        ([" | "], "the hands have 0 and 0 cards"),
        (["N3 N3 N3 | N3 N3 N3"], "there are 6 squid nigiri cards: the deck has 5"),
        (["T T : M1 M1 M1 M2 M2 M2 M3 M3 M3 | S S"], "with two players a round has 10 each"),
        (["T : P | S", "--puddings", "0,1"], "0 puddings in the game: 1 of them lie on the table already"),
        (["T | S", "--puddings", "1"], "--puddings '1': two numbers are needed"),
        (["T | S", "--points", "a,b"], "--points 'a,b': two numbers are needed"),
        (["T | S", "--points", "0,99999999999999999999"], "99999999999999999999 points from earlier rounds"),
        (["T | S", "--points", "-3,0"], "--points '-3,0': two numbers are needed"),
        (["T | S", "--round", "4"], "round 4: a game has rounds 1 to 3"),
        (["T N2 M3 P | S M1 W D", "--most", "1"], "this takes more than 1 positions: allow more with --most"),
    ],
)
def test_positions_that_cannot_be_solved_are_refused(arguments: list[str], why: str) -> None:
    assert why in refused(kaiten_here("solve", *arguments))
