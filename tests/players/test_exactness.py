"""A slice of `make exactness`: what the champion plays is proved by the rules, and the proof notices what is not best."""

from dataclasses import replace

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
