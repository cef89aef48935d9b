"""Budgets of bots: simulations or time, and errors for invalid ones."""

import pytest

from kaiten.kit.errors import OptionError
from kaiten.players import bot_named, budget, check_bot, prompt_bot
from kaiten.players.budget import FIRST_LOOK, MOST, PROMPT, USUAL, Budget, parse_budget, within


def test_budgets_are_simulations_or_a_time() -> None:
    assert parse_budget("5000") == Budget(simulations=5000)
    assert parse_budget("200ms") == Budget(seconds=0.2)
    assert parse_budget("1.5s") == Budget(seconds=1.5)


@pytest.mark.parametrize(
    "text", ["", "0", "-5", "9" * 9, "ms", "0s", "61s", "1m", "1.2.3s", "²", "1e3", "5000 ms", "2sm"]
)
def test_invalid_budgets_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match="200ms or 1.5s"):
        parse_budget(text)


def test_only_the_champion_takes_a_budget_and_not_on_a_server() -> None:
    assert bot_named("sushi-go", "champion@5000").keywords == {"budget": Budget(5000)}  # type: ignore[attr-defined]
    assert bot_named("sushi-roll", "champion@50ms").keywords == {"budget": Budget(seconds=0.05)}  # type: ignore[attr-defined]
    for name in ("search-10@9", "toro@1s"):
        with pytest.raises(OptionError, match="only the champion takes a budget"):
            bot_named("sushi-go", name)
    with pytest.raises(OptionError, match="is not known"):
        check_bot("sushi-go", "champion@5000")


def test_champions_at_a_table_with_people_have_a_time_limit() -> None:
    for game in ("sushi-go", "sushi-roll"):
        assert prompt_bot(game, "champion").keywords == {"budget": PROMPT}  # type: ignore[attr-defined]
        assert prompt_bot(game, "regular") is bot_named(game, "regular")
    assert prompt_bot("sushi-roll", "toro").keywords == {"budget": PROMPT}  # type: ignore[attr-defined]
    cards = prompt_bot("sushi-go", "toro").args  # type: ignore[attr-defined]
    assert [bot.keywords for bot in cards] == [{"budget": PROMPT}] * 2


def test_solving_takes_half_of_the_time_at_most() -> None:
    assert USUAL.to_solve is None
    assert Budget(simulations=50).to_solve is None
    assert Budget(seconds=1.0).to_solve == 0.5
    assert Budget(solving=0.5).to_solve == 0.5
    assert Budget(seconds=0.4, solving=0.5).to_solve == 0.2


def test_simulations_equal_the_budget() -> None:
    assert within(USUAL, 7000, lambda number: number) == 7000
    assert within(Budget(simulations=50), 7000, lambda number: number) == 50


def test_simulations_fit_into_the_time_and_stop_when_they_no_longer_help(monkeypatch: pytest.MonkeyPatch) -> None:
    now, asked = 0.0, []

    def search(number: int) -> int:
        nonlocal now
        now += number * 1e-4
        asked.append(number)
        return number

    monkeypatch.setattr(budget, "perf_counter", lambda: now)
    # If the first batch of simulations uses up the time, its result is the answer.
    assert within(Budget(seconds=0.03), 7000, search) == FIRST_LOOK
    assert asked == [FIRST_LOOK]
    now = 0.0
    assert within(Budget(seconds=0.6), 7000, search) == asked[-1] > 4000
    assert now <= 0.6
    assert within(Budget(seconds=60), 7000, search) == MOST
