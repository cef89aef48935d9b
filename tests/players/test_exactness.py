"""A slice of `make exactness`: what the champion plays is proved by the rules, and the proof notices what is not best."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from bench import exactness

from kaiten.players.sushi_go.exact import Choice
from kaiten.sushi_go import State


@pytest.mark.parametrize(("number", "left"), [(1, 4), (2, 5), (3, 6)])
def test_nothing_is_given_away(number: int, left: int) -> None:
    assert exactness.given_away(1, number, left) == pytest.approx(0, abs=1e-9)


def test_what_is_given_away_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def anything(state: State, seat: int) -> tuple[tuple[Choice, ...]]:
        choices = exactness.solution(state, seat).mine
        return (tuple([replace(choice, often=1 / len(choices)) for choice in choices]),)

    monkeypatch.setattr(exactness, "strategies", anything)
    assert exactness.given_away(1, 2, 5) > 0.01


def test_what_is_searched_is_measured_against_what_is_best(monkeypatch: pytest.MonkeyPatch) -> None:
    gap, searched = exactness.given_away_at_once(3, 1, 6)
    assert not searched
    assert gap == pytest.approx(0, abs=1e-9)
    monkeypatch.setattr(exactness, "MOST_POSITIONS", 10)
    gap, searched = exactness.given_away_at_once(4, 1, 6)
    assert searched
    assert gap >= -1e-9


def test_what_was_found_is_kept_and_a_line_that_was_cut_off_is_not(tmp_path: Path) -> None:
    asked = exactness.tasks(small=2, large=1)
    file = tmp_path / "found.jsonl"
    assert exactness.kept(file) == {}
    lines = [json.dumps({**asdict(task), "gap": 0.25, "searched": not task.proof}) for task in asked]
    file.write_text("\n".join([*lines, lines[0][:20]]))
    found = exactness.kept(file)
    assert found == {task: (0.25, not task.proof) for task in asked}
    last, earlier, large = exactness.report(found)
    assert "round 3: 2 positions, at most 2.5e-01" in last
    assert "rounds 1 and 2: 2 positions" in earlier
    assert "8 cards: 1 positions, 1 of them searched, 25.000 percentage points" in large
