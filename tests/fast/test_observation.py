"""An observation is made of the view of its seat alone, and a mask has its legal actions: byte for byte, in every setup."""

from collections import Counter

import numpy as np
import pytest

from kaiten import sushi_go
from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go.batch import Batch, Setup
from kaiten.fast.sushi_go.determinize import determinize
from kaiten.fast.sushi_go.observation import BLOCK, VERSIONS, Observer
from kaiten.kit.errors import OptionError
from kaiten.sushi_go import Card, State, View
from kaiten.sushi_go.cards import DECK, WASABI_RULE
from tests.fast.lock_step_go import SETUPS
from tests.fast.test_sushi_go import stopped

IN_EVERY_SETUP = pytest.mark.parametrize("setup", SETUPS, ids=str)
OF_EVERY_VERSION = pytest.mark.parametrize("version", VERSIONS)


def states_of(setup: Setup) -> list[State]:
    return [stopped(setup, seed, turns) for seed in range(4) for turns in range(3 * setup.size + 1)]


def observed(batch: Batch, version: int) -> Observer:
    observer = Observer(batch, version)
    for _ in range(2):  # the arrays are overwritten
        observer.observe(batch)
    return observer


def counted(cards: tuple[Card, ...]) -> list[int]:
    return [cards.count(card) for card in Card]


def expected(view: View, version: int) -> list[int]:
    """The observation, made of the view alone."""
    assert view.seat is not None
    players, tableaus = view.players, len(view.tableaus)
    order = [(view.seat + away) % players for away in range(players)]
    drawn = 0 if view.drawn is None else view.drawn + 1
    row = [*counted(view.hand), view.round, view.turn, int(view.passes_left), drawn]
    over = view.outcome
    for seat in order[1:]:
        hand = view.hands[seat]
        row += [*counted(hand.cards), hand.size - len(hand.cards), int(view.in_control == seat), 0, 0]
    points = over.totals if over else [sum(column) for column in zip(*view.rounds)] or [0] * tableaus
    for seat in [*order, *range(players, tableaus)]:
        tableau = view.tableaus[seat]
        kinds = counted((*tableau, *(Card.PUDDING,) * view.puddings[seat]))
        row += [*kinds, WASABI_RULE.waiting(tableau), WASABI_RULE.score(tableau), points[seat] + 6, 0]
    if version:
        row += [*counted(tuple(card for tableaus in view.past for tableau in tableaus for card in tableau)), 0, 0, 0, 0]
    return row


@OF_EVERY_VERSION
@IN_EVERY_SETUP
def test_observations_and_masks(setup: Setup, version: int) -> None:
    states = states_of(setup)
    observer = observed(codec.encode(states), version)
    for game, state in enumerate(states):
        for seat in range(setup.players):
            view = sushi_go.view(state, seat)
            assert observer.observations[game, seat].tolist() == expected(view, version)
            legal = set() if state.over else {codec.action_of(move) for move in view.legal}
            assert set(np.flatnonzero(observer.masks[game, seat]).tolist()) == legal


@OF_EVERY_VERSION
@IN_EVERY_SETUP
def test_hidden_cards_change_no_observation(setup: Setup, version: int) -> None:
    states, chance = [state for state in states_of(setup) if not state.over], np.random.default_rng(1)
    observations = observed(codec.encode(states), version).observations
    for seat in range(setup.players):
        redealt = [determinize(sushi_go.view(state, seat), chance) for state in states]
        assert np.array_equal(observed(codec.encode(redealt), version).observations[:, seat], observations[:, seat])
        assert any(state.deck != other.deck for state, other in zip(states, redealt, strict=True))


@IN_EVERY_SETUP
def test_version_1_counts_all_cards_that_are_not_hidden(setup: Setup) -> None:
    states = states_of(setup)
    batch = codec.encode(states)
    rows = observed(batch, 1).observations
    assert np.array_equal(rows[:, :, :-BLOCK], observed(batch, 0).observations)
    counts = rows.reshape(len(states), setup.players, -1, BLOCK)[..., : len(Card)].sum(axis=2)
    for game, state in enumerate(states):
        for seat in range(setup.players):
            view = sushi_go.view(state, seat)
            past = Counter(card for tableaus in view.past for tableau in tableaus for card in tableau)
            assert rows[game, seat, -BLOCK : len(Card) - BLOCK].tolist() == [past[card] for card in Card]
            seen = Counter(card for hand in view.hands for card in hand.cards) + past
            seen += Counter(card for tableau in view.tableaus for card in tableau)
            seen[Card.PUDDING] += sum(view.puddings)
            assert counts[game, seat].tolist() == [seen[card] for card in Card]
            hidden = sum(hand.size - len(hand.cards) for hand in view.hands) + view.pile + view.undealt
            assert counts[game, seat].sum() == len(DECK) - hidden


def test_an_unknown_version_is_refused() -> None:
    with pytest.raises(OptionError, match="version 2: it is one of 0, 1"):
        Observer(codec.encode([stopped(SETUPS[0], 1, 0)]), 2)
