"""A slice of `make exactness`: the champion's exploitability is proved by the rules, and the proof notices a strategy that is not optimal."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from bench import exactness

from kaiten.players.sushi_go.solver.solution import MoveSolution
from kaiten.sushi_go import State

pytestmark = pytest.mark.compiled("sushi-go-bots")


@pytest.mark.parametrize(("number", "left"), [(1, 4), (2, 5), (3, 6)])
def test_exploitability_is_zero(number: int, left: int) -> None:
    assert exactness.exploitability(1, number, left) == pytest.approx(0, abs=1e-9)


def test_an_exploitable_strategy_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def uniform(state: State, seat: int) -> tuple[tuple[MoveSolution, ...]]:
        moves = exactness.solve(state, seat).mine
        return (tuple([replace(move, probability=1 / len(moves)) for move in moves]),)

    monkeypatch.setattr(exactness, "strategies", uniform)
    assert exactness.exploitability(1, 2, 5) > 0.01


def test_the_loss_of_a_searched_move_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    gap, searched = exactness.equity_loss(3, 1, 6)
    assert not searched
    assert gap == pytest.approx(0, abs=1e-9)
    monkeypatch.setattr(exactness, "MOST_POSITIONS", 10)
    gap, searched = exactness.equity_loss(4, 1, 6)
    assert searched
    assert gap >= -1e-9


def test_results_are_kept_and_a_truncated_line_is_not(tmp_path: Path) -> None:
    asked = exactness.tasks(small=2, large=1)
    file = tmp_path / "found.jsonl"
    assert exactness.read_results(file) == {}
    lines = [json.dumps({**asdict(task), "gap": 0.25, "searched": not task.proof}) for task in asked]
    file.write_text("\n".join([*lines, lines[0][:20]]))
    found = exactness.read_results(file)
    assert found == {task: (0.25, not task.proof) for task in asked}
    last, earlier, large = exactness.report(found)
    assert "round 3: 2 positions, exploitability of at most 2.5e-01" in last
    assert "rounds 1 and 2: 2 positions" in earlier
    assert "8 cards: 1 positions, 1 of them searched, mean equity loss 25.000 percentage points" in large
