"""Hope for mistakes, by kernels and by the rules: another way to the same numbers."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kaiten import sushi_go
from kaiten.fast.sushi_go import codec
from kaiten.kit.chance import Stream
from kaiten.players import bot_named
from kaiten.players.sushi_go import exact
from kaiten.players.sushi_go import trained as trained_players
from kaiten.players.sushi_go.exact import Memory, Solution
from kaiten.players.sushi_go.hoping import SURE, UNLIKELY
from kaiten.players.sushi_go.position import before, position_of
from kaiten.players.sushi_go.regular import SPITE, Situation
from kaiten.players.sushi_go.trained import leaned, safe, share_of_regular, trained
from kaiten.server.warming import warm
from kaiten.sushi_go import Move, State
from tests.fast.test_sushi_go import stopped
from tests.players.test_solving import MODEL, SETUP, after_round

MEMORY, WEIGHTS = Memory(MODEL), trained(2).weights


def solved(state: State) -> Solution:
    found = MEMORY.solution(position_of(sushi_go.view(state, 0)), spare=SURE)
    assert found is not None
    return found


def hoped(state: State, number: int, share: float) -> float:
    """The chance of seat 0 to win, move for move: it makes safe choices, or mixes; seat 1 plays as the policy or as regular."""
    if state.over or state.round > number:
        return end(state)
    found = solved(state)
    among = [choice.move for choice in safe(found, len(state.hands[0]))]
    if among:
        return max(by(state, move, number, share) for move in among)
    return sum(choice.often * by(state, choice.move, number, share) for choice in found.mine if choice.often > 0)


def by(state: State, move: Move, number: int, share: float) -> float:
    view = sushi_go.view(state, 1)
    likely, moves = leaned(view)
    replies = [codec.move_of(int(reply)) for reply in moves]
    worth = np.array([Situation.of(view, SPITE[2]).worth(reply) for reply in replies])
    planned = worth > worth.max() - SURE
    likely = (1 - share) * likely / likely.sum() + share * planned / planned.sum()
    likely = np.where(likely < UNLIKELY * likely.max(), 0, likely)
    half = sushi_go.choose(state, 0, move)
    after = [hoped(sushi_go.choose(half, 1, reply), number, share) for reply, some in zip(replies, likely) if some]
    return float(np.average(after, weights=likely[likely > 0]))


def end(state: State) -> float:
    outcome = sushi_go.outcome(state)
    return after_round(state, MODEL) if outcome is None else (0 in outcome.winners) / len(outcome.winners)


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize(("left", "share"), [(2, 0.5), (3, 0.0), (3, 1.0), (4, 0.3)])
def test_hoped_for_as_by_the_rules(number: int, left: int, share: float) -> None:
    compared = 0
    for seed in range(30):
        state = stopped(SETUP, seed, number * SETUP.size - left)
        found = solved(state)
        among = [choice.move for choice in safe(found, left)]
        if len(among) < 2:
            continue
        hopes = MEMORY.hopes(position_of(sushi_go.view(state, 0)), among, WEIGHTS, share)
        assert hopes is not None
        assert hopes == pytest.approx({move: by(state, move, number, share) for move in among}, abs=1e-7)
        # Whatever the other does takes nothing from who plays safe.
        assert min(hopes.values()) > found.value - 1e-7
        compared += 1
        if compared == 3:
            break
    assert compared == 3


def test_there_is_something_to_hope_for() -> None:
    more, share = 0.0, 0.5
    for seed in range(12):
        state = stopped(SETUP, seed, SETUP.size - 6)
        found = solved(state)
        among = [choice.move for choice in safe(found, 6)]
        if among:
            hopes = MEMORY.hopes(position_of(sushi_go.view(state, 0)), among, WEIGHTS, share)
            assert hopes is not None
            more = max(more, max(hopes.values()) - found.value)
    assert more > 0.01


def test_too_much_to_hope_for_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    state = stopped(SETUP, 2, SETUP.size * 3 - 6)
    position, moves = position_of(sushi_go.view(state, 0)), sushi_go.legal(state, 0)
    whole = MEMORY.hopes(position, moves, WEIGHTS, 0.5)
    monkeypatch.setattr(exact, "MOST_HOPED", 3)
    assert MEMORY.hopes(position, moves, WEIGHTS, 0.5) is None
    monkeypatch.undo()
    assert Memory(MODEL).hopes(position, moves, WEIGHTS, 0.5, most=10) is None
    assert MEMORY.hopes(position, moves, WEIGHTS, 0.5) == whole


def test_a_turn_earlier_is_where_the_last_choices_were_made() -> None:
    twice = 0
    for seed in range(20):
        for turn in range(1, SETUP.size - 1):
            state = stopped(SETUP, seed, turn)
            later = stopped(SETUP, seed, turn + 1)
            found = before(position_of(sushi_go.view(later, 0)), (later.revealed[0], later.revealed[1]))
            assert exact.rest_of(found) == exact.rest_of(position_of(sushi_go.view(state, 0)))
            twice += any(len(move.cards) == 2 for move in later.revealed)
    assert twice >= 3


def test_who_does_not_choose_as_regular_does_is_not_taken_for_it() -> None:
    taken: dict[str, list[float]] = {}
    for name in ("regular", "policy"):
        shares = taken.setdefault(name, [])
        for seed in range(4):
            state = stopped(SETUP, seed, 1)
            while state.round == 1 and state.turn < SETUP.size:
                other = bot_named("sushi-go", name)(sushi_go.view(state, 1), Stream(bytes([seed]) * 32))
                state = sushi_go.choose(sushi_go.choose(state, 0, sushi_go.legal(state, 0)[0]), 1, other)
                shares.append(share_of_regular(sushi_go.view(state, 0)))
    assert min(taken["regular"]) >= 0.5
    assert 0.0 in taken["policy"]


def test_two_cards_named_in_another_order_tell_nothing() -> None:
    seen = set()
    for seed in range(20):
        for turn in range(2, SETUP.size - 1):
            view = sushi_go.view(stopped(SETUP, seed, turn), 0)
            chosen = view.revealed[1].cards
            if len(chosen) == 2 and len(set(chosen)) == 2:
                turned = Move(chosen[::-1])
                seen.add(share_of_regular(replace(view, revealed=(view.revealed[0], turned))))
    assert 0.5 in seen


def test_a_server_that_makes_the_champion_ready_calls_every_kernel_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    called = set()

    def noting(name: str, kernel: Callable[..., Any]) -> Callable[..., Any]:
        def note(*numbers: Any) -> Any:
            called.add(name)
            return kernel(*numbers)

        return note

    kernels = {"mixtures": exact, "hopes_by": exact, "replies_by": exact, "searcher": trained_players}
    for name, module in kernels.items():
        monkeypatch.setattr(module, name, noting(name, getattr(module, name)))
    warm("sushi-go", "toro", 2, dummy=False)
    assert called == {*kernels}
